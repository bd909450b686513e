//! Metrics: the rule by which moves are counted.

use std::fmt;

use super::Move;

/// The rule by which moves are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Metric {
    /// Quarter and half turns (HTM).
    HalfTurn,
    /// Quarter turns alone; a half turn is two (QTM).
    QuarterTurn,
}

impl Metric {
    /// The two metrics.
    pub const ALL: [Metric; 2] = [Metric::HalfTurn, Metric::QuarterTurn];

    /// The length of a sequence of moves.
    pub(crate) fn length(self, moves: &[Move]) -> usize {
        moves.iter().map(|&mv| if self == Metric::HalfTurn { 1 } else { quarters(mv) }).sum()
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
