//! Writes the entries of phase 1.

use cubebatch_shaders::complete::{ENTRY_GROUP, ENTRY_GROUP_WORDS, Phase1EntriesParams, States};
use cubebatch_tables::coord::sym_phase1::{SIZE, SymPhase1Tables};
use cubebatch_tables::table::Phase1Entry;

/// The twin of `complete/phase1_entries.wgsl`: it puts the bits of an entry one after the other.
pub fn phase1_entries(params: &Phase1EntriesParams, states: &[u32], entries: &mut [u32]) {
    let groups = params.first_group as usize..params.end_group as usize;
    for (group, words) in groups.zip(entries.chunks_exact_mut(ENTRY_GROUP_WORDS)) {
        words.fill(0);
        let indices = ENTRY_GROUP * group..SIZE.min(ENTRY_GROUP * (group + 1));
        for (i, index) in indices.enumerate() {
            let entry = entry(states, index).bits();
            for bit in 0..Phase1Entry::BITS {
                let at = i * Phase1Entry::BITS + bit;
                words[at / 32] |= (entry >> bit & 1) << (at % 32);
            }
        }
    }
}

fn entry(states: &[u32], index: usize) -> Phase1Entry {
    let tables = SymPhase1Tables::get();
    let residue = |index: usize| States::get(states, index).wrapping_sub(1);
    let here = residue(index);
    let leads_nearer = |there: usize| residue(there) == here.wrapping_add(2) % 3;
    let neighbours = tables.neighbours(tables.from_index(index)).enumerate();
    let nearer = neighbours.filter(|(_, there)| leads_nearer(there.index()));
    Phase1Entry::new(here as u8, nearer.fold(0, |bits, (m, _)| bits | 1 << m))
}
