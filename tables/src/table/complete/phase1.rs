//! The complete tables of phase 1: of every code its distance from G1, with all optimal steps or without.
//!
//! In the half-turn metric an entry has the distance modulo 3. By other costs a step may change a distance by more than one, so an
//! entry has the whole distance.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use super::by_costs::proved;
use super::{Complete, Counts, TableCard, count_by};
use crate::coord::phase1::CODES;
use crate::coord::prefetch::prefetch;
use crate::coord::steps::PhaseSteps;
use crate::coord::sym_phase1::{self, SymPhase1, SymPhase1Tables};
use crate::coord::symmetry::MoveImage;
use crate::coord::{Coordinate, twist::Twist};
use crate::space::Space;
use crate::table::Phase;
use cubebatch_cube::cube::{HTM, Move};

pub(super) const CARD: TableCard = TableCard {
    name: "phase1-complete",
    codes: [*b"d1\0\0", *b"c1\0\0"],
    phase: Phase::One,
    greatest: |costs| Phase1Layout::of(Complete::Phase1(costs)).greatest(),
    least: 0,
    counts: "phase1",
    positions: CODES,
    entries: sym_phase1::SIZE,
    bytes: |costs| Phase1Layout::of(Complete::Phase1(costs)).bytes(),
    sample: 0x812c_718b_2d45_57d6,
    count: |costs, entries| count(Complete::Phase1(costs), entries),
    is_sound: |entries, index| is_sound(Complete::Phase1(HTM), entries, index),
};

/// Where there is little memory: the distance alone.
pub(super) const DISTANCES: TableCard = TableCard {
    name: "phase1-distances",
    codes: [*b"m1\0\0", *b"e1\0\0"],
    greatest: |costs| Phase1Layout::of(Complete::Phase1Distances(costs)).greatest(),
    bytes: |costs| Phase1Layout::of(Complete::Phase1Distances(costs)).bytes(),
    sample: 0x1c30_1849_45cf_1402,
    count: |costs, entries| count(Complete::Phase1Distances(costs), entries),
    is_sound: |entries, index| is_sound(Complete::Phase1Distances(HTM), entries, index),
    ..CARD
};

/// How the entries of a table of phase 1 are stored.
#[derive(Clone, Copy)]
pub struct Phase1Layout {
    table: Complete,
    /// Bits of an entry.
    bits: u32,
    /// Where the distance begins in an entry, and the greatest number there.
    distance: u32,
    distance_mask: u64,
    /// Whether the distance is modulo 3.
    is_modulo_3: bool,
    /// Whether the table has the steps that lead nearer, and where they begin.
    has_steps: bool,
    nearer: u32,
    /// All steps, each a bit.
    all: u64,
}

impl Phase1Layout {
    /// In the half-turn metric: the steps, and above them the distance modulo 3.
    const MOVES: Phase1Layout = Phase1Layout {
        table: Complete::Phase1(HTM),
        bits: Phase1Entry::BITS as u32,
        distance: Phase1Entry::NEARER_BITS,
        distance_mask: 3,
        is_modulo_3: true,
        has_steps: true,
        nearer: 0,
        all: Phase1Entry::ALL as u64,
    };

    /// The layout of a table.
    ///
    /// # Panics
    /// When it is no table of phase 1.
    pub fn of(table: Complete) -> Phase1Layout {
        let (costs, has_steps) = match table {
            Complete::Phase1(HTM) => return Phase1Layout::MOVES,
            Complete::Phase1Distances(HTM) => {
                return Phase1Layout { table, bits: 2, distance: 0, has_steps: false, ..Phase1Layout::MOVES };
            }
            Complete::Phase1(costs) => (costs, true),
            Complete::Phase1Distances(costs) => (costs, false),
            other => panic!("{other} is no table of phase 1"),
        };
        let farthest = match table.per_depth().len() as u8 {
            // No position is farther than 12 turns of the dearest sort.
            0 => Phase::One.diameter() * costs.dearest(),
            distances => distances - 1,
        };
        let steps = PhaseSteps::one(costs).steps.all().len() as u32;
        let distance_bits = if has_steps { u8::BITS - farthest.leading_zeros() } else { u8::BITS };
        let bits = if has_steps { distance_bits + steps } else { distance_bits };
        Phase1Layout {
            table,
            bits: bits.next_multiple_of(u8::BITS),
            distance: 0,
            distance_mask: (1 << distance_bits) - 1,
            is_modulo_3: false,
            has_steps,
            nearer: distance_bits,
            all: (1 << steps) - 1,
        }
    }

    fn greatest(self) -> u8 {
        match self.distance_mask as u8 {
            _ if self.is_modulo_3 => Phase::One.diameter(),
            // It is no distance, but the sign of a position that was not reached.
            u8::MAX => u8::MAX - 1,
            greatest => greatest,
        }
    }

