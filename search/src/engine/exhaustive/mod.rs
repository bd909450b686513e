//! The exhaustive search: solutions of one length, or the proof that there are none. The optimal method asks for one length
//! after the other.

pub mod specification;

use std::sync::Arc;

use super::Search;
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_tables::table::FilterTable;

/// The search for solutions of one length. All its answers are proved, whatever the size of its filter.
#[derive(Clone, Copy, Debug)]
pub struct Exhaustive;

impl Search for Exhaustive {
    type Tables = Arc<FilterTable>;
    type Input = Cube;
    type Output = Exhausted;
    type Limits = ExhaustiveLimits;
}

/// The limits of a search.
#[derive(Clone)]
pub struct ExhaustiveLimits {
    /// How many moves solutions have, at most [`MOST_MOVES`].
    pub length: u8,
    /// Whether all solutions are wanted, or one.
    pub wants_all: bool,
    /// Called from time to time, from many threads, with the number of filter blocks looked up since the last call.
    pub told: Arc<dyn Fn(u64) + Send + Sync>,
}

impl Default for ExhaustiveLimits {
    /// The sequence without moves, and no listener.
    fn default() -> ExhaustiveLimits {
        ExhaustiveLimits { length: 0, wants_all: false, told: Arc::new(|_| ()) }
    }
}

/// No position is further from solved.
pub const MOST_MOVES: u8 = 20;

/// The result for a position. It is the same on any engine and with any number of threads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exhausted {
    /// Canonical sequences of moves: only one of two that differ in the order of opposite faces. If all are wanted they come in
    /// the order of moves. If one is wanted, the first in that order wins among the sequences with a half turn where as many
    /// moves are left as the filter knows of. Without such a sequence, the first of the others wins.
    pub solutions: Vec<Vec<Move>>,
    /// Positions from which moves were tried; 0 if the search ended with a solution. A position counts once if half and quarter
    /// turns are tried one after the other.
    pub nodes: u64,
}

/// The turns that a pass tries while one move more is left than the filter knows. Half turns share a look-up, so they are
/// cheap and come first. If the search begins nearer to solved, one pass tries all turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassTurns {
    /// Turns of 180 degrees.
    Half,
    /// Turns of 90 degrees.
    Quarter,
    /// Both.
    All,
}

impl PassTurns {
    /// The passes through all sequences of `length` moves, with a filter that knows `reach` moves.
    pub fn passes(length: u8, reach: u8) -> &'static [PassTurns] {
        if length < reach + 2 { &[PassTurns::All] } else { &[PassTurns::Half, PassTurns::Quarter] }
    }
}
