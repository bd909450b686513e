//! Solutions.

use std::fmt;

use crate::cube::{Algorithm, Cube, Metric, Move};

/// A sequence of moves that solves a position, phase after phase; it was replayed on the position.
///
/// It is shown as its moves: `R U2 F'`, nothing for no moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Solution {
    /// The moves, of which no two can be joined.
    pub moves: Algorithm,
    /// How many of the moves belong to each phase of the method, in order; empty where phases have no order.
    pub phase_lengths: Vec<usize>,
    /// Other solutions of the same position, none shorter than this one, where several were asked for.
    pub others: Vec<Solution>,
    /// What was proved of the position, by [`Method::Optimal`](crate::Method::Optimal); of others it stands in the first
    /// solution alone.
    pub proof: Option<Proof>,
}

/// What was proved of the length of all solutions of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Proof {
    /// No solution has fewer moves, 0 … 20 (HTM).
    pub at_least: u8,
    /// How many positions were expanded in the lengths that were exhausted: those of which it is known that there is no
    /// solution, or, where all solutions of a length are asked for, each of them. It does not depend on threads, but on the
    /// filter: on a larger one it is less.
    pub nodes: u64,
}

impl Solution {
    pub(crate) fn new(moves: impl Into<Algorithm>, phase_lengths: Vec<usize>) -> Solution {
        Solution { moves: moves.into(), phase_lengths, others: Vec::new(), proof: None }
    }

    /// The solution of `cube` by the first of these sequences of moves, with the others; `None` unless there is one and each
    /// solves the position.
    pub fn replayed(cube: &Cube, sequences: Vec<Algorithm>) -> Option<Solution> {
        let mut all = sequences.into_iter().map(|moves| Solution::new(moves, Vec::new()));
        let mut solution = all.next()?;
        solution.others = all.collect();
        let is_solved = solution.all().all(|solution| solution.solves(cube));
        is_solved.then_some(solution)
    }

    /// The number of moves (HTM).
    pub fn length(&self) -> usize {
        self.moves.length(Metric::HalfTurn)
    }

    /// Whether it is proved that no solution is shorter.
    pub fn is_shortest(&self) -> bool {
        self.proof.is_some_and(|proof| usize::from(proof.at_least) == self.length())
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
        cube.is_solved_by(&self.moves)
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.fmt(f)
    }
}
