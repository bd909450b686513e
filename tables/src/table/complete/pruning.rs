//! The pruning tables of phase 2: how far the corners and the U/D edges of positions of G1 are from solved,
//! wherever the edges of the middle layer are (H. Kociemba's Cube Explorer has the same).

use super::by_costs::proved;
use super::{Complete, Counts, TableCard, count_by, is_sound};
use crate::coord::prefetch::prefetch;
use crate::coord::steps::PhaseSteps;
use crate::coord::sym_phase2::{CORNERS_AND_EDGES, HALF_SLICE_PERMS, SymPhase2, SymPhase2Tables};
use crate::coord::{Coordinate, corners::Corners, ud_edges::UdEdges};
use crate::space::{Space, UNREACHED, half_bytes};
use crate::table::Phase;
use cubebatch_cube::cube::{EvenCosts, HTM};

pub(super) const CARD: TableCard = TableCard {
    name: "phase2-pruning",
    codes: [*b"b2\0\0", *b"c2\0\0"],
    phase: Phase::Two,
    greatest: |costs| if costs == HTM { MOST } else { UNREACHED - 1 },
    least: 0,
    counts: "phase2-pruning",
    positions: (Corners::SIZE * UdEdges::SIZE) as u64,
    entries: CORNERS_AND_EDGES,
    bytes: |costs| if costs == HTM { CORNERS_AND_EDGES / 2 } else { CORNERS_AND_EDGES },
    sample: 0x3a48_76f9_9c29_51ea,
    count,
    is_sound: |entries, index| {
        let table = Complete::Phase2Pruning(HTM);
        let (view, tables) = (PruningTable::new(table, entries), SymPhase2Tables::get());
        // Any edges of the middle layer will do: arrangements of the others take some indices in a row.
        let here = tables.reduce(tables.expand(index * HALF_SLICE_PERMS));
        is_sound(table, view.at(here), tables.neighbours(here).map(|there| view.at(there)))
    },
};

/// No more fits half a byte; some arrangements are farther, to 18 moves.
pub(crate) const MOST: u8 = 15;

/// Lower bounds for phase 2: entries in memory or mapped from a file.
#[derive(Clone, Copy)]
pub struct PruningTable<'a> {
    entries: &'a [u8],
    /// The logarithm of the number of entries in a byte.
    halvings: u32,
}

impl<'a> PruningTable<'a> {
    /// Reads the entries of [`Complete::Phase2Pruning`].
    ///
    /// # Panics
    /// When it is another table, or there are not as many entries as arrangements.
    pub fn new(table: Complete, entries: &'a [u8]) -> PruningTable<'a> {
        assert!(matches!(table, Complete::Phase2Pruning(_)), "{table} is no pruning table");
        assert_eq!(entries.len(), table.bytes(), "an entry for each arrangement");
        PruningTable { entries, halvings: u32::from(table.costs() == HTM) }
    }

    /// The cost of the way to solved at least.
    #[inline]
    pub fn at(&self, at: SymPhase2) -> u8 {
        self.at_index(at.corners_and_edges())
    }

    /// The same of a table in the half-turn metric, where no other one is read: the number of moves at least, 0 … 15.
    #[inline]
    pub fn moves_at(&self, at: SymPhase2) -> u8 {
        half_bytes::get(self.entries, at.corners_and_edges())
    }

    #[inline]
    fn at_index(&self, index: usize) -> u8 {
        if self.halvings == 0 { self.entries[index] } else { half_bytes::get(self.entries, index) }
    }

    /// Asks the memory for what [`PruningTable::at`] reads.
    #[inline]
    pub fn prefetch(&self, at: SymPhase2) {
        prefetch(self.entries, at.corners_and_edges() >> self.halvings);
    }
}

/// How many arrangements are at each distance.
///
/// # Errors
/// An index whose entry contradicts its neighbours, by other costs than those of the half-turn metric.
fn count(costs: EvenCosts, entries: &[u8]) -> Result<Counts, usize> {
    let classes = &SymPhase2Tables::get().classes;
    let view = PruningTable::new(Complete::Phase2Pruning(costs), entries);
    if costs == HTM {
        return count_by(classes, UdEdges::SIZE, |index| Ok(view.at_index(index)));
    }
    let phase = PhaseSteps::two(costs);
    let space = Space::corners_and_ud_edges_by(&phase.moves);
    proved(&space, &phase, classes, |index| view.at_index(index), |_, _| true)
}
