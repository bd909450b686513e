//! Complete tables: how far every position of a phase is from its goal.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use rayon::prelude::*;

use super::{Kind, WrongContents};
use crate::coord::prefetch::prefetch;
use crate::coord::sym_phase1::{self, SymPhase1, SymPhase1Tables};
use crate::coord::sym_phase2::{self, SymPhase2, SymPhase2Tables};
use crate::coord::symmetry::Classes;
use crate::coord::{Coordinate, Phase2, twist::Twist};

/// One of the two phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// From anywhere into G1, by all moves.
    One,
    /// Within G1 to solved, by the ten moves that keep it.
    Two,
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

impl Phase {
    /// Both.
    pub const ALL: [Phase; 2] = [Phase::One, Phase::Two];

    /// The file name's stem and the name in output: `d1` or `d2`.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::One => "d1",
            Phase::Two => "d2",
        }
    }

    /// The greatest distance from the goal.
    pub const fn greatest(self) -> u8 {
        match self {
            Phase::One => 12,
            Phase::Two => 18,
        }
    }

    /// How many positions are 0, 1, 2, … moves from the goal, as published: of phase 1 codes,
    /// of phase 2 positions of G1.
    pub fn per_depth(self) -> Vec<u64> {
        match self {
            Phase::One => Kind::P0.per_depth(),
            Phase::Two => PER_DEPTH_G1.to_vec(),
        }
    }

    /// Bytes of the entries.
    pub const fn bytes(self) -> usize {
        match self {
            // Each can be read as a word of four bytes, of which it has two and a half.
            Phase::One => self.places() / 2 * 5 + 4,
            Phase::Two => self.places() / 2,
        }
    }

    /// Positions of phase 2 that are at most so far from solved share an entry.
    pub const NEAR: u8 = 3;

    /// The number of entries of the complete table.
    pub const fn places(self) -> usize {
        match self {
            Phase::One => sym_phase1::SIZE,
            Phase::Two => sym_phase2::SIZE,
        }
    }
}

/// The entry of a distance of phase 2, half a byte: `max(distance, 3) - 3`.
#[inline]
pub(crate) const fn phase2_entry(distance: u8) -> u8 {
    distance.saturating_sub(Phase::NEAR)
}

/// An entry of phase 1, 20 bits: `distance mod 3 · 2^18`, and a bit for each move that leads
/// nearer, as the moves look after the symmetry of the place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Phase1Entry(u32);

impl Phase1Entry {
    /// Bits of an entry.
    pub(crate) const BITS: usize = 20;

    #[inline]
    pub(crate) const fn new(distance: u8, nearer: u32) -> Phase1Entry {
        Phase1Entry((distance as u32 % 3) << 18 | nearer)
    }

    /// As it is stored.
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// The distance from G1 modulo 3.
    #[inline]
    pub const fn residue(self) -> u8 {
        (self.0 >> 18) as u8
    }

    /// A bit for each move that leads nearer; none in G1.
    #[inline]
    pub const fn nearer(self) -> u32 {
        self.0 & 0x3_ffff
    }
}

/// A complete table in memory.
pub struct Distances {
    phase: Phase,
    entries: Vec<u8>,
    histogram: Vec<u64>,
}

impl Distances {
    /// Takes the entries as they are stored.
    pub(crate) fn new(phase: Phase, entries: Vec<u8>, histogram: Vec<u64>) -> Distances {
        assert_eq!(entries.len(), phase.bytes(), "an entry for each place");
        Distances { phase, entries, histogram }
    }

    /// The phase.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// How many positions are 0, 1, 2, … moves from the goal: of phase 1 codes, of phase 2
    /// positions of G1.
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// These, if they have the published counts.
    ///
    /// # Errors
    /// [`WrongContents`]; then the engine that searched is wrong.
    pub fn check(self) -> Result<Distances, WrongContents> {
        let expected = self.phase.per_depth();
        if self.histogram == expected {
            return Ok(self);
        }
        Err(WrongContents::Counts { table: self.phase.into(), found: self.histogram, expected })
    }

    /// The entries as they are stored, see `tables/README.md`.
    pub fn entries(&self) -> &[u8] {
        &self.entries
    }
}

/// The shortest ways into G1: entries in memory or mapped from a file.
#[derive(Clone, Copy)]
pub struct Phase1Table<'a> {
    entries: &'a [u8],
}

impl<'a> Phase1Table<'a> {
    /// Reads these entries of [`Phase::One`].
    ///
    /// # Panics
    /// When there are not as many as places.
    pub fn new(entries: &'a [u8]) -> Phase1Table<'a> {
        assert_eq!(entries.len(), Phase::One.bytes(), "an entry for each place");
        Phase1Table { entries }
    }

    /// The entries as they are stored.
    pub(crate) fn entries(&self) -> &'a [u8] {
        self.entries
    }

    /// The entry of a place. Only in a damaged file does it not belong to the position.
    #[inline]
    pub fn at(&self, place: SymPhase1) -> Phase1Entry {
        let first_bit = place.index() * Phase1Entry::BITS;
        let word = self.entries[first_bit / 8..].first_chunk().map_or(0, |&word| u32::from_le_bytes(word));
        Phase1Entry(word >> (first_bit % 8) & ((1 << Phase1Entry::BITS) - 1))
    }

