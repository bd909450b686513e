//! The complete table of phase 2: how far every position of G1 is from solved.

use std::convert::Infallible;

use super::{Complete, Counts, TableCard, count_by, is_sound};
use crate::coord::Phase2;
use crate::coord::phase2::POSITIONS;
use crate::coord::prefetch::prefetch;
use crate::coord::sym_phase2::{self, SymPhase2, SymPhase2Tables};
use crate::space::half_bytes;
use crate::table::Phase;

pub(super) const CARD: TableCard = TableCard {
    name: "phase2-complete",
    codes: [*b"d2\0\0"; 2],
    phase: Phase::Two,
    greatest: |_| Phase::Two.diameter(),
    least: NEAR,
    counts: "phase2",
    positions: POSITIONS,
    entries: sym_phase2::SIZE,
    bytes: |_| sym_phase2::SIZE / 2,
    sample: 0x4d2a_1423_87fe_9def,
    count: |_, entries| Ok(count(Phase2Table::new(entries))),
    is_sound: |entries, index| {
        let (table, tables) = (Phase2Table::new(entries), SymPhase2Tables::get());
        let here = tables.reduce(tables.expand(index));
        is_sound(Complete::Phase2, table.at(here), tables.neighbours(here).map(|there| table.at(there)))
    },
};

/// Positions that are at most so far from solved share an entry.
pub const NEAR: u8 = 3;

/// The entry of a distance of phase 2, half a byte: `max(distance, 3) - 3`.
#[inline]
pub const fn phase2_entry(distance: u8) -> u8 {
    distance.saturating_sub(NEAR)
}

/// The distances of the positions of G1 from solved: entries in memory or mapped from a file.
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
fn count(table: Phase2Table) -> Counts {
    let distance = |index: usize| Ok::<_, Infallible>(table.at_index(index));
    let Ok(counts) = count_by(&SymPhase2Tables::get().classes, sym_phase2::ROW, distance);
    counts
}
