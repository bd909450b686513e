//! The pruning table of phase 2 by other costs: how far the corners and the U/D edges of positions of G1 are from solved.

use super::by_costs::{known, name, proved};
use super::{Card, Counts};
use crate::coord::steps::PhaseSteps;
use crate::coord::sym_phase2::{CORNERS_AND_EDGES, SymPhase2Tables};
use crate::coord::{Coordinate, corners::Corners, ud_edges::UdEdges};
use crate::cube::{EvenCosts, Metric};
use crate::space::{Space, UNREACHED};
use crate::table::Phase;

pub(super) const CARD: Card = Card {
    name: |costs| name("phase2-pruning", costs),
    code: *b"c2\0\0",
    phase: Phase::Two,
    greatest: |_| UNREACHED - 1,
    least: 0,
    per_depth: |costs| known(costs, counts),
    positions: (Corners::SIZE * UdEdges::SIZE) as u64,
    entries: CORNERS_AND_EDGES,
    // Each entry is a distance.
    bytes: |_| CORNERS_AND_EDGES,
    sample: None,
    count,
    is_sound: None,
};

/// How many of the 40,320² arrangements are so far from solved, by a breadth-first search.
fn counts(metric: Metric) -> &'static [u64] {
    match metric {
        Metric::HalfTurn => &[],
        Metric::QuarterTurn => &[],
        Metric::Axial => &[],
        Metric::Slice => &[],
    }
}

fn count(costs: EvenCosts, entries: &[u8]) -> Result<Counts, usize> {
    let phase = PhaseSteps::two(costs);
    let space = Space::corners_and_ud_edges_by(&phase.moves);
    let classes = &SymPhase2Tables::get().classes;
    proved(&space, &phase, classes, |index| entries[index], |_, _| true)
}
