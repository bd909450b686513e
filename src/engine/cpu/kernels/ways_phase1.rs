//! Writes the entries of phase 1.

use crate::coord::sym_phase1::{SIZE, SymPhase1Tables};
use crate::layout::levels::{PLACES_A_WORD, WaysPhase1};
use crate::table::Phase1Entry;

/// The twin of `ways_phase1.wgsl`.
pub fn ways_phase1(params: &WaysPhase1, states: &[u32], entries: &mut [u32]) {
    let places = SymPhase1Tables::get();
    let residue =
        |place: usize| (states[place / PLACES_A_WORD] >> (place % PLACES_A_WORD * 2) & 3).wrapping_sub(1);
    let groups = params.first_group as usize..params.end_group as usize;
    for (group, words) in groups.zip(entries.chunks_exact_mut(5)) {
        words.fill(0);
        for (i, place) in (8 * group..8 * group + 8).filter(|&place| place < SIZE).enumerate() {
            let here = residue(place);
            let leads_nearer = |there: usize| residue(there) == here.wrapping_add(2) % 3;
            let around = places.neighbours(places.from_index(place)).enumerate();
            let nearer = around.filter(|(_, there)| leads_nearer(there.index()));
            let entry = Phase1Entry::new(here as u8, nearer.fold(0, |bits, (m, _)| bits | 1 << m)).bits();
            let bit = i * Phase1Entry::BITS;
            let both = u64::from(entry) << (bit % 32);
            words[bit / 32] |= both as u32;
            if both >> 32 != 0 {
                words[bit / 32 + 1] |= (both >> 32) as u32;
            }
        }
    }
}
