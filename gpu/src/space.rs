//! Finds the distances of all positions of a space on a GPU, a dispatch a level.

use super::device::Device;
use super::kernel::{Kernel, grid};
use cubebatch_search::engine::EngineError;
use cubebatch_shaders::space::{Mark, MarkBuffers, MarkParams};
use cubebatch_shaders::words::{Bytes, WORKGROUP};
use cubebatch_tables::progress::Stop;
use cubebatch_tables::space::{Space, UNREACHED};

/// See [`Explore`](cubebatch_search::engine::Explore).
pub(super) fn distances(device: &Device, space: &Space, stop: &Stop) -> Result<Vec<u8>, EngineError> {
    if space.has_symmetry() {
        return Err(EngineError::Unsupported("a space up to symmetry"));
    }
    let positions = space.positions();
    let words = positions.div_ceil(Bytes::A_WORD);
    let (turns, count) = (turn_tables(space), device.zeroed("count", 1));
    let mut start = vec![u32::MAX; words];
    start[0] &= !u32::from(UNREACHED);
    let distances = device.filled("distances", &start);
    let turns_buffer = device.filled("turns", &turns);
    let kernel = Kernel::<Mark>::new(device);
    let grid = grid((positions as u64).div_ceil(WORKGROUP.into()));
    for distance in 0..UNREACHED - 1 {
        let buffers = MarkBuffers {
            turns: device.words(&turns_buffer, 0, turns.len() as u32)?,
            distances: device.words(&distances, 0, words as u32)?,
            count: count.as_entire_binding(),
        };
        let mut work = device.work();
        work.clear(&count);
        work.run(&kernel, &parameters(space, grid.0, distance), buffers, grid);
        work.submit();
        if device.read::<u32>(&count, 1, stop)? == [0] {
            break;
        }
    }
    let bytes = |words: &[u32]| bytemuck::cast_slice(words)[..positions].to_vec();
    device.start_reading(&distances, words).finish(stop, bytes)
}

/// The parameters of the dispatch that tries the moves on the positions at this distance.
fn parameters(space: &Space, columns: u32, distance: u8) -> MarkParams {
    MarkParams {
        columns,
        positions: space.positions() as u32,
        values: space.values() as u32,
        moves: space.moves() as u32,
        value_turns: (space.rows() * space.moves()) as u32,
        distance: distance.into(),
    }
}

/// For each row where each move leads, then for each value.
fn turn_tables(space: &Space) -> Vec<u32> {
    let moves = || 0..space.moves();
    let rows = (0..space.rows()).flat_map(|row| moves().map(move |m| space.neighbour(row, m).0 as u32));
    let maps: Vec<&[u16]> = moves().map(|m| space.neighbour(0, m).1).collect();
    let values = (0..space.values()).flat_map(|value| maps.iter().map(move |map| map[value].into()));
    rows.chain(values).collect()
}
