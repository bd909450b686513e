//! Phase 1: G0 to G1 = ⟨U, D, R, L, F2, B2⟩, where all edges are oriented.

use super::SubgroupPhase;
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_tables::coord::Coordinate;
use cubebatch_tables::coord::flip::Flip;
use cubebatch_tables::coord::phase1::PHASE1_MOVES;

/// The orientations of the edges: 2¹¹ = 2048 cosets.
pub const PHASE: SubgroupPhase = SubgroupPhase::of::<Flip, Nothing>(&PHASE1_MOVES);

/// No property at all, where a phase has one coordinate only.
struct Nothing;

impl Coordinate for Nothing {
    const SIZE: usize = 1;
    const HISTOGRAM: &'static [usize] = &[1];
    const MOVES: &'static [Move] = &PHASE1_MOVES;

    fn rank(_: &Cube) -> usize {
        0
    }

    fn unrank(_: usize) -> Cube {
        Cube::SOLVED
    }
}
