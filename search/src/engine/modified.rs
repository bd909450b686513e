//! The search of the modified two-phase method (Lin's): in both phases candidate sequences are tested against a sorted
//! table.

use std::sync::Arc;

use super::Search;
use super::candidates::CandidateTables;
use super::descent::PhasedPath;
use cubebatch_cube::cube::{Cube, Face, Move};
use cubebatch_tables::coord::Phase2;
use cubebatch_tables::table::{SortedTable, TableId};

/// The search for each position. Candidates are tested by length, and those of a length in lexicographic order, up to
/// [`Sequences::longest`](cubebatch_cube::cube::canonical::Sequences::longest).
///
/// Phase 1 is the first candidate whose end is in the table, followed by moves of the table. Each entry gives a move, and the
/// move leads to the next entry. After as many moves as the first entry's depth, this arrives in G1.
///
/// Phase 2 is one of the shortest candidates whose ends are in the table, then the [turns that join](joining_turns) its end and
/// the path of its entry, and then that path. The best has the fewest moves after joining the phases, where a turn that goes on
/// with a turn of phase 1 counts [no more](joined). The first of equal ones wins.
///
/// The answer is the moves as they follow one another, not joined: or the table in which there was nothing, which must be
/// damaged. With a damaged table it may be a path that does not solve the position.
pub struct Modified;

impl Search for Modified {
    type Tables = ModifiedTables;
    type Input = Cube;
    type Output = Result<PhasedPath, TableId>;
    type Limits = ();
}

/// The tables of both phases, each with candidates that reach all positions.
#[derive(Clone)]
pub struct ModifiedTables {
    /// The table of phase 1, and its sequences.
    pub phase1: CandidateTables,
    /// The table of phase 2, and its sequences.
    pub phase2: CandidateTables,
}

impl ModifiedTables {
    /// The least depths of the tables: below these, the candidates that reach all positions have no numbers
    /// of 32 bits.
    pub const LEAST_DEPTHS: [u8; 2] = [4, 6];

    /// Sorted tables of both phases, not less deep than [`ModifiedTables::LEAST_DEPTHS`].
    ///
    /// # Panics
    /// When they are less deep.
    pub fn new(phase1: Arc<SortedTable>, phase2: Arc<SortedTable>) -> ModifiedTables {
        let candidates = |table: Arc<SortedTable>, diameter: u8| {
            let longest = diameter - table.spec().depth();
            CandidateTables::new(table, longest.into())
        };
        ModifiedTables { phase1: candidates(phase1, DIAMETERS[0]), phase2: candidates(phase2, DIAMETERS[1]) }
    }

    /// The tables, as faults name them.
    pub fn ids(&self) -> [TableId; 2] {
        [&self.phase1, &self.phase2].map(|tables| tables.table.spec().into())
    }
}

/// The greatest distance to G1, and to solved up to turns of U and D within it.
const DIAMETERS: [u8; 2] = [12, 17];

/// The most moves of phase 2 that are [joined] with those of phase 1: one of each face of an axis.
pub const MOST_JOINED: usize = 2;

/// The turns of U and D that make `to` of `from`, a member of the same coset.
pub fn joining_turns(from: Phase2, to: Phase2) -> impl Iterator<Item = Move> {
    let ((iu, id), (ju, jd)) = (from.normalising_turns(), to.normalising_turns());
    [Move::new(Face::U, iu + 4 - ju), Move::new(Face::D, id + 4 - jd)].into_iter().flatten()
}

/// The number of moves of phase 2 that go on with a turn of phase 1. They are its first moves on the axis of the last move of
/// phase 1, if their face turns in the moves on that axis with which phase 1 ends. Sound tables give at most two, and no more
/// are counted.
pub fn joined(phase1: &[Move], phase2: impl Iterator<Item = Move>) -> usize {
    let axis = phase1.last().map(|mv| mv.face().axis());
    let is_on_axis = |mv: &Move| Some(mv.face().axis()) == axis;
    let turns_on = |mv: &Move| {
        let mut ends = phase1.iter().rev().take_while(|&mv| is_on_axis(mv));
        ends.any(|end| end.face() == mv.face())
    };
    phase2.take_while(is_on_axis).filter(turns_on).count().min(MOST_JOINED)
}
