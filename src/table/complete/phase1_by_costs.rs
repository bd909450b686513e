//! The complete tables of phase 1 by other costs: of every code its distance from G1, and in one of them the steps that lead nearer.

use super::by_costs::{READ, known, name, proved};
use super::{Card, Complete, Counts};
use crate::coord::prefetch::prefetch;
use crate::coord::steps::PhaseSteps;
use crate::coord::sym_phase1::{self, SymPhase1Tables};
use crate::cube::{EvenCosts, Metric};
use crate::space::Space;
use crate::table::Phase;

pub(super) const CARD: Card = Card {
    name: |costs| name("phase1-complete", costs),
    code: *b"c1\0\0",
    phase: Phase::One,
    greatest: |costs| Layout::with_steps(costs).greatest(),
    least: 0,
    per_depth: |costs| known(costs, counts),
    positions: crate::coord::phase1::CODES,
    entries: sym_phase1::SIZE,
    bytes: |costs| Layout::with_steps(costs).bytes(),
    sample: None,
    count: |costs, entries| count(Complete::Phase1By(costs), entries),
    is_sound: None,
};

/// Where there is little memory.
pub(super) const DISTANCES: Card = Card {
    name: |costs| name("phase1-distances", costs),
    code: *b"e1\0\0",
    greatest: |_| Layout::DISTANCES.greatest(),
    bytes: |_| Layout::DISTANCES.bytes(),
    count: |costs, entries| count(Complete::Phase1DistancesBy(costs), entries),
    ..CARD
};

/// How many codes of phase 1 have each distance from G1, as a breadth-first search counted them.
fn counts(metric: Metric) -> Vec<u64> {
    match metric {
        // It has a table of its own.
        Metric::HalfTurn => Vec::new(),
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
    }
}

/// What an entry has: the distance in its low bits, and above them a bit for each step.
#[derive(Clone, Copy)]
struct Layout {
    distance_bits: u32,
    steps: u32,
}

impl Layout {
    const DISTANCES: Layout = Layout { distance_bits: u8::BITS, steps: 0 };

    fn with_steps(costs: EvenCosts) -> Layout {
        let farthest = match known(costs, counts).len() as u8 {
            // No position is farther than 12 turns of the dearest sort.
            0 => Phase::One.diameter() * costs.dearest(),
            distances => distances - 1,
        };
        let steps = PhaseSteps::one(costs).steps.all().len() as u32;
        Layout { distance_bits: u8::BITS - farthest.leading_zeros(), steps }
    }

    const fn of_bits(self) -> u32 {
        self.distance_bits + self.steps
    }

    const fn width(self) -> usize {
        self.of_bits().div_ceil(u8::BITS) as usize
    }

    const fn greatest(self) -> u8 {
        // A number with all bits set is no distance, but the sign of a position that was not reached.
        if self.distance_bits == u8::BITS { u8::MAX - 1 } else { (1 << self.distance_bits) - 1 }
    }

    const fn bytes(self) -> usize {
        sym_phase1::SIZE * self.width() + READ
    }
}

/// The distances from G1, with the steps that lead nearer where the table has them: entries in memory or mapped from a file.
#[derive(Clone, Copy)]
pub struct Phase1ByCosts<'a> {
    entries: &'a [u8],
    width: usize,
    distance_bits: u32,
    /// All steps, each a bit.
    pub all: u64,
    /// Whether it is known which steps lead nearer.
    pub has_steps: bool,
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
        let (costs, has_steps) = match table {
            Complete::Phase1By(costs) => (costs, true),
            Complete::Phase1DistancesBy(costs) => (costs, false),
            other => panic!("{other} does not count phase 1 by costs"),
        };
        let steps = Layout::with_steps(costs);
        let layout = if has_steps { steps } else { Layout::DISTANCES };
        assert_eq!(entries.len(), layout.bytes(), "an entry for each index");
        let Layout { distance_bits, .. } = layout;
        Phase1ByCosts {
            entries,
            width: layout.width(),
            distance_bits,
            all: (1 << steps.steps) - 1,
            has_steps,
        }
    }

    /// The entry with this index.
    #[inline(always)]
    pub fn entry(&self, index: usize) -> EntryByCosts {
        let bytes = self.entries[index * self.width..].first_chunk().expect("bytes follow the last entry");
        let word = u64::from_le_bytes(*bytes);
        EntryByCosts {
            distance: (word & ((1 << self.distance_bits) - 1)) as u8,
            nearer: if self.has_steps { word >> self.distance_bits & self.all } else { self.all },
        }
    }

    /// Asks the memory for an entry that is to be read soon.
    #[inline(always)]
    pub fn prefetch(&self, index: usize) {
        prefetch(self.entries, index * self.width);
    }
}

/// The entries of a row as they are stored, from their distances and the steps that lead nearer.
pub(crate) fn store_by_costs(costs: EvenCosts, row: impl Iterator<Item = EntryByCosts>, bytes: &mut [u8]) {
    let layout = Layout::with_steps(costs);
    for (bytes, EntryByCosts { distance, nearer }) in bytes.chunks_exact_mut(layout.width()).zip(row) {
        let word = u64::from(distance) | nearer << layout.distance_bits;
        bytes.copy_from_slice(&word.to_le_bytes()[..layout.width()]);
    }
}

fn count(table: Complete, entries: &[u8]) -> Result<Counts, usize> {
    let (phase, view) = (PhaseSteps::one(table.costs()), Phase1ByCosts::new(table, entries));
    let space = Space::phase1_by(&phase.moves);
    let holds = |index: usize, nearer: u64| !view.has_steps || view.entry(index).nearer == nearer;
    let classes = &SymPhase1Tables::get().classes;
    proved(&space, &phase, classes, |index| view.entry(index).distance, holds)
}
