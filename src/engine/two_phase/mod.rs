//! The two-phase search in six directions: what is found.

pub(crate) mod direction;

use std::sync::Arc;
use std::time::Duration;

use super::Search;
use crate::cube::{Cube, Move};
use crate::limits::Limits;
use crate::table::{CompleteTable, TableId};

/// The search of phase 1 of each position, with all that is known of phase 2 at hand.
///
/// Ways into G1 are looked at by length, then direction, then first move, as it looks in that direction.
/// Of the first length, direction and first move that have a way with which a solution is within
/// [`TwoPhaseLimits::max_length`] one with the shortest solution is taken. If there are none, the search goes on
/// until no longer way can make a shorter solution than the best so far, and takes that. Which of equally
/// good ways it is depends on the engine; so lengths do not.
///
/// Where at most 20 moves are asked for, solutions may close, after phase 2, with a quarter turn of a side,
/// which leads out of G1. The search for those that close with a turn of R, in either sense, is like
/// another direction, in which that turn counts for the length of the way: with R in each direction, then so
/// with F, L and B, then the directions without.
///
/// Of several solutions each is found so, among those that differ from the ones before.
///
/// The answer is the solutions, the best first, as many as are asked for, or fewer where a budget ended; or the
/// table that led nowhere, which is damaged.
pub struct TwoPhase;

impl Search for TwoPhase {
    type Tables = TwoPhaseTables;
    type Input = Cube;
    type Output = Result<Vec<Vec<Move>>, TableId>;
    type Limits = TwoPhaseLimits;
}

/// A table of each phase.
#[derive(Clone)]
pub struct TwoPhaseTables {
    /// The complete table of phase 1.
    pub phase1: Arc<CompleteTable>,
    /// The complete table of phase 2, or its pruning table: with that phase 2 is searched.
    pub phase2: Arc<CompleteTable>,
}

/// When a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoPhaseLimits {
    /// The first solution of at most so many moves is taken.
    pub max_length: u8,
    /// After so many nodes of phase 1 the best solution so far is taken, or the first one found.
    pub max_nodes: u64,
    /// Wall-clock limit for each position, counted from the start of its search; after it the best solution so far
    /// is taken, or the first one found. How soon it is noticed depends on the engine.
    pub max_time: Option<Duration>,
    /// So many different solutions are searched.
    pub solutions: usize,
}

impl Default for TwoPhaseLimits {
    /// At most 21 moves, whatever it takes.
    fn default() -> TwoPhaseLimits {
        TwoPhaseLimits {
            max_length: Limits::DEFAULT_MAX_LENGTH,
            max_nodes: u64::MAX,
            max_time: None,
            solutions: 1,
        }
    }
}

impl TwoPhaseLimits {
    /// Whether pre-moves are tried. It takes a while to begin searches with them, which pays where searches are long.
    pub(crate) const fn tries_pre_moves(self) -> bool {
        self.max_length <= 20
    }
}

/// An end of phase 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The direction in which the position was searched: along the axis of U, of a side, of another one (0, 1, 2),
    /// or the inverse position so (3, 4, 5).
    pub direction: usize,
    /// The moves that lead from the position's image in that direction, after the pre-move, into G1.
    pub moves: Vec<Move>,
    /// How far solved is from there.
    pub distance: u8,
    /// The move that was made before the position's image, if one was: a quarter turn of R, F, L or B. It comes
    /// last in the solution.
    pub pre_move: Option<Move>,
}

impl End {
    /// Moves of both phases, and the pre-move.
    pub fn total(&self) -> usize {
        self.moves.len() + usize::from(self.distance) + usize::from(self.pre_move.is_some())
    }
}
