//! The parts of a step that several twins share: as `shaders/shared/` has `measuring`, `entering` and `walking`.

pub mod enter;
pub mod measure;
pub mod walk;

use crate::coord::sym_phase1::SymPhase1;
use crate::cube::Cube;
use crate::engine::layout::two_phase::{Head, Node, Search, WalkParams};
use crate::engine::two_phase::stages::Stage;
use crate::table::Phase1Entry;
use walk::IsInTime;

/// Positions as whole cubes, and the stages of the bound: a twin starts passes from these.
pub struct Given<'a> {
    pub cubes: &'a [Cube],
    pub stages: &'a [Stage],
}

/// A step with what a kernel knows: the entry of a position, and whether a move is in time.
pub fn step(
    params: &WalkParams,
    given: &Given,
    entry_of: &dyn Fn(SymPhase1) -> Phase1Entry,
    is_in_time: IsInTime,
    head: &mut Head,
    searches: &mut [Search],
    nodes: &mut [Node],
) {
    measure::measure(given.cubes, entry_of, head, searches);
    let entered = enter::enter(params, given, head, searches, nodes);
    walk::walk(params, entry_of, is_in_time, entered, head, searches, nodes);
}
