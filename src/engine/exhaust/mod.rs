//! Exhausting subtrees: all solutions of a length that begin with some moves. A proof that there is none is what the optimal
//! method is made of.

#[cfg(test)]
pub(super) mod specification;

use crate::cube::{Cube, Move};
use crate::engine::EngineError;
use crate::progress::Stop;

/// All sequences of moves from a position that begin alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtree {
    /// The position.
    pub cube: Cube,
    /// How they begin.
    pub first: Vec<Move>,
}

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions from which moves were tried. Those from which half and quarter turns are tried one after the other count
    /// once, with the quarter turns.
    pub nodes: u64,
    /// Blocks of the filter that were looked at; one that siblings share counts once.
    pub look_ups: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, more: Counts) {
        self.nodes += more.nodes;
        self.look_ups += more.look_ups;
    }
}

/// What was found in subtrees.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exhausted {
    /// Of each subtree all solutions, in the order of moves.
    pub solutions: Vec<Vec<Vec<Move>>>,
    /// What was done for all of them.
    pub counts: Counts,
}

/// What exhausts subtrees over a proof filter that it has loaded.
pub trait Exhaust: Send + Sync {
    /// All solutions of exactly so many moves in each subtree, with the moves with which it begins. All that is said is proved,
    /// whatever the filter. Sequences are canonical, but for what a subtree begins with.
    ///
    /// # Errors
    /// [`EngineError`], [`EngineError::Stopped`] soon after that was requested.
    fn exhaust(&self, subtrees: &[Subtree], length: u8, stop: &Stop) -> Result<Exhausted, EngineError>;

    /// How many subtrees it takes at a time; more are taken in turns.
    fn at_a_time(&self) -> usize;
}
