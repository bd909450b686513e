//! The search of the modified two-phase method: candidate sequences are tested against a sorted table.

use std::marker::PhantomData;
use std::sync::Arc;

use super::Search;
use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::phase2::{HALF_TURNS, PHASE2_MOVES};
use crate::cube::canonical::Sequences;
use crate::table::{Phase, SortedTable};

/// The search over one phase: of each start the hits among the shortest candidates that have any. In phase 1
/// it gives the first of them in the order of the candidates, in phase 2 all in that order. There is none where no
/// candidate up to [`Sequences::longest`] has one, which cannot be when the longest and the depth of the table
/// add up to the greatest distance in that phase.
pub struct Candidates<Start>(PhantomData<Start>);

impl<Start: Clone + Sync + 'static> Search for Candidates<Start> {
    type Tables = CandidateTables;
    type Input = Start;
    type Output = Vec<Hit>;
    type Limits = ();
}

/// A sorted table, and the sequences whose ends are looked up in it.
#[derive(Clone)]
pub struct CandidateTables {
    /// Of the phase that is searched.
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
