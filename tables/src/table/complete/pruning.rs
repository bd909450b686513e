//! The pruning table of phase 2: how far the corners and the U/D edges of positions of G1 are from solved,
//! wherever the edges of the middle layer are (H. Kociemba's Cube Explorer has the same).

use std::convert::Infallible;

use super::{Card, Complete, Counts, count_by, is_sound};
use crate::coord::prefetch::prefetch;
use crate::coord::sym_phase2::{CORNERS_AND_EDGES, HALF_SLICE_PERMS, SymPhase2, SymPhase2Tables};
use crate::coord::{Coordinate, corners::Corners, ud_edges::UdEdges};
use crate::space::half_bytes;
use crate::table::Phase;

pub(super) const CARD: Card = Card {
    name: |_| "phase2-pruning".to_owned(),
    code: *b"b2\0\0",
    phase: Phase::Two,
    greatest: |_| MOST,
    least: 0,
    per_depth: |_| PER_DEPTH.to_vec(),
    positions: (Corners::SIZE * UdEdges::SIZE) as u64,
    entries: CORNERS_AND_EDGES,
    bytes: |_| CORNERS_AND_EDGES / 2,
    sample: Some(0x3a48_76f9_9c29_51ea),
    count: |_, entries| Ok(count(PruningTable::new(entries))),
    is_sound: Some(|entries, index| {
        let (table, tables) = (PruningTable::new(entries), SymPhase2Tables::get());
        // Any edges of the middle layer will do: arrangements of the others take some indices in a row.
        let here = tables.reduce(tables.expand(index * HALF_SLICE_PERMS));
        is_sound(
            Complete::Phase2Pruning,
            table.at(here),
            tables.neighbours(here).map(|there| table.at(there)),
        )
    }),
};

/// No more fits half a byte; some arrangements are farther, to 18 moves.
pub(crate) const MOST: u8 = 15;

/// How many of the 40,320² arrangements are so far from solved, those at least [`MOST`] moves away together: counted
/// by a plain search without symmetry, which `tests/complete` can repeat.
const PER_DEPTH: [u64; 16] = [
    1,
    10,
    67,
    420,
    2335,
    12_260,
    61_038,
    291_004,
    1_327_429,
    5_821_374,
    24_141_784,
    89_480_354,
    262_907_144,
    485_409_604,
    508_704_668,
    247_542_908,
];

/// Lower bounds for phase 2: entries in memory or mapped from a file.
#[derive(Clone, Copy)]
pub struct PruningTable<'a> {
    entries: &'a [u8],
}

impl<'a> PruningTable<'a> {
    /// Reads these entries of [`Complete::Phase2Pruning`].
    ///
    /// # Panics
    /// When there are not as many as arrangements.
    pub fn new(entries: &'a [u8]) -> PruningTable<'a> {
        assert_eq!(entries.len(), Complete::Phase2Pruning.bytes(), "an entry for each arrangement");
        PruningTable { entries }
    }

    /// The number of moves to solved at least, 0 … 15.
    #[inline]
    pub fn at(&self, at: SymPhase2) -> u8 {
        self.at_index(at.corners_and_edges())
    }

    #[inline]
    fn at_index(&self, index: usize) -> u8 {
        half_bytes::get(self.entries, index)
    }

    /// Asks the memory for what [`PruningTable::at`] reads.
    #[inline]
    pub fn prefetch(&self, at: SymPhase2) {
        prefetch(self.entries, at.corners_and_edges() / 2);
    }
}

/// How many arrangements are at each distance.
fn count(table: PruningTable) -> Counts {
    let distance = |index: usize| Ok::<_, Infallible>(table.at_index(index));
    let Ok(counts) = count_by(&SymPhase2Tables::get().classes, UdEdges::SIZE, distance);
    counts
}