    fn bytes(self) -> usize {
        // The files end with bytes so that each entry can be read as a part of a word.
        let after = match self.table {
            Complete::Phase1(HTM) => 4,
            Complete::Phase1Distances(HTM) => 0,
            _ => size_of::<u64>(),
        };
        self.bytes_of(sym_phase1::SIZE) + after
    }

    /// The bits of an entry that has steps.
    #[inline]
    pub fn entry(self, distance: u8, nearer: u64) -> u64 {
        let distance = if self.is_modulo_3 { distance % 3 } else { distance };
        u64::from(distance) << self.distance | nearer << self.nearer
    }

    /// How many bytes a number of entries takes.
    pub fn bytes_of(self, entries: usize) -> usize {
        (entries as u64 * u64::from(self.bits)).div_ceil(8) as usize
    }

    /// Writes entries as they are stored, an even number, to where the first of two begins.
    pub fn store(self, entries: &[u64], bytes: &mut [u8]) {
        // As many as have whole bytes together.
        let at_once = if self.bits.is_multiple_of(u8::BITS) { 1 } else { 2 };
        let width = self.bytes_of(at_once);
        for (bytes, entries) in bytes.chunks_exact_mut(width).zip(entries.chunks_exact(at_once)) {
            let word = entries.iter().rev().fold(0, |word, entry| word << self.bits | entry);
            bytes.copy_from_slice(&word.to_le_bytes()[..width]);
        }
    }

    /// Reads these entries.
    ///
    /// # Panics
    /// When there are not as many entries as indices.
    pub fn view(self, entries: &[u8]) -> Phase1Table<'_> {
        assert_eq!(entries.len(), self.bytes(), "an entry for each index");
        Phase1Table { entries, layout: self, tables: SymPhase1Tables::get() }
    }
}

/// An entry of phase 1, 20 bits: a bit for each move that leads nearer, as the moves look after the symmetry of the
/// position, and above them the distance modulo 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Phase1Entry(u32);

impl Phase1Entry {
    /// Bits of an entry.
    pub const BITS: usize = 20;

    /// Bits of the moves that lead nearer.
    pub const NEARER_BITS: u32 = Move::COUNT as u32;

    /// All moves, each a bit.
    const ALL: u32 = (1 << Phase1Entry::NEARER_BITS) - 1;

    /// All bits.
    const MASK: u32 = (1 << Phase1Entry::BITS) - 1;

    #[inline]
    pub const fn new(distance: u8, nearer: u32) -> Phase1Entry {
        Phase1Entry((distance as u32 % 3) << Phase1Entry::NEARER_BITS | nearer)
    }

