//! Enters a level of phase 2.

use crate::kernels::{put_into_cells, state_in_cells};
use cubebatch_shaders::complete::{Phase2LevelParams, SIZES, STATE_SLICES, state};
use cubebatch_tables::coord::sym_phase2::{HALF_SLICE_PERMS, SymPhase2Tables};
use cubebatch_tables::coord::{Coordinate, ud_edges::UdEdges};

/// The twin of `complete/phase2_level.wgsl`: it looks from each position alone. A small piece of
/// [`STATE_SLICES`] buffers does for all states, the last buffer being all that should be after
/// it. It gives what the kernel adds to the counts.
pub fn phase2_level(params: &Phase2LevelParams, states: &mut [u32]) -> [u32; SIZES] {
    let (tables, distance) = (SymPhase2Tables::get(), params.distance as u8);
    let before = states.to_vec();
    let folded = |index: usize| {
        let (cell, member) = (index / HALF_SLICE_PERMS, index % HALF_SLICE_PERMS);
        let (slice, i) = (cell >> params.shift, cell & ((1 << params.shift) - 1));
        ((slice.min(STATE_SLICES - 1) << params.shift) + i) * HALF_SLICE_PERMS + member
    };
    let at = |index: usize| state_in_cells(&before, folded(index));
    let mut counts = [0; SIZES];
    let cells = params.first_cell as usize..params.end_cell as usize;
    for index in cells.start * HALF_SLICE_PERMS..cells.end * HALF_SLICE_PERMS {
        let here = tables.reduce(tables.expand(index));
        if at(index) == 0 && tables.neighbours(here).any(|there| at(there.index()) == state(distance - 1)) {
            put_into_cells(states, folded(index), state(distance));
            let class = index / HALF_SLICE_PERMS / UdEdges::SIZE;
            counts[tables.classes.size(class).ilog2() as usize] += 1;
        }
    }
    counts
}
