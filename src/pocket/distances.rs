//! How far every position is from solved.

use std::fmt;

use super::coord::{MOVES, Orientation, Permutation};
use super::position::Position;
use crate::coord::MoveTable;
use crate::cube::{Move, merge};
use crate::engine::EngineError;
use crate::engine::{Explore, Product, UNREACHED};
use crate::error::Error;

/// What counts as one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Quarter and half turns (HTM).
    HalfTurn,
    /// Quarter turns alone; a half turn is two (QTM).
    QuarterTurn,
}

impl Metric {
    /// The two metrics.
    pub const ALL: [Metric; 2] = [Metric::HalfTurn, Metric::QuarterTurn];

    /// How many positions are 0, 1, 2, … moves from solved, as published
    /// (Jaap Scherphuis, <https://www.jaapsch.net/puzzles/cube2.htm>).
    pub fn published(self) -> &'static [u64] {
        match self {
            Metric::HalfTurn => &[1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644],
            Metric::QuarterTurn => {
                &[1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276]
            }
        }
    }

    /// The length of a sequence of moves.
    pub fn length(self, moves: &[Move]) -> usize {
        moves.iter().map(|&mv| if self == Metric::HalfTurn { 1 } else { quarters(mv) }).sum()
    }

    /// The places in [`MOVES`] of what counts as one.
    fn moves(self) -> Vec<usize> {
        let counts_as_one = |&m: &usize| self.length(&[MOVES[m]]) == 1;
        (0..MOVES.len()).filter(counts_as_one).collect()
    }
}

/// A turn by three quarters is one backwards.
fn quarters(mv: Move) -> usize {
    if mv.turns() == 2 { 2 } else { 1 }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Metric::HalfTurn { "HTM" } else { "QTM" })
    }
}

/// The distance of each position from solved, a byte each: 3.5 MiB.
pub struct Distances {
    metric: Metric,
    moves: Vec<usize>,
    permutation: MoveTable,
    orientation: MoveTable,
    bytes: Vec<u8>,
}

impl Distances {
    /// Finds all distances with this engine.
    ///
    /// # Errors
    /// When the GPU failed.
    pub fn find(engine: &dyn Explore, metric: Metric) -> Result<Distances, EngineError> {
        let (permutation, orientation) = (MoveTable::of::<Permutation>(), MoveTable::of::<Orientation>());
        let moves = metric.moves();
        let bytes = engine.distances(&Product::new(&permutation, &orientation, &moves))?;
        Ok(Distances { metric, moves, permutation, orientation, bytes })
    }

    /// What counts as one move.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The distance of each position, in the order of [`Position::rank`].
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many positions are 0, 1, 2, … moves from solved.
    pub fn histogram(&self) -> Vec<u64> {
        let mut counts = [0; UNREACHED as usize + 1];
        self.bytes.iter().for_each(|&distance| counts[usize::from(distance)] += 1);
        let end = counts.iter().rposition(|&count| count != 0).map_or(0, |last| last + 1);
        counts[..end].to_vec()
    }

    /// How many moves a position is from solved: 0 … 11 (HTM), 0 … 14 (QTM).
    #[inline]
    pub fn of(&self, position: Position) -> u8 {
        self.bytes[position.rank()]
    }

    /// A shortest solution in turns of U, R and F. In QTM two quarter turns of a face in a row
    /// are written as a half turn. Of several solutions it is always the same.
    ///
    /// # Errors
    /// [`Error::WrongSolution`], when a distance is wrong.
    pub fn solve(&self, position: Position) -> Result<Vec<Move>, Error> {
        let mut at = position;
        let mut solution = Vec::with_capacity(self.of(at).into());
        for left in (0..self.of(at)).rev() {
            let nearer = |&m: &usize| Some((m, self.turn(at, m))).filter(|&(_, next)| self.of(next) == left);
            let (m, next) = self.moves.iter().find_map(nearer).ok_or(Error::WrongSolution)?;
            solution.push(MOVES[m]);
            at = next;
        }
        Ok(if self.metric == Metric::QuarterTurn { merge(&solution) } else { solution })
    }

    #[inline]
    fn turn(&self, at: Position, m: usize) -> Position {
        Position {
            permutation: self.permutation.turn(at.permutation, m),
            orientation: self.orientation.turn(at.orientation, m),
        }
    }
}
