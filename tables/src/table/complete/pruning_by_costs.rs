//! The pruning table of phase 2 by other costs: how far the corners and the U/D edges of positions of G1 are from solved.

use super::by_costs::{known, name, proved};
use super::{Card, Counts};
use crate::coord::steps::PhaseSteps;
use crate::coord::sym_phase2::{CORNERS_AND_EDGES, SymPhase2Tables};
use crate::coord::{Coordinate, corners::Corners, ud_edges::UdEdges};
use crate::space::{Space, UNREACHED};
use crate::table::Phase;
use cubebatch_cube::cube::{EvenCosts, Metric};

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

/// How many of the 40,320² arrangements have each distance from solved, as a breadth-first search counted them.
fn counts(metric: Metric) -> Vec<u64> {
    match metric {
        // [`Complete::Phase2Pruning`] counts the farthest of these together.
        Metric::HalfTurn => Vec::new(),
        Metric::QuarterTurn => vec![
            1,
            4,
            10,
            36,
            99,
            240,
            728,
            1_840,
            4_607,
            12_984,
            30_244,
            81_128,
            194_910,
            493_188,
            1_174_120,
            2_900_940,
            6_774_553,
            15_914_860,
            35_634_668,
            75_659_772,
            146_947_444,
            248_940_640,
            334_822_344,
            342_123_656,
            262_836_928,
            124_415_680,
            24_376_220,
            2_305_072,
            54_320,
            1_160,
            4,
        ],
        Metric::Axial => vec![
            1,
            21,
            179,
            1_147,
            6_652,
            35_681,
            182_403,
            908_636,
            4_317_376,
            19_418_768,
            77_553_336,
            237_263_320,
            437_909_488,
            477_251_852,
            322_134_868,
            48_196_480,
            522_096,
            96,
        ],
        Metric::Slice => vec![
            1,
            15,
            113,
            763,
            4_946,
            29_533,
            164_679,
            863_256,
            4_229_682,
            19_338_852,
            77_613_764,
            237_414_340,
            437_936_680,
            477_252_236,
            322_134_868,
            48_196_480,
            522_096,
            96,
        ],
        // None were published.
        _ => Vec::new(),
    }
}

fn count(costs: EvenCosts, entries: &[u8]) -> Result<Counts, usize> {
    let phase = PhaseSteps::two(costs);
    let space = Space::corners_and_ud_edges_by(&phase.moves);
    let classes = &SymPhase2Tables::get().classes;
    proved(&space, &phase, classes, |index| entries[index], |_, _| true)
}
