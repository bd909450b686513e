//! Complete tables: how far every position of a phase is from its goal.

use rayon::prelude::*;

use super::{Kind, WrongContents};
use crate::coord::phase1_places::{self, Phase1Places};
use crate::coord::phase2_places::{self, Phase2Places};
use crate::coord::{Coordinate, Phase1, Phase2, twist::Twist};

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
        self.places().div_ceil(2)
    }

    /// Positions of phase 2 that are at most so far from solved share an entry.
    pub const NEAR: u8 = 3;

    /// The number of entries of the complete table.
    pub const fn places(self) -> usize {
        match self {
            Phase::One => phase1_places::PLACES,
            Phase::Two => phase2_places::PLACES,
        }
    }

    /// The entry of a distance: half a byte holds 0 … 12 of phase 1 as they are, but of phase 2
    /// the distances 0 … 18 only as `max(distance, 3) - 3`.
    #[inline]
    pub const fn entry(self, distance: u8) -> u8 {
        match self {
            Phase::One => distance,
            Phase::Two => distance.saturating_sub(Phase::NEAR),
        }
    }

    /// The greatest distance with this entry.
    #[inline]
    pub const fn distance(self, entry: u8) -> u8 {
        match self {
            Phase::One => entry,
            Phase::Two => entry + Phase::NEAR,
        }
    }
}

/// A complete table in memory.
pub struct Distances {
    phase: Phase,
    entries: Vec<u8>,
    histogram: Vec<u64>,
}

impl Distances {
    /// Takes the entries, two a byte.
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

    /// The entries, two a byte: the first one in the low half.
    pub fn entries(&self) -> &[u8] {
        &self.entries
    }
}

/// How far codes are from G1: entries in memory or mapped from a file.
#[derive(Clone, Copy)]
pub struct Phase1Distances<'a> {
    entries: &'a [u8],
    places: &'static Phase1Places,
}

impl<'a> Phase1Distances<'a> {
    /// Reads these entries of [`Phase::One`].
    ///
    /// # Panics
    /// When there are not as many as places.
    pub fn new(entries: &'a [u8]) -> Phase1Distances<'a> {
        assert_eq!(entries.len(), Phase::One.bytes(), "an entry for each place");
        Phase1Distances { entries, places: Phase1Places::get() }
    }

    /// The number of moves to G1: 0 … 12; anything to 15 if the file is damaged.
    #[inline]
    pub fn of(&self, at: Phase1) -> u8 {
        entry(self.entries, self.places.place(at))
    }
}

/// How far positions of G1 are from solved: entries in memory or mapped from a file.
#[derive(Clone, Copy)]
pub struct Phase2Distances<'a> {
    entries: &'a [u8],
    places: &'static Phase2Places,
}

impl<'a> Phase2Distances<'a> {
    /// Reads these entries of [`Phase::Two`].
    ///
    /// # Panics
    /// When there are not as many as places.
    pub fn new(entries: &'a [u8]) -> Phase2Distances<'a> {
        assert_eq!(entries.len(), Phase::Two.bytes(), "an entry for each place");
        Phase2Distances { entries, places: Phase2Places::get() }
    }

    /// The number of moves to solved, 3 … 18; 3 too where there are fewer.
    #[inline]
    pub fn of(&self, at: Phase2) -> u8 {
        Phase::Two.distance(entry(self.entries, self.places.place(at)))
    }
}

#[inline]
fn entry(entries: &[u8], place: usize) -> u8 {
    entries[place / 2] >> (place % 2 * 4) & 15
}

/// How many positions have each of the 16 entries: of phase 1 codes, of phase 2 positions of
/// G1. Each place counts as often as its class is large.
pub(super) fn count(phase: Phase, entries: &[u8]) -> [u64; 16] {
    let (classes, row) = match phase {
        Phase::One => (&Phase1Places::get().classes, Twist::SIZE),
        Phase::Two => (&Phase2Places::get().classes, phase2_places::ROW),
    };
    let of_class = |class: usize| {
        let mut counts = [0; 16];
        for place in class * row..(class + 1) * row {
            counts[usize::from(entry(entries, place))] += u64::from(classes.size(class));
        }
        counts
    };
    let add = |a: [u64; 16], b: [u64; 16]| std::array::from_fn(|i| a[i] + b[i]);
    (0..classes.len()).into_par_iter().map(of_class).reduce(|| [0; 16], add)
}
