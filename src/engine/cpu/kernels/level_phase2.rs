//! Enters a level of phase 2.

use crate::coord::sym_phase2::{HALF_SLICE_PERMS, SymPhase2Tables};
use crate::coord::{Coordinate, ud_edges::UdEdges};
use crate::layout::levels::{LevelPhase2, SIZES, STATE_SLICES, state};

/// The twin of `level_phase2.wgsl`: it looks from each position alone. A small piece of
/// [`STATE_SLICES`] buffers does for all states, the last buffer being all that should be after
/// it. It gives what the kernel adds to the counts.
pub fn level_phase2(params: &LevelPhase2, states: &mut [u32]) -> [u32; SIZES] {
    let (places, distance) = (SymPhase2Tables::get(), params.distance as u8);
    let before = states.to_vec();
    let index = |cell: usize| {
        let (slice, i) = (cell >> params.shift, cell & ((1 << params.shift) - 1));
        (slice.min(STATE_SLICES - 1) << params.shift) + i
    };
    let at = |place: usize| {
        let (cell, member) = (before[index(place / HALF_SLICE_PERMS)], place % HALF_SLICE_PERMS);
        cell >> member & 1 | (cell >> (HALF_SLICE_PERMS + member) & 1) << 1
    };
    let mut counts = [0; SIZES];
    let cells = params.first_cell as usize..params.end_cell as usize;
    for place in cells.start * HALF_SLICE_PERMS..cells.end * HALF_SLICE_PERMS {
        let here = places.reduce(places.expand(place));
        if at(place) == 0 && places.neighbours(here).any(|there| at(there.index()) == state(distance - 1)) {
            let (cell, member) = (place / HALF_SLICE_PERMS, place % HALF_SLICE_PERMS);
            let bits = state(distance) & 1 | (state(distance) >> 1) << HALF_SLICE_PERMS;
            states[index(cell)] |= bits << member;
            counts[places.classes.size(cell / UdEdges::SIZE).ilog2() as usize] += 1;
        }
    }
    counts
}
