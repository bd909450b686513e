//! Tests candidates against a sorted table of phase 1; of each start the hit with the least number matters.

use crate::coord::Phase1;
use crate::coord::phase1::Phase1Moves;
use crate::cube::canonical::Sequences;
use crate::engine::cpu::kernels::hits;
use crate::engine::layout::candidates::{Hit, SearchParams};
use crate::table::SortedView;

/// The twin of `candidates/phase1.wgsl`: the hits that come before the best of their start so far.
/// The kernel adds the least of each start, and those of the others that it meets before a
/// lesser one, as the order of work has it.
pub fn phase1(
    params: &SearchParams,
    sequences: &Sequences,
    starts: &[Phase1],
    table: SortedView,
    best: &mut [u32],
) -> Vec<Hit> {
    let mut hits = hits(params, Phase1Moves::get(), sequences, starts, table);
    hits.retain(|&Hit { start, number, .. }| !number > best[start as usize]);
    for &Hit { start, number, .. } in &hits {
        let best = &mut best[start as usize];
        *best = (*best).max(!number);
    }
    hits
}
