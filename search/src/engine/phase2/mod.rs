//! The way from G1 to solved, on the host: how far ends of phase 1 are from solved, and the solutions through them.

pub mod ball;
pub mod bounds;
pub mod descent;
pub mod search;

use std::sync::Arc;

use ball::Ball;
use cubebatch_cube::cube::HTM;
use cubebatch_tables::coord::sym_phase2::SymPhase2;
use cubebatch_tables::table::{Complete, CompleteTable, NEAR, Phase2Table, PruningTable, TableId};
use descent::{Descents, Phase1End, Phase2Path};
use search::Phase2Search;

/// The phase-1 table, as errors name it.
pub const PHASE1: TableId = TableId::Complete(Complete::Phase1(HTM));

/// The pruning table of phase 2, as errors name it.
pub const PHASE2_PRUNING: TableId = TableId::Complete(Complete::Phase2Pruning(HTM));

/// The phase-2 table, as errors name it.
pub const PHASE2: TableId = TableId::Complete(Complete::Phase2);

/// The way from G1 to solved. Both kinds give the same answers.
pub enum ToSolved<'a> {
    /// Looks distances up, and descends.
    Distances(Descents<'a>),
    /// Searches between lower bounds.
    Bounds(Phase2Search<'a>),
}

impl<'a> ToSolved<'a> {
    /// From this table of phase 2.
    ///
    /// # Panics
    /// When it is no table of phase 2 in the half-turn metric.
    pub fn new(table: &'a Arc<CompleteTable>) -> ToSolved<'a> {
        match table.table() {
            Complete::Phase2 => ToSolved::Distances(Descents::new(Phase2Table::new(table.entries()))),
            Complete::Phase2Pruning(HTM) => {
                ToSolved::Bounds(Phase2Search::new(PruningTable::new(table.table(), table.entries())))
            }
            other => panic!("{other} does not count the half turns of phase 2"),
        }
    }

    /// Asks the memory for what [`ToSolved::distance`] reads.
    #[inline]
    pub fn prefetch(&self, at: SymPhase2) {
        match self {
            ToSolved::Distances(descents) => descents.table.prefetch(at),
            ToSolved::Bounds(search) => search.prefetch(at),
        }
    }

    /// The number of moves from a position of G1 to solved; where there are more than `at_most`, just some
    /// number that is greater.
    #[inline]
    pub fn distance(&self, at: SymPhase2, at_most: u8) -> u8 {
        match self {
            ToSolved::Distances(descents) => match descents.table.at(at) {
                // In a damaged table it is not near.
                NEAR => Ball::get().distance(at).unwrap_or(NEAR),
                distance => distance,
            },
            ToSolved::Bounds(search) => search.distance(at, at_most),
        }
    }

    /// From each of some ends of phase 1 the lexicographically first of the shortest paths to solved, or the table that led
    /// nowhere; `None` is an end that the phase-1 table did not lead to.
    pub fn paths(&self, ends: impl Iterator<Item = Option<Phase1End>>) -> Vec<Result<Phase2Path, TableId>> {
        match self {
            ToSolved::Distances(descents) => descents.descend(ends),
            ToSolved::Bounds(search) => ends.map(|end| path_by_search(search, end)).collect(),
        }
    }
}

/// The path on from there, found by a search.
fn path_by_search(search: &Phase2Search, end: Option<Phase1End>) -> Result<Phase2Path, TableId> {
    let Phase1End { at, distance } = end.ok_or(PHASE1)?;
    Ok(Phase2Path::of(&search.path(at, distance).ok_or(PHASE2_PRUNING)?))
}