    /// The bits as they are stored.
    pub const fn bits(self) -> u32 {
        self.0
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
const fn distance_beside(near: u8, residue: u8) -> Option<u8> {
    match (residue + 3 - near % 3) % 3 {
        _ if residue > 2 => None,
        2 => near.checked_sub(1),
        up => Some(near + up),
    }
}

/// The distances from G1, with the steps that lead nearer where the table has them: entries in memory or mapped from a file.
#[derive(Clone, Copy)]
pub struct Phase1Table<'a> {
    entries: &'a [u8],
    layout: Phase1Layout,
    tables: &'static SymPhase1Tables,
}

impl<'a> Phase1Table<'a> {
    /// Reads the entries of a table of phase 1.
    ///
    /// # Panics
    /// When it is another table, or there are not as many entries as indices.
    pub fn new(table: Complete, entries: &'a [u8]) -> Phase1Table<'a> {
        Phase1Layout::of(table).view(entries)
    }

    /// The table.
    pub fn table(&self) -> Complete {
        self.layout.table
    }

    /// The bits from the first one of an entry on.
    #[inline(always)]
    fn bits_from(&self, index: usize) -> u64 {
        let first_bit = index as u64 * u64::from(self.layout.bits);
        let bytes = &self.entries[(first_bit / 8) as usize..];
        let word = bytes.first_chunk().map_or_else(|| last_word(bytes), |&word| u64::from_le_bytes(word));
        word >> (first_bit % 8)
    }

    /// What an entry says of its distance: all, or what it is modulo 3.
    #[inline(always)]
    fn stored_distance(&self, index: usize) -> u8 {
        (self.bits_from(index) >> self.layout.distance & self.layout.distance_mask) as u8
    }

    /// The distance of a position modulo 3, in the half-turn metric; 3 in damaged files alone.
    #[inline(always)]
    pub fn residue(&self, at: SymPhase1) -> u8 {
        self.stored_distance(at.index())
    }

    /// The distance of a position, one step of this cost beside a position that is `before` from G1. `None` if the entry
    /// contradicts that: the file is damaged.
    #[inline(always)]
    pub fn distance_beside(&self, at: SymPhase1, before: u8, cost: u8) -> Option<u8> {
        let stored = self.stored_distance(at.index());
        match self.layout.is_modulo_3 {
            true => distance_beside(before, stored),
            false => (stored.abs_diff(before) <= cost).then_some(stored),
        }
    }

    /// The steps that lead nearer, each a bit, by what they look like after the symmetry of the position; all, if the table does not
    /// have them.
    #[inline(always)]
    pub fn may_be_nearer(&self, at: SymPhase1) -> u64 {
        self.nearer_in(at.index())
    }

    #[inline(always)]
    fn nearer_in(&self, index: usize) -> u64 {
        match self.layout.has_steps {
            true => self.bits_from(index) >> self.layout.nearer & self.layout.all,
            false => self.layout.all,
        }
    }

    /// Whether entries have distances modulo 3.
    #[inline(always)]
    pub fn is_modulo_3(&self) -> bool {
        self.layout.is_modulo_3
    }

    /// Whether entries have the steps that lead nearer.
    #[inline(always)]
    pub fn has_steps(&self) -> bool {
        self.layout.has_steps
    }

    /// All steps, each a bit.
    #[inline(always)]
    pub fn all_steps(&self) -> u64 {
        self.layout.all
    }

    /// The entry of a position in the half-turn metric. Only in a damaged file does it not belong to the position. Where the table
    /// does not have the moves that lead nearer, they are found among the neighbours.
    #[inline]
    pub fn at(&self, at: SymPhase1) -> Phase1Entry {
        match self.has_steps() {
            true => Phase1Entry(self.bits_from(at.index()) as u32 & Phase1Entry::MASK),
            false => self.derived(at),
        }
    }

    /// The entry, by comparing a position with its neighbours.
    #[inline(never)]
    fn derived(&self, at: SymPhase1) -> Phase1Entry {
        /// What a nearer position has, by what the position has itself; damage has no nearer one.
        const NEARER: [u8; 4] = [2, 0, 1, u8::MAX];
        let here = self.residue(at);
        let neighbours = self.tables.neighbours(at).enumerate();
        let nearer = neighbours.fold(0, |nearer, (image, there)| {
            nearer | u32::from(self.residue(there) == NEARER[usize::from(here)]) << image
        });
        Phase1Entry(u32::from(here) << Phase1Entry::NEARER_BITS | nearer)
    }

    /// Asks the memory for the entry of a position that is to be read soon.
    #[inline(always)]
    pub fn prefetch(&self, at: SymPhase1) {
        prefetch(self.entries, (at.index() as u64 * u64::from(self.layout.bits) / 8) as usize);
    }

    /// The distance of a position from G1; `None` if the path there does not end: the file is damaged.
    pub fn distance(&self, mut at: SymPhase1) -> Option<u8> {
        if !self.layout.is_modulo_3 {
            return Some(self.stored_distance(at.index()));
        }
        (0..=Phase::One.diameter()).find(|_| match self.step_nearer(at) {
            None => true,
            Some(next) => {
                at = next;
                false
            }
        })
    }

    /// The position after a move that leads nearer, in the half-turn metric; `None` in G1.
    #[inline(always)]
    pub fn step_nearer(&self, at: SymPhase1) -> Option<SymPhase1> {
        MoveImage::first_of(self.at(at).nearer()).map(|image| self.tables.neighbour(at, image))
    }
}

/// The last bytes of a table as a word.
#[cold]
fn last_word(bytes: &[u8]) -> u64 {
    let mut word = [0; size_of::<u64>()];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

/// How many codes are at each distance: in the half-turn metric by going to G1 from each, else by comparing each with its neighbours.
///
/// # Errors
/// An index whose entry says something else.
fn count(table: Complete, entries: &[u8]) -> Result<Counts, usize> {
    let (view, classes) = (Phase1Table::new(table, entries), &SymPhase1Tables::get().classes);
    if table.costs() == HTM {
        let measured = Measured::new(view);
        return count_by(classes, Twist::SIZE, |index| measured.distance(index).ok_or(index));
    }
    let phase = PhaseSteps::one(table.costs());
    let space = Space::phase1_by(&phase.moves);
    let holds = |index, nearer| !view.has_steps() || view.nearer_in(index) == nearer;
    proved(&space, &phase, classes, |index| view.stored_distance(index), holds)
}

/// Measures the paths into G1 from all positions by going them, each piece once.
struct Measured<'a> {
    table: Phase1Table<'a>,
    /// One more than the distance, where it is known.
    known: Vec<AtomicU8>,
}

impl Measured<'_> {
    fn new(table: Phase1Table) -> Measured {
        Measured { table, known: (0..sym_phase1::SIZE).map(|_| AtomicU8::new(0)).collect() }
    }

    /// The length of the path, if it ends and every entry on it says how long it is modulo 3.
    fn distance(&self, index: usize) -> Option<u8> {
        self.measure(SymPhase1Tables::get().from_index(index), Phase::One.diameter())
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
