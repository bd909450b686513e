//! The complete tables of phase 1: of every code its distance from G1 modulo 3, with all optimal moves or without.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use super::{Card, Complete, Counts, count_by};
use crate::coord::phase1::CODES;
use crate::coord::prefetch::prefetch;
use crate::coord::sym_phase1::{self, SymPhase1, SymPhase1Tables};
use crate::coord::symmetry::MoveImage;
use crate::coord::{Coordinate, twist::Twist};
use crate::space::residues;
use crate::table::Phase;
use cubebatch_cube::cube::Move;

pub(super) const CARD: Card = Card {
    name: |_| "phase1-complete".to_owned(),
    code: *b"d1\0\0",
    phase: Phase::One,
    greatest: |_| Phase::One.diameter(),
    least: 0,
    per_depth: |_| Phase::One.codes_per_depth(),
    positions: CODES,
    entries: sym_phase1::SIZE,
    bytes: |_| BYTES,
    sample: Some(0x812c_718b_2d45_57d6),
    count: |_, entries| count(Complete::Phase1, entries),
    is_sound: Some(|entries, index| is_sound(Complete::Phase1, entries, index)),
};

/// Where there is little memory: the distance modulo 3 alone.
pub(super) const DISTANCES: Card = Card {
    name: |_| "phase1-distances".to_owned(),
    code: *b"m1\0\0",
    bytes: |_| sym_phase1::SIZE.div_ceil(residues::PER_BYTE),
    sample: Some(0x1c30_1849_45cf_1402),
    count: |_, entries| count(Complete::Phase1Distances, entries),
    is_sound: Some(|entries, index| is_sound(Complete::Phase1Distances, entries, index)),
    ..CARD
};

/// Bytes of the entries. Each entry can be read as a word of four bytes, of which it has two and a half.
const BYTES: usize = sym_phase1::SIZE / 2 * Phase1Entry::PAIR_BYTES + 4;

/// An entry of phase 1, 20 bits: a bit for each move that leads nearer, as the moves look after the symmetry of the
/// position, and above them the distance modulo 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Phase1Entry(u32);

impl Phase1Entry {
    /// Bits of an entry.
    pub const BITS: usize = 20;

    /// Bytes of two entries, which have no bits over.
    pub const PAIR_BYTES: usize = 2 * Phase1Entry::BITS / 8;

    /// Bits of the moves that lead nearer.
    pub const NEARER_BITS: u32 = Move::COUNT as u32;

    /// All moves, each a bit.
    const ALL: u32 = (1 << Phase1Entry::NEARER_BITS) - 1;

    #[inline]
    pub const fn new(distance: u8, nearer: u32) -> Phase1Entry {
        Phase1Entry((distance as u32 % 3) << Phase1Entry::NEARER_BITS | nearer)
    }

    /// The bits as they are stored.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Writes entries as they are stored, an even number, to where the first of two begins.
    pub fn store(entries: &[Phase1Entry], bytes: &mut [u8]) {
        for (bytes, pair) in bytes.chunks_exact_mut(Phase1Entry::PAIR_BYTES).zip(entries.chunks_exact(2)) {
            let both = u64::from(pair[0].bits()) | u64::from(pair[1].bits()) << Phase1Entry::BITS;
            bytes.copy_from_slice(&both.to_le_bytes()[..Phase1Entry::PAIR_BYTES]);
        }
    }

    /// The distance from G1 modulo 3.
    #[inline]
    pub const fn residue(self) -> u8 {
        (self.0 >> Phase1Entry::NEARER_BITS) as u8
    }

    /// The distance from G1 that this entry means: `near`, or the one before or after it, by the residue. `None` if none of
    /// these has it: the file is damaged.
    #[inline]
    pub const fn distance_beside(self, near: u8) -> Option<u8> {
        distance_beside(near, self.residue())
    }

    /// A bit for each move that leads nearer; none in G1.
    #[inline]
    pub const fn nearer(self) -> u32 {
        self.0 & Phase1Entry::ALL
    }
}

/// The distance with this residue modulo 3 that is `near`, or the one before or after it. `None` if none of these has it: the file is
/// damaged.
#[inline]
pub const fn distance_beside(near: u8, residue: u8) -> Option<u8> {
    match (residue + 3 - near % 3) % 3 {
        _ if residue > 2 => None,
        2 => near.checked_sub(1),
        up => Some(near + up),
    }
}

/// The optimal moves into G1: entries in memory or mapped from a file.
#[derive(Clone, Copy)]
pub struct Phase1Table<'a> {
    entries: &'a [u8],
    /// Whether entries have the moves that lead nearer. Without these they are found among the neighbours.
    has_moves: bool,
    tables: &'static SymPhase1Tables,
}

