//! A step of two-phase searches.

use super::shared::{PassInputs, step};
use crate::kernels::{BufferedWords, distance_beside, entry};
use cubebatch_shaders::two_phase::{Head, Node, Search, WalkParams};
use cubebatch_tables::coord::sym_phase1::SymPhase1;

/// The twin of `two_phase/walk.wgsl`. The order of the nodes and ends that it adds is another.
pub fn walk(
    params: &WalkParams,
    given: &PassInputs,
    words: &BufferedWords,
    head: &mut Head,
    searches: &mut [Search],
    nodes: &mut [Node],
) {
    let entry_of = |here| entry(words, here);
    let is_in_time = |_: SymPhase1, there: SymPhase1, _: usize, distance: u32, left: u32| {
        distance != left && distance_beside(distance, entry_of(there)) < left
    };
    step(params, given, &entry_of, &is_in_time, head, searches, nodes);
}
