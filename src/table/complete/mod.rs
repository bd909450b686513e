//! Complete tables: an entry for every position of a space, up to symmetry.

mod phase1;
mod phase2;
mod pruning;

use std::fmt;

pub use phase1::{Phase1Entry, Phase1Table};
pub(crate) use phase2::phase2_entry;
pub use phase2::{NEAR, Phase2Table};
pub use pruning::PruningTable;

use rayon::prelude::*;

use super::{Phase, WrongContents};
use crate::coord::symmetry::Classes;
use crate::coord::{sym_phase1, sym_phase2};

/// A complete table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Complete {
    /// Of every code of phase 1 its distance from G1 modulo 3, and all moves that lead nearer.
    Phase1,
    /// The exact distance of every position of G1 from solved.
    Phase2,
    /// How far corners and U/D edges of positions of G1 are from solved, wherever the edges of the middle layer
    /// are: a lower bound, for where there is no room for [`Complete::Phase2`].
    Phase2Pruning,
}

/// The number of positions of G1 at each distance from solved, with its ten moves
/// (M. Reid, Cube-Lovers 1995; H. Kociemba).
const PER_DEPTH_G1: [u64; 19] = [
    1,
    10,
    67,
    456,
    3079,
    19_948,
    123_074,
    736_850,
    4_185_118,
    22_630_733,
    116_767_872,
    552_538_680,
    2_176_344_160,
    5_627_785_188,
    7_172_925_794,
    3_608_731_814,
    224_058_996,
    1_575_608,
    1352,
];

impl Complete {
    /// All.
    pub const ALL: [Complete; 3] = [Complete::Phase1, Complete::Phase2, Complete::Phase2Pruning];

    /// The stem of the file's name and the name in output.
    pub const fn name(self) -> &'static str {
        match self {
            Complete::Phase1 => "phase1-complete",
            Complete::Phase2 => "phase2-complete",
            Complete::Phase2Pruning => "phase2-pruning",
        }
    }

    /// The phase whose positions it tells about.
    pub const fn phase(self) -> Phase {
        match self {
            Complete::Phase1 => Phase::One,
            Complete::Phase2 | Complete::Phase2Pruning => Phase::Two,
        }
    }

    /// The greatest distance that an entry tells.
    pub const fn greatest(self) -> u8 {
        match self {
            Complete::Phase1 | Complete::Phase2 => self.phase().diameter(),
            Complete::Phase2Pruning => pruning::MOST,
        }
    }

    /// How many positions are 0, 1, 2, … moves from the goal: for phase 1 codes, for phase 2 positions of G1,
    /// both as published; for the pruning table arrangements of corners and U/D edges, those that are at
    /// least [`Complete::greatest`] moves away together.
    pub fn per_depth(self) -> Vec<u64> {
        match self {
            Complete::Phase1 => Phase::One.codes_per_depth(),
            Complete::Phase2 => PER_DEPTH_G1.to_vec(),
            Complete::Phase2Pruning => pruning::PER_DEPTH.to_vec(),
        }
    }

    /// The number of entries.
    pub const fn entries(self) -> usize {
        match self {
            Complete::Phase1 => sym_phase1::SIZE,
            Complete::Phase2 => sym_phase2::SIZE,
            Complete::Phase2Pruning => sym_phase2::CORNERS_AND_EDGES,
        }
    }

    /// Bytes of the entries.
    pub const fn bytes(self) -> usize {
        match self {
            // Each can be read as a word of four bytes, of which it has two and a half.
            Complete::Phase1 => self.entries() / 2 * Phase1Entry::PAIR_BYTES + 4,
            Complete::Phase2 | Complete::Phase2Pruning => self.entries() / 2,
        }
    }
}

impl fmt::Display for Complete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A complete table as it is built, in memory.
#[derive(Clone, PartialEq, Eq)]
pub struct CompleteContents {
    table: Complete,
    entries: Vec<u8>,
    histogram: Vec<u64>,
}

impl fmt::Debug for CompleteContents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CompleteContents").field("table", &self.table).finish_non_exhaustive()
    }
}

impl CompleteContents {
    /// Takes the entries as they are stored.
    pub(crate) fn new(table: Complete, entries: Vec<u8>, histogram: Vec<u64>) -> CompleteContents {
        assert_eq!(entries.len(), table.bytes(), "an entry for each position");
        CompleteContents { table, entries, histogram }
    }

    /// Which table it is.
    pub fn table(&self) -> Complete {
        self.table
    }

    /// How many positions are 0, 1, 2, … moves from the goal, as [`Complete::per_depth`].
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// These, if they have the known counts.
    ///
    /// # Errors
    /// [`WrongContents`]; then the engine that searched is wrong.
    pub fn check(self) -> Result<CompleteContents, WrongContents> {
        let expected = self.table.per_depth();
        if self.histogram == expected {
            return Ok(self);
        }
        Err(WrongContents::Counts { table: self.table.into(), found: self.histogram, expected })
    }

    /// The entries as they are stored, see `tables/README.md`.
    pub fn entries(&self) -> &[u8] {
        &self.entries
    }

    pub(in crate::table) fn into_entries(self) -> Vec<u8> {
        self.entries
    }
}

/// Counts at distances 0 … 18.
pub(in crate::table) type Counts = [u64; 19];

/// How many positions are at each distance, each index counted as often as its class is large; positions of
/// phase 2 up to [`NEAR`] together.
///
/// # Errors
/// An index of phase 1 from where the path into G1 does not end after as many moves as its entry says.
pub(in crate::table) fn count(table: Complete, entries: &[u8]) -> Result<Counts, usize> {
    match table {
        Complete::Phase1 => phase1::count(Phase1Table::new(entries)),
        Complete::Phase2 => Ok(phase2::count(Phase2Table::new(entries))),
        Complete::Phase2Pruning => Ok(pruning::count(PruningTable::new(entries))),
    }
}

/// Counts rows of indices, one row a class.
fn count_by<E: Send>(
    classes: &Classes,
    row: usize,
    distance: impl Fn(usize) -> Result<u8, E> + Sync,
) -> Result<Counts, E> {
    let of_class = |class: usize| {
        let mut counts = [0; 19];
        for index in class * row..(class + 1) * row {
            counts[usize::from(distance(index)?)] += u64::from(classes.size(class));
        }
        Ok(counts)
    };
    let add = |a: Counts, b: Counts| Ok(std::array::from_fn(|i| a[i] + b[i]));
    (0..classes.len()).into_par_iter().map(of_class).try_reduce(|| [0; 19], add)
}
