//! Begins two-phase searches.

use super::{Words, entry};
use crate::coord::Phase1;
use crate::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
use crate::cube::Cube;
use crate::layout::descent::Start;
use crate::layout::two_phase::{EndsBegin, NO_DISTANCE, NO_START, STARTS, Search};
use crate::table::Phase;

/// The twin of `ends_begin.wgsl`: it takes the positions of the starts from their cubes.
pub fn ends_begin(
    params: &EndsBegin,
    starts: &[Start],
    images: &[Cube],
    words: &Words,
    searches: &mut [Search],
) {
    let places = starts.chunks(STARTS).zip(images.chunks(STARTS));
    for (search, (starts, images)) in searches.iter_mut().zip(places).take(params.positions as usize) {
        let distance = |i: usize| match starts[i][1] {
            NO_START => NO_DISTANCE,
            _ => distance(SymPhase1Tables::get().reduce(Phase1::of(&images[i])), words),
        };
        let start = |i: usize| {
            let [row, corners, ud_edges, slice_edges] = starts[i];
            [row, corners, ud_edges, slice_edges, distance(i)]
        };
        *search = Search { starts: std::array::from_fn(start), next_pass: 0, best: 0, rated: 0, expanded: 0 };
    }
}

/// The length of the way that takes the first move which leads nearer, as often as there is one.
fn distance(start: SymPhase1, words: &Words) -> u32 {
    let next = |&here: &SymPhase1| {
        let nearer = entry(words, here).nearer();
        (nearer != 0).then(|| SymPhase1Tables::get().neighbour(here, nearer.trailing_zeros() as usize))
    };
    let ways = std::iter::successors(Some(start), next).skip(1);
    ways.take(Phase::One.diameter().into()).count() as u32
}
