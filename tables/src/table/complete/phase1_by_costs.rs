//! The complete tables of phase 1 by other costs: of every code its distance from G1, and in one of them the steps that lead nearer.

use super::by_costs::{READ, known, name, proved};
use super::{Card, Complete, Counts};
use crate::coord::prefetch::prefetch;
use crate::coord::steps::PhaseSteps;
use crate::coord::sym_phase1::{self, SymPhase1Tables};
use crate::space::Space;
use crate::table::Phase;
use cubebatch_cube::cube::Metric;

pub(super) const CARD: Card = Card {
    name: |costs| name("phase1-complete", costs),
    code: *b"c1\0\0",
    phase: Phase::One,
    greatest: |costs| LayoutByCosts::of(Complete::Phase1By(costs)).greatest(),
    least: 0,
    per_depth: |costs| known(costs, counts),
    positions: crate::coord::phase1::CODES,
    entries: sym_phase1::SIZE,
    bytes: |costs| LayoutByCosts::of(Complete::Phase1By(costs)).bytes(),
    sample: None,
    count: |costs, entries| count(Complete::Phase1By(costs), entries),
    is_sound: None,
};

/// Where there is little memory.
pub(super) const DISTANCES: Card = Card {
    name: |costs| name("phase1-distances", costs),
    code: *b"e1\0\0",
    greatest: |costs| LayoutByCosts::of(Complete::Phase1DistancesBy(costs)).greatest(),
    bytes: |costs| LayoutByCosts::of(Complete::Phase1DistancesBy(costs)).bytes(),
    count: |costs, entries| count(Complete::Phase1DistancesBy(costs), entries),
    ..CARD
};

/// How many codes of phase 1 have each distance from G1, as a breadth-first search counted them.
fn counts(metric: Metric) -> Vec<u64> {
    match metric {
        Metric::HalfTurn => Complete::Phase1.per_depth(),
        Metric::QuarterTurn => vec![
            1,
            4,
            34,
            312,
            2_772,
            24_996,
            225_949,
            2_017_078,
            17_554_890,
            139_132_730,
            758_147_361,
            1_182_378_518,
            117_594_403,
            14_072,
        ],
        Metric::Axial => {
            vec![1, 6, 132, 2_953, 69_582, 1_633_644, 37_039_446, 628_256_954, 1_531_735_450, 18_354_940, 12]
        }
        Metric::Slice => vec![
            1,
            6,
            84,
            1_225,
            18_678,
            278_324,
            4_055_046,
            55_413_858,
            562_651_710,
            1_461_915_348,
            132_756_672,
            2_168,
        ],
        // None were published.
        _ => Vec::new(),
    }
}

/// How an entry is stored: the distance in its low bits, and above them a bit for each step, if the table has the steps.
#[derive(Clone, Copy)]
pub struct LayoutByCosts {
    distance_bits: u32,
    width: usize,
    has_steps: bool,
    /// All steps, each a bit.
    all: u64,
}

impl LayoutByCosts {
    /// The layout of [`Complete::Phase1By`] or [`Complete::Phase1DistancesBy`].
    ///
    /// # Panics
    /// When it is another table.
    pub fn of(table: Complete) -> LayoutByCosts {
        let (costs, has_steps) = match table {
            Complete::Phase1By(costs) => (costs, true),
            Complete::Phase1DistancesBy(costs) => (costs, false),
            other => panic!("{other} does not count phase 1 by costs"),
        };
        let farthest = match known(costs, counts).len() as u8 {
            // No position is farther than 12 turns of the dearest sort.
            0 => Phase::One.diameter() * costs.dearest(),
            distances => distances - 1,
        };
        let steps = PhaseSteps::one(costs).steps.all().len() as u32;
        let distance_bits = if has_steps { u8::BITS - farthest.leading_zeros() } else { u8::BITS };
        let bits = distance_bits + if has_steps { steps } else { 0 };
        let width = bits.div_ceil(u8::BITS) as usize;
        LayoutByCosts { distance_bits, width, has_steps, all: (1 << steps) - 1 }
    }

    fn greatest(self) -> u8 {
        // A number with all bits set is no distance, but the sign of a position that was not reached.
        if self.distance_bits == u8::BITS { u8::MAX - 1 } else { (1 << self.distance_bits) - 1 }
    }

    fn bytes(self) -> usize {
        sym_phase1::SIZE * self.width + READ
    }

    /// Reads these entries.
    ///
    /// # Panics
    /// When there are not as many entries as indices.
    pub fn view(self, entries: &[u8]) -> Phase1ByCosts<'_> {
        assert_eq!(entries.len(), self.bytes(), "an entry for each index");
        Phase1ByCosts { entries, layout: self }
    }

    /// Stores the entries of a row, from their distances and the steps that lead nearer.
    pub fn store(self, row: impl Iterator<Item = EntryByCosts>, bytes: &mut [u8]) {
        for (bytes, EntryByCosts { distance, nearer }) in bytes.chunks_exact_mut(self.width).zip(row) {
            let word = u64::from(distance) | nearer << self.distance_bits;
            bytes.copy_from_slice(&word.to_le_bytes()[..self.width]);
        }
    }
}

/// The distances from G1, with the steps that lead nearer where the table has them: entries in memory or mapped from a file.
#[derive(Clone, Copy)]
pub struct Phase1ByCosts<'a> {
    entries: &'a [u8],
    layout: LayoutByCosts,
}

/// An entry of phase 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryByCosts {
    /// What the way into G1 costs at least.
    pub distance: u8,
    /// The steps that begin a cheapest way, or may do so, each a bit, by what they look like after the symmetry of the position.
    pub nearer: u64,
}

impl<'a> Phase1ByCosts<'a> {
    /// Reads the entries of [`Complete::Phase1By`] or [`Complete::Phase1DistancesBy`].
    ///
    /// # Panics
    /// When it is another table, or there are not as many entries as indices.
    pub fn new(table: Complete, entries: &'a [u8]) -> Phase1ByCosts<'a> {
        LayoutByCosts::of(table).view(entries)
    }

    /// The entry with this index.
    #[inline(always)]
    pub fn entry(&self, index: usize) -> EntryByCosts {
        let LayoutByCosts { distance_bits, width, has_steps, all } = self.layout;
        let bytes = self.entries[index * width..].first_chunk().expect("bytes follow the last entry");
        let word = u64::from_le_bytes(*bytes);
        EntryByCosts {
            distance: (word & ((1 << distance_bits) - 1)) as u8,
            nearer: if has_steps { word >> distance_bits & all } else { all },
        }
    }

    /// All steps, each a bit.
    #[inline(always)]
    pub fn all(&self) -> u64 {
        self.layout.all
    }

    /// Whether it is known which steps lead nearer.
    #[inline(always)]
    pub fn has_steps(&self) -> bool {
        self.layout.has_steps
    }

    /// Asks the memory for an entry that is to be read soon.
    #[inline(always)]
    pub fn prefetch(&self, index: usize) {
        prefetch(self.entries, index * self.layout.width);
    }
}

fn count(table: Complete, entries: &[u8]) -> Result<Counts, usize> {
    let (phase, view) = (PhaseSteps::one(table.costs()), Phase1ByCosts::new(table, entries));
    let space = Space::phase1_by(&phase.moves);
    let holds = |index: usize, nearer: u64| !view.has_steps() || view.entry(index).nearer == nearer;
    let classes = &SymPhase1Tables::get().classes;
    proved(&space, &phase, classes, |index| view.entry(index).distance, holds)
}
