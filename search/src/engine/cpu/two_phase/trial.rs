//! What the tests of the search's parts are made of: one search over tables whose entries are true near the goals.

use std::sync::{Arc, LazyLock};

use super::SearchTables;
use super::last_moves::LastMovesTable;
use super::position::PositionSearch;
use super::queue::Queues;
use super::queue::{Arrival, BucketHit};
use super::round::Flow;
use super::rules::LastMove;
use super::steps::PackedMoves;
use crate::engine::cpu::near::{phase1_entries, phase2_entries};
use crate::engine::two_phase::{TwoPhaseLimits, TwoPhaseTables};
use cubebatch_cube::cube::{Cube, HTM, Move};
use cubebatch_tables::coord::Phase1;
use cubebatch_tables::coord::processor::Plain;
use cubebatch_tables::coord::sym_phase1::SymPhase1Tables;
use cubebatch_tables::table::{Complete, CompleteTable};

/// The tables, true near the goals.
pub fn tables() -> SearchTables<'static, Plain> {
    static TABLES: LazyLock<TwoPhaseTables> = LazyLock::new(|| tables_over(phase1_entries()));
    SearchTables::new(Plain, &TABLES)
}

/// The tables with these entries of phase 1.
pub fn tables_over(phase1_entries: Vec<u8>) -> TwoPhaseTables {
    let table = |table, entries| Arc::new(CompleteTable::from_entries(table, entries));
    TwoPhaseTables {
        phase1: table(Complete::Phase1(HTM), phase1_entries),
        phase2: table(Complete::Phase2, phase2_entries()),
    }
}

/// These moves as those of a path.
pub fn steps(moves: &[Move]) -> PackedMoves {
    moves.iter().fold(PackedMoves::NONE, |steps, &mv| steps.then(mv))
}

/// The last of some moves.
pub fn last(moves: &[Move]) -> LastMove {
    moves.last().map_or(LastMove::NONE, |&last| last.into())
}

/// A search of one position, and what it has under way.
pub struct Trial {
    pub tables: SearchTables<'static, Plain>,
    pub limits: TwoPhaseLimits,
    pub search: PositionSearch,
}

impl Trial {
    /// The search of a position, in a pass of the start with this number, with paths of this length.
    pub fn new(cube: &Cube, max_length: u8, start: usize, length: usize) -> Trial {
        let (tables, limits) = (tables(), TwoPhaseLimits { max_length, ..TwoPhaseLimits::default() });
        let search = PositionSearch::new(0, cube, &tables, &limits, Queues::default());
        let search = search.in_pass(&tables, start as u16, length as u8);
        Trial { tables, limits, search }
    }

    /// The flow of the search.
    pub fn flow(&mut self) -> Flow<'_, Plain> {
        Flow { search: &mut self.search, tables: &self.tables, limits: &self.limits, at_once: 1 }
    }

    /// The queues of the search.
    pub fn queues(&mut self) -> &mut Queues {
        &mut self.search.queues
    }

    /// What comes of a hit.
    pub fn arrivals(&mut self, hit: Option<BucketHit>) -> Vec<Arrival> {
        if let Some(hit) = hit {
            self.flow().read_hit(&hit);
        }
        self.queues().take_due().arrivals
    }
}

/// The position after these moves from a start, with `left` moves left, if the last-moves table may list it.
pub fn hit_after(start: &Cube, moves: &[Move], left: u8) -> Option<BucketHit> {
    let at = SymPhase1Tables::get().reduce(Phase1::of(&start.apply(moves)));
    let bucket = LastMovesTable::get().bucket(at)?;
    Some(BucketHit { path: steps(moves), bucket, at, last: last(moves), left })
}
