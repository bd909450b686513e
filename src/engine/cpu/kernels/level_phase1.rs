//! Enters a level of phase 1.

use crate::coord::sym_phase1::{SIZE, SymPhase1Tables};
use crate::layout::levels::{LevelPhase1, PLACES_A_WORD, SIZES, state};

/// The twin of `level_phase1.wgsl`; it gives what the kernel adds to the counts.
pub fn level_phase1(params: &LevelPhase1, states: &mut [u32]) -> [u32; SIZES] {
    let (places, distance) = (SymPhase1Tables::get(), params.distance as u8);
    let before = states.to_vec();
    let at = |place: usize| before[place / PLACES_A_WORD] >> (place % PLACES_A_WORD * 2) & 3;
    let mut counts = [0; SIZES];
    let looked_at = params.first_word as usize * PLACES_A_WORD..params.end_word as usize * PLACES_A_WORD;
    for place in looked_at.filter(|&place| place < SIZE && at(place) == 0) {
        let here = places.from_index(place);
        if places.neighbours(here).any(|there| at(there.index()) == state(distance - 1)) {
            states[place / PLACES_A_WORD] |= state(distance) << (place % PLACES_A_WORD * 2);
            counts[places.classes.size(here.class.into()).ilog2() as usize] += 1;
        }
    }
    counts
}