impl<'a> Phase1Table<'a> {
    /// Reads these entries of [`Complete::Phase1`] or [`Complete::Phase1Distances`].
    ///
    /// # Panics
    /// When it is another table, or there are not as many entries as indices.
    pub fn new(table: Complete, entries: &'a [u8]) -> Phase1Table<'a> {
        let has_moves = match table {
            Complete::Phase1 => true,
            Complete::Phase1Distances => false,
            other => panic!("{other} is no table of phase 1 in the half-turn metric"),
        };
        assert_eq!(entries.len(), table.bytes(), "an entry for each index");
        Phase1Table { entries, has_moves, tables: SymPhase1Tables::get() }
    }

    /// The table.
    pub fn table(&self) -> Complete {
        if self.has_moves { Complete::Phase1 } else { Complete::Phase1Distances }
    }

    /// The entry of a position. Only in a damaged file does it not belong to the position.
    #[inline]
    pub fn at(&self, at: SymPhase1) -> Phase1Entry {
        if self.has_moves { self.stored(at.index()) } else { self.derived(at) }
    }

    /// The distance of a position modulo 3, as [`Phase1Entry::residue`] of its entry.
    #[inline(always)]
    pub fn residue(&self, at: SymPhase1) -> u8 {
        match self.has_moves {
            true => self.stored(at.index()).residue(),
            false => residues::get(self.entries, at.index()),
        }
    }

    /// The moves that may lead nearer, each a bit: all, if the table does not have them.
    #[inline(always)]
    pub fn may_be_nearer(&self, at: SymPhase1) -> u32 {
        if self.has_moves { self.stored(at.index()).nearer() } else { Phase1Entry::ALL }
    }

    /// Whether entries have the moves that lead nearer.
    #[inline(always)]
    pub fn has_moves(&self) -> bool {
        self.has_moves
    }

    #[inline(always)]
    fn stored(&self, index: usize) -> Phase1Entry {
        let first_bit = index * Phase1Entry::BITS;
        let word = self.entries[first_bit / 8..].first_chunk().map_or(0, |&word| u32::from_le_bytes(word));
        Phase1Entry(word >> (first_bit % 8) & ((1 << Phase1Entry::BITS) - 1))
    }

    /// The entry, by comparing a position with its neighbours.
    #[inline(never)]
    fn derived(&self, at: SymPhase1) -> Phase1Entry {
        /// What a nearer position has, by what the position has itself; damage has no nearer one.
        const NEARER: [u8; 4] = [2, 0, 1, u8::MAX];
        let here = residues::get(self.entries, at.index());
        let neighbours = self.tables.neighbours(at).enumerate();
        let nearer = neighbours.fold(0, |nearer, (image, there)| {
            let residue = residues::get(self.entries, there.index());
            nearer | u32::from(residue == NEARER[usize::from(here)]) << image
        });
        Phase1Entry(u32::from(here) << Phase1Entry::NEARER_BITS | nearer)
    }

    /// Asks the memory for the entry of a position that is to be read soon.
    #[inline]
    pub fn prefetch(&self, at: SymPhase1) {
        if self.has_moves {
            prefetch(self.entries, at.index() * Phase1Entry::BITS / 8);
        } else {
            prefetch(self.entries, at.index() / residues::PER_BYTE);
        }
    }

    /// The number of moves to G1, 0 … 12, by going there; `None` if the path does not end: the
    /// file is damaged.
    pub fn distance(&self, mut at: SymPhase1) -> Option<u8> {
        (0..=Complete::Phase1.greatest()).find(|_| match MoveImage::first_of(self.at(at).nearer()) {
            None => true,
            Some(image) => {
                at = self.tables.neighbour(at, image);
                false
            }
        })
    }
}

/// How many codes are at each distance, by going to G1 from each.
///
/// # Errors
/// An index from where the path into G1 does not end after as many moves as its entry says.
fn count(table: Complete, entries: &[u8]) -> Result<Counts, usize> {
    let measured = Measured::new(Phase1Table::new(table, entries));
    let distance = |index| measured.distance(index).ok_or(index);
    count_by(&SymPhase1Tables::get().classes, Twist::SIZE, distance)
}

/// Measures the paths into G1 from all positions by going them, each piece once.
struct Measured<'a> {
    table: Phase1Table<'a>,
    /// One more than the distance, where it is known.
    known: Vec<AtomicU8>,
}

impl Measured<'_> {
    fn new(table: Phase1Table) -> Measured {
        Measured { table, known: (0..Complete::Phase1.entries()).map(|_| AtomicU8::new(0)).collect() }
    }

    /// The length of the path, if it ends and every entry on it says how long it is modulo 3.
    fn distance(&self, index: usize) -> Option<u8> {
        self.measure(SymPhase1Tables::get().from_index(index), Complete::Phase1.greatest())
    }

    fn measure(&self, at: SymPhase1, at_most: u8) -> Option<u8> {
        let known = &self.known[at.index()];
        if let Some(distance) = known.load(Relaxed).checked_sub(1) {
            return Some(distance);
        }
        let entry = self.table.at(at);
        let distance = match MoveImage::first_of(entry.nearer()) {
            None => 0,
            Some(image) => {
                let next = SymPhase1Tables::get().neighbour(at, image);
                self.measure(next, at_most.checked_sub(1)?)? + 1
            }
        };
        // Threads that measure the same path find the same.
        known.store(distance + 1, Relaxed);
        (distance % 3 == entry.residue()).then_some(distance)
    }
}

/// Whether exactly the moves of the entry lead nearer, by the residues of the distances. A move changes a distance by one at
/// most, so residues distinguish nearer from equal and farther.
fn is_sound(table: Complete, entries: &[u8], index: usize) -> bool {
    let (table, tables) = (Phase1Table::new(table, entries), SymPhase1Tables::get());
    let here = tables.from_index(index);
    let entry = table.at(here);
    tables.neighbours(here).enumerate().all(|(image, there)| {
        let there = table.residue(there);
        let is_nearer = (there + 1) % 3 == entry.residue();
        there < 3 && is_nearer == (entry.nearer() >> image & 1 == 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_means_the_distance_beside_that_has_its_residue() {
        for near in 0..=Phase::One.diameter() {
            for residue in 0..4 {
                let entry = Phase1Entry(residue << Phase1Entry::NEARER_BITS);
                let beside = near.saturating_sub(1)..=near + 1;
                let expected = beside.into_iter().find(|&distance| u32::from(distance % 3) == residue);
                assert_eq!(entry.distance_beside(near), expected, "{residue} beside {near}");
            }
        }
    }
}
