//! Solutions.

use std::fmt;

use crate::cube::{Cube, Move, Sequence};

/// A sequence of moves that solves a position, phase after phase; it was replayed on the position.
///
/// It is shown as its moves: `R U2 F'`, nothing for no moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution {
    /// The moves, of which no two can be joined.
    pub moves: Vec<Move>,
    /// How many of the moves belong to each phase of the method, in order; empty where phases have no order.
    pub phase_lengths: Vec<usize>,
    /// Other solutions of the same position, none shorter than this one, where several were asked for.
    pub others: Vec<Solution>,
}

impl Solution {
    pub(crate) fn new(moves: Vec<Move>, phase_lengths: Vec<usize>) -> Solution {
        Solution { moves, phase_lengths, others: Vec::new() }
    }

    /// The number of moves (HTM).
    pub fn length(&self) -> usize {
        self.moves.len()
    }

    /// The moves of each phase.
    pub fn phases(&self) -> impl Iterator<Item = &[Move]> {
        let mut rest = &self.moves[..];
        self.phase_lengths.iter().map(move |&length| {
            let (phase, after) = rest.split_at(length);
            rest = after;
            phase
        })
    }

    /// This one and then the others.
    pub fn all(&self) -> impl Iterator<Item = &Solution> + Clone {
        std::iter::once(self).chain(&self.others)
    }

    /// Whether the moves do solve `cube`.
    pub fn solves(&self, cube: &Cube) -> bool {
        cube.apply(&self.moves).is_solved()
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Sequence(&self.moves).fmt(f)
    }
}