    /// Asks the memory for the entry of a place that is to be read soon.
    #[inline]
    pub fn prefetch(&self, place: SymPhase1) {
        prefetch(self.entries, place.index() * Phase1Entry::BITS / 8);
    }

    /// The number of moves to G1, 0 … 12, by going there; `None` if the way does not end: the
    /// file is damaged.
    pub fn distance(&self, place: SymPhase1) -> Option<u8> {
        let mut place = place;
        (0..=Phase::One.greatest()).find(|_| {
            let nearer = self.at(place).nearer();
            if nearer != 0 {
                place = SymPhase1Tables::get().neighbour(place, nearer.trailing_zeros() as usize % 18);
            }
            nearer == 0
        })
    }
}

/// How far positions of G1 are from solved: entries in memory or mapped from a file.
#[derive(Clone, Copy)]
pub struct Phase2Table<'a> {
    entries: &'a [u8],
}

impl<'a> Phase2Table<'a> {
    /// Reads these entries of [`Phase::Two`].
    ///
    /// # Panics
    /// When there are not as many as places.
    pub fn new(entries: &'a [u8]) -> Phase2Table<'a> {
        assert_eq!(entries.len(), Phase::Two.bytes(), "an entry for each place");
        Phase2Table { entries }
    }

    /// The entries as they are stored.
    pub(crate) fn entries(&self) -> &'a [u8] {
        self.entries
    }

    /// The number of moves to solved, 3 … 18; 3 too where there are fewer.
    #[inline]
    pub fn of(&self, at: Phase2) -> u8 {
        self.at(SymPhase2Tables::get().reduce(at))
    }

    /// The number of moves to solved from a place, as [`Phase2Table::of`].
    #[inline]
    pub fn at(&self, place: SymPhase2) -> u8 {
        Phase::NEAR + (self.entries[place.index() / 2] >> (place.index() % 2 * 4) & 15)
    }

    /// Asks the memory for the entry of a place that is to be read soon.
    #[inline]
    pub fn prefetch(&self, place: SymPhase2) {
        prefetch(self.entries, place.index() / 2);
    }
}

/// How many positions are at each distance: of phase 1 codes, of phase 2 positions of G1, those
/// up to [`Phase::NEAR`] together. Each place counts as often as its class is large.
///
/// # Errors
/// A place of phase 1 from where the way into G1 does not end after as many moves as its entry says.
pub(super) fn count(phase: Phase, entries: &[u8]) -> Result<[u64; 19], usize> {
    match phase {
        Phase::One => {
            let ways = MeasuredWays::new(Phase1Table::new(entries));
            count_by(&SymPhase1Tables::get().classes, Twist::SIZE, |place| ways.distance(place).ok_or(place))
        }
        Phase::Two => {
            let distance = |place: usize| Ok(Phase::NEAR + (entries[place / 2] >> (place % 2 * 4) & 15));
            count_by(&SymPhase2Tables::get().classes, sym_phase2::ROW, distance)
        }
    }
}

fn count_by(
    classes: &Classes,
    row: usize,
    distance: impl Fn(usize) -> Result<u8, usize> + Sync,
) -> Result<[u64; 19], usize> {
    let of_class = |class: usize| {
        let mut counts = [0; 19];
        for place in class * row..(class + 1) * row {
            counts[usize::from(distance(place)?)] += u64::from(classes.size(class));
        }
        Ok(counts)
    };
    let add = |a: [u64; 19], b: [u64; 19]| Ok(std::array::from_fn(|i| a[i] + b[i]));
    (0..classes.len()).into_par_iter().map(of_class).try_reduce(|| [0; 19], add)
}

/// Measures the ways of all places by going them, each piece once.
struct MeasuredWays<'a> {
    ways: Phase1Table<'a>,
    /// One more than the distance, where it is known.
    known: Vec<AtomicU8>,
}

impl MeasuredWays<'_> {
    fn new(ways: Phase1Table) -> MeasuredWays {
        MeasuredWays { ways, known: (0..Phase::One.places()).map(|_| AtomicU8::new(0)).collect() }
    }

    /// The length of the way, if it ends and every entry on it says how long it is modulo 3.
    fn distance(&self, place: usize) -> Option<u8> {
        self.measure(SymPhase1Tables::get().from_index(place), Phase::One.greatest())
    }

    fn measure(&self, place: SymPhase1, at_most: u8) -> Option<u8> {
        let known = &self.known[place.index()];
        if let Some(distance) = known.load(Relaxed).checked_sub(1) {
            return Some(distance);
        }
        let entry = self.ways.at(place);
        let distance = match entry.nearer() {
            0 => 0,
            nearer => {
                let next = SymPhase1Tables::get().neighbour(place, nearer.trailing_zeros() as usize);
                self.measure(next, at_most.checked_sub(1)?)? + 1
            }
        };
        // Threads that measure the same way find the same.
        known.store(distance + 1, Relaxed);
        (distance % 3 == entry.residue()).then_some(distance)
    }
}
