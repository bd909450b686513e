//! Metrics: the rules by which moves are counted.

use std::fmt;

/// The rule by which moves are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Metric {
    /// Each turn of a face counts one (HTM).
    HalfTurn,
    /// A quarter turn counts one, a half turn two (QTM).
    QuarterTurn,
    /// Turns of two opposite faces one after the other count one (ATM).
    Axial,
    /// A turn of a face counts one, and so does a turn of the layer between two faces, such as `R L'` (STM).
    Slice,
}

impl Metric {
    /// All metrics.
    pub const ALL: &[Metric] = &[Metric::HalfTurn, Metric::QuarterTurn, Metric::Axial, Metric::Slice];

    /// Its name in lower case: `htm`, `qtm`, `atm` or `stm`.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::HalfTurn => "htm",
            Metric::QuarterTurn => "qtm",
            Metric::Axial => "atm",
            Metric::Slice => "stm",
        }
    }

    /// What counts one, in a few words.
    pub const fn words(self) -> &'static str {
        match self {
            Metric::HalfTurn => "each turn of a face is a move",
            Metric::QuarterTurn => "a quarter turn is a move, a half turn is two",
            Metric::Axial => "turns of two opposite faces are one move",
            Metric::Slice => "a turn of a face or of the layer between two is a move",
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name().to_ascii_uppercase())
    }
}
