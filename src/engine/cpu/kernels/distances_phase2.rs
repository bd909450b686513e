//! Writes the entries of a level of phase 2.

use crate::coord::sym_phase2::HALF_SLICE_PERMS;
use crate::layout::levels::DistancesPhase2;

/// The twin of `distances_phase2.wgsl`.
pub fn distances_phase2(params: &DistancesPhase2, states: &[u32], entries: &mut [u32]) {
    for place in 0..2 * params.pairs as usize * HALF_SLICE_PERMS {
        let (cell, member) = (states[place / HALF_SLICE_PERMS], place % HALF_SLICE_PERMS);
        let state = cell >> member & 1 | (cell >> (HALF_SLICE_PERMS + member) & 1) << 1;
        let shift = place % 8 * 4;
        if state == params.state && entries[place / 8] >> shift & 15 == 0 {
            entries[place / 8] |= params.entry << shift;
        }
    }
}
