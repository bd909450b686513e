//! The steps of long work.

use std::fmt;

use crate::table::{Complete, TableId, file_bytes};
use cubebatch_cube::cube::HTM;
use cubebatch_cube::goal::Goal;

/// A step of long work. Its [`Display`](fmt::Display) gives the words that a person reads.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// A table is built.
    Building(TableId),
    /// The distances of the complete table of phase 1 are known, and the moves that lead nearer are marked.
    MarkingMoves,
    /// A table's file is read as a whole, and checked.
    Loading(TableId),
    /// A table is written into its file.
    Writing(TableId),
    /// Another process builds a table, and reports its work in these words.
    Elsewhere(String),
    /// The distances of positions from a goal are found.
    Measuring(Goal),
    /// Positions are solved.
    Solving,
    /// A proof excludes solutions of this many moves of a position.
    Excluding {
        /// The moves.
        length: u8,
    },
    /// All solutions of this many moves of a position are listed.
    Listing {
        /// The moves.
        length: u8,
    },
    /// Solutions of this many moves of several positions are searched.
    Searching {
        /// The moves.
        length: u8,
        /// The number of positions.
        positions: usize,
    },
    /// The positions of a coset that one more move within G1 leads to are found.
    SpreadingCoset {
        /// The moves.
        depth: u8,
    },
    /// The sequences of this many moves that lead from a coset into G1 are searched.
    SearchingCoset {
        /// The moves.
        depth: u8,
    },
    /// Positions are numbered by the circuits that they begin in.
    FirstCircuits,
    /// Circuits are joined.
    JoiningCircuits,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Building(TableId::Complete(Complete::Phase2Pruning(HTM))) => {
                f.write_str("searching corners and U/D edges")
            }
            Step::Building(TableId::Complete(table)) if table.costs() != HTM => {
                write!(f, "searching {} ({})", table.phase(), table.costs())
            }
            Step::Building(TableId::Complete(table)) => write!(f, "searching {}", table.phase()),
            Step::Building(TableId::Filter(_)) => f.write_str("marking cosets"),
            Step::Building(table) => write!(f, "building {table}"),
            Step::MarkingMoves => f.write_str("marking the optimal moves of phase 1"),
            Step::Loading(table) => {
                write!(f, "loading {table}, {} MiB", file_bytes(*table).div_ceil(1 << 20))
            }
            Step::Writing(table) => write!(f, "writing {table}"),
            Step::Elsewhere(words) => f.write_str(words),
            Step::Measuring(goal) => write!(f, "finding distances from {goal}"),
            Step::Solving => f.write_str("solving"),
            Step::Excluding { length } => write!(f, "excluding {length} moves"),
            Step::Listing { length } => write!(f, "listing solutions of {length} moves"),
            Step::Searching { length, positions } => {
                write!(f, "searching {length} moves of {positions} positions")
            }
            Step::SpreadingCoset { depth } => write!(f, "moves of G1 to depth {depth}"),
            Step::SearchingCoset { depth } => write!(f, "searching depth {depth}"),
            Step::FirstCircuits => f.write_str("first circuits"),
            Step::JoiningCircuits => f.write_str("joining"),
        }
    }
}
