//! The way from G1 to solved, between lower bounds.

use cubebatch_cube::cube::Move;
use cubebatch_tables::coord::PhaseMoves;
use cubebatch_tables::coord::corners::Corners;
use cubebatch_tables::coord::phase2::{PHASE2_MOVES, Phase2, Phase2Moves};
use cubebatch_tables::coord::slice_perm::SlicePerm;
use cubebatch_tables::coord::ud_edges::UdEdges;
use cubebatch_tables::space::{Space, SpaceDistances};

/// How far corners and U/D edges are from solved, each with the edges of the middle layer.
pub struct Phase2Bounds {
    moves: &'static Phase2Moves,
    corners: SpaceDistances,
    ud_edges: SpaceDistances,
}

impl Phase2Bounds {
    /// Finds the distances.
    pub fn new() -> Phase2Bounds {
        Phase2Bounds {
            moves: Phase2Moves::get(),
            corners: SpaceDistances::new(Space::of::<Corners, SlicePerm>(&PHASE2_MOVES)),
            ud_edges: SpaceDistances::new(Space::of::<UdEdges, SlicePerm>(&PHASE2_MOVES)),
        }
    }

    #[inline]
    fn of(&self, at: Phase2) -> u8 {
        let of = |distances: &SpaceDistances, row: u16| distances.of((row.into(), at.slice_perm));
        of(&self.corners, at.corners).max(of(&self.ud_edges, at.ud_edges))
    }

    /// The number of moves to solved, if there are at most this many.
    pub fn distance(&self, at: Phase2, at_most: u8) -> Option<u8> {
        (self.of(at)..=at_most).find(|&length| self.reaches(at, length, &mut Vec::new()))
    }

    /// The lexicographically first path of `length` moves to solved, if there is one.
    pub fn path(&self, at: Phase2, length: u8) -> Option<Vec<Move>> {
        let mut path = Vec::new();
        self.reaches(at, length, &mut path).then_some(path)
    }

    /// Whether `left` moves lead to solved, after the moves of a path; adds the first such moves to the path.
    fn reaches(&self, at: Phase2, left: u8, path: &mut Vec<Move>) -> bool {
        if self.of(at) > left {
            return false;
        }
        if left == 0 {
            return at == Phase2::default();
        }
        let last = path.last().copied();
        for (m, &mv) in PHASE2_MOVES.iter().enumerate() {
            if last.is_none_or(|last| last.may_precede(mv)) {
                path.push(mv);
                if self.reaches(self.moves.turn(at, m), left - 1, path) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }
}
