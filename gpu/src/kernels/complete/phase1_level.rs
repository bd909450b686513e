//! Enters a level of phase 1.

use cubebatch_shaders::complete::{Phase1LevelParams, SIZES, States, state};
use cubebatch_tables::coord::sym_phase1::{SIZE, SymPhase1Tables};

/// The twin of `complete/phase1_level.wgsl`; it gives what the kernel adds to the counts.
pub fn phase1_level(params: &Phase1LevelParams, states: &mut [u32]) -> [u32; SIZES] {
    let (tables, distance) = (SymPhase1Tables::get(), params.distance as u8);
    let before = states.to_vec();
    let at = |index: usize| States::get(&before, index);
    let mut counts = [0; SIZES];
    let looked_at = params.first_word as usize * States::A_WORD..params.end_word as usize * States::A_WORD;
    for index in looked_at.filter(|&index| index < SIZE && at(index) == 0) {
        let here = tables.from_index(index);
        if tables.neighbours(here).any(|there| at(there.index()) == state(distance - 1)) {
            States::put(states, index, state(distance));
            counts[tables.classes.size(here.class.into()).ilog2() as usize] += 1;
        }
    }
    counts
}
