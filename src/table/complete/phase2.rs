//! The complete table of phase 2: how far every position of G1 is from solved.

use std::convert::Infallible;

use super::{Complete, Counts, count_by};
use crate::coord::Phase2;
use crate::coord::prefetch::prefetch;
use crate::coord::sym_phase2::{self, SymPhase2, SymPhase2Tables};
use crate::space::half_bytes;

/// Positions that are at most so far from solved share an entry.
pub const NEAR: u8 = 3;

/// The entry of a distance of phase 2, half a byte: `max(distance, 3) - 3`.
#[inline]
pub(crate) const fn phase2_entry(distance: u8) -> u8 {
    distance.saturating_sub(NEAR)
}

/// How far positions of G1 are from solved: entries in memory or mapped from a file.
#[derive(Clone, Copy)]
pub struct Phase2Table<'a> {
    entries: &'a [u8],
}

impl<'a> Phase2Table<'a> {
    /// Reads these entries of [`Complete::Phase2`].
    ///
    /// # Panics
    /// When there are not as many as indices.
    pub fn new(entries: &'a [u8]) -> Phase2Table<'a> {
        assert_eq!(entries.len(), Complete::Phase2.bytes(), "an entry for each index");
        Phase2Table { entries }
    }

    /// The number of moves to solved, 3 … 18; 3 too where there are fewer.
    #[inline]
    pub fn of(&self, at: Phase2) -> u8 {
        self.at(SymPhase2Tables::get().reduce(at))
    }

    /// The number of moves to solved from a position, as [`Phase2Table::of`].
    #[inline]
    pub fn at(&self, at: SymPhase2) -> u8 {
        self.at_index(at.index())
    }

    #[inline]
    fn at_index(&self, index: usize) -> u8 {
        NEAR + half_bytes::get(self.entries, index)
    }

    /// Asks the memory for the entry of a position that is to be read soon.
    #[inline]
    pub fn prefetch(&self, at: SymPhase2) {
        prefetch(self.entries, at.index() / 2);
    }
}

/// How many positions are at each distance, those up to [`NEAR`] together.
pub(super) fn count(table: Phase2Table) -> Counts {
    let distance = |index: usize| Ok::<_, Infallible>(table.at_index(index));
    let Ok(counts) = count_by(&SymPhase2Tables::get().classes, sym_phase2::ROW, distance);
    counts
}
