//! Lower bounds of the distance from G1.

use cubebatch_cube::cube::Move;
use cubebatch_tables::coord::PhaseMoves;
use cubebatch_tables::coord::flip::Flip;
use cubebatch_tables::coord::phase1::{PHASE1_MOVES, Phase1, Phase1Moves};
use cubebatch_tables::coord::slice::Slice;
use cubebatch_tables::coord::twist::Twist;
use cubebatch_tables::space::{Space, SpaceDistances};

/// How far two of the three coordinates are from G1, for each pair of them.
pub struct Phase1Bounds {
    moves: &'static Phase1Moves,
    twist_slice: SpaceDistances,
    flip_slice: SpaceDistances,
    flip_twist: SpaceDistances,
}

impl Phase1Bounds {
    /// Finds the distances.
    pub fn new() -> Phase1Bounds {
        Phase1Bounds {
            moves: Phase1Moves::get(),
            twist_slice: SpaceDistances::new(Space::of::<Twist, Slice>(&PHASE1_MOVES)),
            flip_slice: SpaceDistances::new(Space::of::<Flip, Slice>(&PHASE1_MOVES)),
            flip_twist: SpaceDistances::new(Space::of::<Flip, Twist>(&PHASE1_MOVES)),
        }
    }

    /// The moves to G1 at least.
    #[inline]
    pub fn of(&self, at: Phase1) -> u8 {
        let with_slice = self
            .twist_slice
            .of((at.twist.into(), at.slice))
            .max(self.flip_slice.of((at.flip.into(), at.slice)));
        with_slice.max(self.flip_twist.of((at.flip.into(), at.twist)))
    }

    /// Whether this number of moves leads to G1.
    pub fn reaches(&self, at: Phase1, left: u8, last: Option<Move>) -> bool {
        if self.of(at) > left {
            return false;
        }
        // The bounds are 0 in G1 alone.
        let may_follow = |mv: Move| last.is_none_or(|last| last.may_precede(mv));
        left == 0
            || PHASE1_MOVES
                .iter()
                .enumerate()
                .any(|(m, &mv)| may_follow(mv) && self.reaches(self.moves.turn(at, m), left - 1, Some(mv)))
    }
}
