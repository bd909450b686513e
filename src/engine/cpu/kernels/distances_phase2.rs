//! Writes the entries of a level of phase 2.

use super::state_in_cells;
use crate::coord::sym_phase2::HALF_SLICE_PERMS;
use crate::layout::complete::DistancesPhase2;
use crate::layout::words::Nibbles;

/// The twin of `distances_phase2.wgsl`: it takes one position after the other.
pub fn distances_phase2(params: &DistancesPhase2, states: &[u32], entries: &mut [u32]) {
    for i in 0..2 * params.pairs as usize * HALF_SLICE_PERMS {
        if state_in_cells(states, i) == params.state && Nibbles::get(entries, i) == 0 {
            Nibbles::put(entries, i, params.entry);
        }
    }
}
