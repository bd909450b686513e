//! Writes the entries of a level of phase 2.

use crate::kernels::state_in_cells;
use cubebatch_shaders::complete::Phase2EntriesParams;
use cubebatch_shaders::words::Nibbles;
use cubebatch_tables::coord::sym_phase2::HALF_SLICE_PERMS;

/// The twin of `complete/phase2_entries.wgsl`: it takes one position after the other.
pub fn phase2_entries(params: &Phase2EntriesParams, states: &[u32], entries: &mut [u32]) {
    for i in 0..2 * params.pairs as usize * HALF_SLICE_PERMS {
        if state_in_cells(states, i) == params.state && Nibbles::get(entries, i) == 0 {
            Nibbles::put(entries, i, params.entry);
        }
    }
}
