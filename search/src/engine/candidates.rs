//! Candidate sequences of the modified two-phase method, and how they are found in a sorted table.

use std::sync::Arc;

use cubebatch_cube::cube::canonical::Sequences;
use cubebatch_tables::coord::phase1::PHASE1_MOVES;
use cubebatch_tables::coord::phase2::{HALF_TURNS, PHASE2_MOVES};
use cubebatch_tables::table::{Phase, SortedTable};

/// A sorted table, and the sequences whose ends are looked up in it.
#[derive(Clone)]
pub struct CandidateTables {
    /// The table of the searched phase.
    pub table: Arc<SortedTable>,
    /// Sequences over [`PHASE1_MOVES`]; or over [`PHASE2_MOVES`], ending in a half turn of a side.
    pub sequences: Sequences,
}

impl CandidateTables {
    /// The sequences of a table's phase, up to this length.
    ///
    /// # Panics
    /// When there are more than 2³² of one length.
    pub fn new(table: Arc<SortedTable>, longest: usize) -> CandidateTables {
        let sequences = match table.spec().phase() {
            Phase::One => Sequences::new(&PHASE1_MOVES, &PHASE1_MOVES, longest),
            Phase::Two => Sequences::new(&PHASE2_MOVES, &PHASE2_MOVES[..HALF_TURNS], longest),
        };
        CandidateTables { table, sequences }
    }
}

/// A candidate that is in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The moves of the candidate.
    pub length: u8,
    /// Its number among the sequences of this length.
    pub number: u32,
    /// The index in the table of the code it leads to.
    pub entry: u32,
}
