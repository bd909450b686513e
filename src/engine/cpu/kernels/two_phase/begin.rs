//! Begins two-phase searches.

use crate::coord::Phase1;
use crate::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
use crate::coord::symmetry::MoveImage;
use crate::cube::Cube;
use crate::engine::cpu::kernels::{Words, entry};
use crate::engine::layout::descent::Start;
use crate::engine::layout::two_phase::{BeginParams, MeasuredStart, NO_DISTANCE, NO_START, STARTS, Search};
use crate::table::Phase;

/// The twin of `two_phase/begin.wgsl`: it takes the positions of the starts from their cubes.
pub fn begin(
    params: &BeginParams,
    starts: &[Start],
    images: &[Cube],
    words: &Words,
    searches: &mut [Search],
) {
    let positions = starts.chunks(STARTS).zip(images.chunks(STARTS));
    for (search, (starts, images)) in searches.iter_mut().zip(positions).take(params.positions as usize) {
        let measured = |i: usize| {
            let distance = match starts[i].corners {
                NO_START => NO_DISTANCE,
                _ => distance(SymPhase1Tables::get().reduce(Phase1::of(&images[i])), words),
            };
            MeasuredStart { start: starts[i], distance }
        };
        *search =
            Search { starts: std::array::from_fn(measured), next_pass: 0, best: 0, rated: 0, expanded: 0 };
    }
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
