//! The two-phase search in six directions: what is found.
//!
//! [`plain`] states it as a plain recursive search, which tests take for the truth. In words:
//!
//! A position that may be near solved (`near.rs`) gets its shortest solution, if that has at most ten moves.
//!
//! Others are searched from several *starts*: in six directions after each of some *pre-moves*, or none. From a start,
//! phase 1 is searched for paths of some length; one such search is a *pass*. Passes come in *stages*. A stage has the passes
//! with the same number of moves outside of phase 2 (those of the path, and the pre-moves), the same number of pre-moves, and
//! the same slack. The slack is how many moves more the path has than the start needs. [`stages`] lists them for each bound; within a stage
//! passes come in the order of the starts. Each path leads to an *end*, whose distance from solved is known. So the number of
//! moves of the whole solution is known, its *total*.
//!
//! The first pass that has an end with a total within [`TwoPhaseLimits::max_length`] decides, and in it the first first move
//! with such an end. The end with the least total among these is taken. If no pass has one, the end with the least total of all
//! is taken, once no later pass can have a better one. With equal totals the end of the first pass is taken, then the
//! lexicographically least path. If several solutions are wanted, each is found in this way among the solutions that differ
//! from the ones before.

mod best;
pub mod direction;
pub mod near;
pub mod plain;
pub mod pre_moves;
mod rank;
pub mod stages;
pub mod start;
mod stopwatch;

use std::sync::Arc;
use std::time::Duration;

pub use best::Best;
pub use pre_moves::PreMoves;
pub use pre_moves::enters_g1;
pub use rank::{MeasuredEnding, Pass, Path, Rank, make_canonical};
pub use stopwatch::Stopwatch;

use super::Search;
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_tables::table::{CompleteTable, TableId};

/// No position needs more moves, so that no path of phase 1 is longer.
pub const LONGEST: usize = 20;

/// Nodes with at most this many moves left in phase 1 are not counted: engines may look up what comes after them.
pub const UNCOUNTED: usize = 6;

/// The search of phase 1 of each position, with all that is known of phase 2 at hand; see [the module](self).
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
    /// The complete table of phase 1, or its distances: then the moves that lead nearer are found among the neighbours.
    pub phase1: Arc<CompleteTable>,
    /// The complete table of phase 2, or its pruning table: with that phase 2 is searched.
    pub phase2: Arc<CompleteTable>,
}

/// When a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoPhaseLimits {
    /// A solution of at most this many moves is good enough.
    pub max_length: u8,
    /// The best solution so far is good enough after the pass in which this number of nodes is reached. A node is a
    /// position of phase 1 from which more than six moves are still to be made, and is counted when it is expanded.
    pub max_nodes: u64,
    /// When so much time was spent on a position the best solution so far is good enough. It is the position's own: while
    /// an engine searches several side by side, each of these is said to spend an equal part of the time that passes. How
    /// soon it is noticed depends on the engine: some milliseconds.
    pub max_time: Option<Duration>,
    /// How many different solutions are searched.
    pub solutions: usize,
}

impl Default for TwoPhaseLimits {
    /// At most 21 moves, whatever it takes.
    fn default() -> TwoPhaseLimits {
        TwoPhaseLimits {
            max_length: TwoPhaseLimits::USUAL_LENGTH,
            max_nodes: u64::MAX,
            max_time: None,
            solutions: 1,
        }
    }
}

impl TwoPhaseLimits {
    /// [`TwoPhaseLimits::max_length`] unless something else is asked for: most positions have such a solution at once.
    pub const USUAL_LENGTH: u8 = 21;
}
