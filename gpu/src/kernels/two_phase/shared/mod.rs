//! The parts of a step that several twins share: as `shaders/shared/` has `measuring`, `entering` and `walking`.

pub mod enter;
pub mod measure;
pub mod walk;

use cubebatch_cube::cube::Cube;
use cubebatch_search::engine::two_phase::stages::Stage;
use cubebatch_shaders::two_phase::{Head, Node, Search, WalkParams};
use cubebatch_tables::coord::sym_phase1::SymPhase1;
use cubebatch_tables::table::Phase1Entry;
use walk::IsInTime;

/// Positions as whole cubes, and the stages of the bound: a twin starts passes from these.
pub struct PassInputs<'a> {
    pub cubes: &'a [Cube],
    pub stages: &'a [Stage],
}

/// A step with what a kernel knows: the entry of a position, and whether a move is in time.
pub fn step(
    params: &WalkParams,
    given: &PassInputs,
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
