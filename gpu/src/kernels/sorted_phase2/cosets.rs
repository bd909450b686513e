//! Offers the path of every position, and paths one half turn longer, to the cosets.

use std::collections::BTreeSet;

use crate::kernels::{blocks_of, positions};
use cubebatch_shaders::sorted_phase2::{BLOCK, BlockAndTurn, COSET_ROW, CosetsParams, NO_TURN, Slot};
use cubebatch_tables::coord::phase2::{HALF_TURNS, Phase2Moves};
use cubebatch_tables::coord::{Phase2, PhaseMoves};
use cubebatch_tables::table::path;

/// The twin of `sorted_phase2/cosets.wgsl`.
pub fn cosets(
    params: &CosetsParams,
    source_starts: &[u32],
    source_slots: &[Slot],
    pairs: &[u32],
    cosets: &mut [u32],
    counts: &mut [u32],
) {
    let moves = Phase2Moves::get();
    let listed: BTreeSet<u32> = pairs.iter().copied().collect();
    let mut offer = |at: Phase2, turn: usize, path: u32| {
        if listed.contains(&BlockAndTurn::of(at.ud_edges.into(), turn)) {
            let coset = moves.code(at) as usize - params.first_coset as usize * BLOCK;
            counts[coset / COSET_ROW] += u32::from(cosets[coset] == 0);
            cosets[coset] = cosets[coset].max(!path);
        }
    };
    let last_level = path::numbers(params.length as usize);
    let [_, sources] = blocks_of(pairs);
    for (at, path) in positions(&sources, source_starts, source_slots, params.first_source_slot) {
        offer(at, NO_TURN, path);
        if !last_level.contains(&path) {
            continue;
        }
        for m in 0..HALF_TURNS {
            if let Some(longer) = path::prepend(m as u32, path, params.length as usize) {
                offer(moves.turn(at, m), m, longer);
            }
        }
    }
}
