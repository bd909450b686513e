//! Solutions.

use std::fmt;

use cubebatch_cube::cube::{Algorithm, Costs, Cube, Move};
use cubebatch_cube::goal::{Goal, Task};
use cubebatch_tables::table::Vouched;

/// A sequence of moves that solves a position, phase after phase; it was replayed on the position.
///
/// Its text is its moves, such as `R U2 F'`; no moves give an empty text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Solution {
    /// The moves; no two of them can be joined.
    pub moves: Algorithm,
    /// What the moves cost in the metric that was asked for; else their number (HTM).
    pub(crate) length: usize,
    /// The number of moves in each phase of the method, in order; empty if phases have no order.
    pub phase_lengths: Vec<usize>,
    /// The other solutions of the position, if the caller asked for several; none is shorter than this one.
    pub others: Vec<Solution>,
    /// The proof of [`Method::Optimal`](crate::Method::Optimal). If there are several solutions, only the first one has it.
    pub proof: Option<Proof>,
}

/// The proof about the length of all solutions of a position. Only [`Vouched`] tables make one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Proof {
    at_least: u8,
    nodes: u64,
}

impl Proof {
    /// That no solution has fewer moves, or costs less; found with this number of nodes, by tables of which this is the evidence.
    pub(crate) fn new(at_least: u8, nodes: u64, _: &Vouched) -> Proof {
        Proof { at_least, nodes }
    }

    /// No solution has fewer moves, 0 … 20 (HTM); in another metric, none costs less.
    pub const fn at_least(&self) -> u8 {
        self.at_least
    }

    /// The number of positions that the search expanded in the lengths that it exhausted. These are the lengths without a
    /// solution, and the shortest length if the caller asked for all solutions of it. The number does not depend on threads.
    /// With a larger filter it is less.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl Solution {
    pub fn new(moves: impl Into<Algorithm>, phase_lengths: Vec<usize>) -> Solution {
        let moves = moves.into();
        Solution { length: moves.len(), moves, phase_lengths, others: Vec::new(), proof: None }
    }

    /// Replays the sequences on `cube`. The first one becomes the solution, and the others its `others`. `None` if there is
    /// no sequence, or if one of them does not lead to the goal or has other moves than those of the task.
    pub fn replayed(cube: &Cube, task: &Task, sequences: Vec<Algorithm>) -> Option<Solution> {
        let of = |moves: Algorithm| {
            let length = task.length(&moves)?;
            Some(Solution { length, ..Solution::new(moves, Vec::new()) })
        };
        let mut all = sequences.into_iter().map(of).collect::<Option<Vec<_>>>()?.into_iter();
        let mut solution = all.next()?;
        solution.others = all.collect();
        let all_hold = solution.all().all(|solution| solution.reaches(&task.goal, cube));
        all_hold.then_some(solution)
    }

    /// The same solutions, the cheapest first.
    pub fn cheapest_first(mut self, costs: &Costs) -> Solution {
        let others = std::mem::take(&mut self.others);
        let mut all: Vec<Solution> = std::iter::once(self).chain(others).collect();
        all.sort_by_key(|solution| costs.length(&solution.moves));
        let first = all.remove(0);
        Solution { others: all, ..first }
    }

    /// What the moves cost in the metric that was asked for; else their number (HTM).
    pub fn length(&self) -> usize {
        self.length
    }

    /// Whether the proof shows that no solution is shorter.
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

    /// This solution, then the others.
    pub fn all(&self) -> impl Iterator<Item = &Solution> + Clone {
        std::iter::once(self).chain(&self.others)
    }

    /// Whether the moves solve `cube`.
    pub fn solves(&self, cube: &Cube) -> bool {
        cube.is_solved_by(&self.moves)
    }

    /// Whether the moves lead from `cube` to the goal.
    pub fn reaches(&self, goal: &Goal, cube: &Cube) -> bool {
        if *goal == Goal::SOLVED { self.solves(cube) } else { goal.holds(&cube.apply(&self.moves)) }
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.fmt(f)
    }
}
