//! Walks on from nodes of two-phase searches by compared entries.

use super::walk::walk_with;
use crate::coord::sym_phase1::SymPhase1;
use crate::engine::cpu::kernels::{Words, compared};
use crate::engine::layout::two_phase::{Head, Node, Search, WalkParams};

/// The twin of `two_phase/walk_compared.wgsl`.
pub fn walk_compared(
    params: &WalkParams,
    words: &Words,
    head: &mut Head,
    searches: &mut [Search],
    nodes: &mut [Node],
) {
    let compared = |here: SymPhase1| compared(words, here);
    let is_in_time = |here: SymPhase1, _: SymPhase1, image: usize, distance: u32, left: u32| {
        // One that leads neither nearer nor farther leaves the distance as it is.
        let is_level = compared(here).1 >> image & 1 == 1;
        distance + u32::from(!is_level) < left
    };
    walk_with(params, &|here| compared(here).0, &is_in_time, head, searches, nodes);
}
