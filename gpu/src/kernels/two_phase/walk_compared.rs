//! A step of two-phase searches by compared entries.

use super::shared::{PassInputs, step};
use crate::kernels::{BufferedWords, compared};
use cubebatch_shaders::two_phase::{Head, Node, Search, WalkParams};
use cubebatch_tables::coord::sym_phase1::SymPhase1;

/// The twin of `two_phase/walk_compared.wgsl`.
pub fn walk_compared(
    params: &WalkParams,
    given: &PassInputs,
    words: &BufferedWords,
    head: &mut Head,
    searches: &mut [Search],
    nodes: &mut [Node],
) {
    let entry_of = |here: SymPhase1| compared(words, here).0;
    let is_in_time = |here: SymPhase1, _: SymPhase1, image: usize, distance: u32, left: u32| {
        // One that leads neither nearer nor farther leaves the distance as it is.
        let is_level = compared(words, here).1 >> image & 1 == 1;
        distance + u32::from(!is_level) < left
    };
    step(params, given, &entry_of, &is_in_time, head, searches, nodes);
}
