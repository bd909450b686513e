//! Complete tables: how far every position of a phase is from its goal.

use crate::coord::{phase1_places, phase2_places};

/// One of the two phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// From anywhere into G1, by all moves.
    One,
    /// Within G1 to solved, by the ten moves that keep it.
    Two,
}

impl Phase {
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
        assert_eq!(entries.len(), phase.places().div_ceil(2), "an entry for each place");
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
}
