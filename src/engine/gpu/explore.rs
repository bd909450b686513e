//! Finds the distances of all positions of a product of two coordinates on a GPU, a dispatch a
//! level.

use super::device::Device;
use super::kernel::{Kernel, grid};
use super::shaders;
use crate::coord::MoveTable;
use crate::engine::EngineError;
use crate::engine::product::{Product, UNREACHED};
use crate::layout::space::ProductMark;
use crate::layout::words::{Bytes, WORKGROUP};

/// See [`Explore`](crate::engine::Explore).
pub(super) fn distances(device: &Device, product: &Product) -> Result<Vec<u8>, EngineError> {
    let positions = product.positions();
    let words = positions.div_ceil(Bytes::A_WORD);
    let (turns, count) = (turn_tables(product), device.zeroed("count", 1));
    let mut start = vec![u32::MAX; words];
    start[0] &= !u32::from(UNREACHED);
    let distances = device.filled("distances", &start);
    let turns_buffer = device.filled("turns", &turns);
    let kernel = Kernel::new(device, &shaders::PRODUCT_MARK);
    let grid = grid((positions as u64).div_ceil(WORKGROUP.into()));
    for distance in 0..UNREACHED - 1 {
        let params = device.parameters(&parameters(product, grid.0, distance));
        let bindings = [
            (0, params.as_entire_binding()),
            (1, device.words(&turns_buffer, 0, turns.len() as u32)?),
            (2, device.words(&distances, 0, words as u32)?),
            (3, count.as_entire_binding()),
        ];
        let mut work = device.work();
        work.clear(&count);
        work.run(&kernel, &bindings, grid);
        work.submit();
        if device.read::<u32>(&count, 1)? == [0] {
            break;
        }
    }
    let bytes = |words: &[u32]| bytemuck::cast_slice(words)[..positions].to_vec();
    device.start_reading(&distances, words).finish(bytes)
}

/// The parameters of the dispatch that tries the moves on the positions at this distance.
pub(super) fn parameters(product: &Product, columns: u32, distance: u8) -> ProductMark {
    ProductMark {
        columns,
        positions: product.positions() as u32,
        places: product.places.len() as u32,
        moves: product.moves.len() as u32,
        place_turns: (product.blocks.len() * product.moves.len()) as u32,
        distance: distance.into(),
    }
}

/// For each block where each move leads, then likewise for each place.
pub(super) fn turn_tables(product: &Product) -> Vec<u32> {
    let table = |table: &MoveTable| -> Vec<u32> {
        let row = |value| product.moves.iter().map(move |&m| table.turn(value as u16, m).into());
        (0..table.len()).flat_map(row).collect()
    };
    [table(product.blocks), table(product.places)].concat()
}
