//! Begins two-phase searches.

use bytemuck::Zeroable;

use crate::coord::Phase1;
use crate::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
use crate::coord::symmetry::MoveImage;
use crate::cube::Cube;
use crate::engine::cpu::kernels::{Words, entry};
use crate::engine::layout::descent::{Phase1Index, Start};
use crate::engine::layout::two_phase::{BeginParams, MeasuredStart, NO_DISTANCE, Search};
use crate::engine::layout::words::Position;
use crate::engine::two_phase::direction::{after_pre_move, direction_and_pre_move, images};
use crate::table::Phase;

/// The twin of `two_phase/begin.wgsl`: it makes the images of whole cubes.
pub fn begin(params: &BeginParams, cubes: &[Cube], words: &Words, searches: &mut [Search]) {
    for (search, cube) in searches.iter_mut().zip(cubes).take(params.positions as usize) {
        let images = images(cube);
        let measured = |number: usize| {
            let (direction, pre_move) = direction_and_pre_move(number);
            let image = images[direction].filter(|_| pre_move.is_none() || params.tries_pre_moves == 1);
            let none = MeasuredStart { start: Start::zeroed(), distance: NO_DISTANCE };
            image.map_or(none, |image| measure(&after_pre_move(&image, pre_move), words))
        };
        *search = Search { starts: std::array::from_fn(measured), ..Search::zeroed() };
    }
}

fn measure(cube: &Cube, words: &Words) -> MeasuredStart {
    let at = SymPhase1Tables::get().reduce(Phase1::of(cube));
    let Position { corners, ud_edges, slice_edges, .. } = cube.into();
    let start = Start { index: Phase1Index::from(at).pack(), corners, ud_edges, slice_edges };
    MeasuredStart { start, distance: distance(at, words) }
}

/// The length of the path that takes the first move which leads nearer, as often as there is one.
fn distance(start: SymPhase1, words: &Words) -> u32 {
    let next = |&here: &SymPhase1| {
        let image = MoveImage::first_of(entry(words, here).nearer())?;
        Some(SymPhase1Tables::get().neighbour(here, image))
    };
    let path = std::iter::successors(Some(start), next).skip(1);
    path.take(Phase::One.diameter().into()).count() as u32
}
