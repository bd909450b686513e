//! The way from G1 to solved, on the host: how far ends of phase 1 are from solved, and the solutions through them.

pub mod ball;
pub mod bounds;
pub mod descent;
mod search;

use std::sync::Arc;

use crate::coord::sym_phase2::{SymPhase2, SymPhase2Tables};
use crate::coord::{Phase1, Phase2};
use crate::cube::{Cube, Move, merge};
use crate::engine::descent::PhasedPath;
use crate::engine::two_phase::End;
use crate::engine::two_phase::direction::{from_direction, image};
use crate::engine::two_phase::pre_moves::{self, after_pre_moves};
use crate::table::{Complete, CompleteTable, NEAR, Phase2Table, PruningTable, TableId};
use ball::Ball;
use descent::{Descents, Phase1End};
use search::Phase2Search;

/// The phase-1 table, as errors name it.
pub const PHASE1: TableId = TableId::Complete(Complete::Phase1);

/// The pruning table of phase 2, as errors name it.
const PHASE2_PRUNING: TableId = TableId::Complete(Complete::Phase2Pruning);

/// The phase-2 table, as errors name it.
pub const PHASE2: TableId = TableId::Complete(Complete::Phase2);

/// What knows phase 2. Both kinds give the same answers.
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
    /// When it is no table of phase 2.
    pub fn new(table: &'a Arc<CompleteTable>) -> ToSolved<'a> {
        match table.table() {
            Complete::Phase2 => ToSolved::Distances(Descents::new(Phase2Table::new(table.entries()))),
            Complete::Phase2Pruning => {
                ToSolved::Bounds(Phase2Search::new(PruningTable::new(table.entries())))
            }
            Complete::Phase1 => panic!("the table of phase 1 says nothing about phase 2"),
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

    /// The solution through an end of phase 1 of a position: its phase 2 is the lexicographically
    /// first of the shortest ones.
    ///
    /// # Errors
    /// The table that led nowhere: it is damaged.
    pub fn solution(&self, cube: &Cube, end: &End) -> Result<Vec<Move>, TableId> {
        self.solutions(&[(cube, end)]).pop().expect("a solution for each end")
    }

    /// The solutions through ends of some positions, see [`ToSolved::solution`].
    pub fn solutions(&self, ends: &[(&Cube, &End)]) -> Vec<Result<Vec<Move>, TableId>> {
        let phase1_ends = ends.iter().map(|(cube, end)| phase1_end(cube, end));
        let paths = match self {
            ToSolved::Distances(descents) => descents.descend(phase1_ends),
            ToSolved::Bounds(search) => phase1_ends.map(|end| path_by_search(search, end)).collect(),
        };
        let whole = |((_, end), path): (&(&Cube, &End), Result<PhasedPath, TableId>)| {
            let mut moves = path?.moves;
            moves.extend_from_slice(end.pre_moves.moves());
            Ok(merge(&from_direction(end.direction, moves)))
        };
        ends.iter().zip(paths).map(whole).collect()
    }
}

/// Where phase 2 begins, in the end's direction; `None` if it is not in G1, as a damaged table can have it.
fn phase1_end(cube: &Cube, end: &End) -> Option<Phase1End> {
    let cube = after_pre_moves(&image(cube, end.direction), end.pre_moves.moves()).apply(&end.moves);
    if Phase1::of(&cube).code() != 0 {
        return None;
    }
    let at = SymPhase2Tables::get().reduce(Phase2::of(&cube));
    // With room for phase 2 and the pre-moves.
    let mut moves = Vec::with_capacity(end.moves.len() + usize::from(end.distance) + pre_moves::MOST);
    moves.extend_from_slice(&end.moves);
    Some(Phase1End { moves, at, distance: end.distance })
}

/// The path on from there, found by a search.
fn path_by_search(search: &Phase2Search, end: Option<Phase1End>) -> Result<PhasedPath, TableId> {
    let Phase1End { mut moves, at, distance } = end.ok_or(PHASE1)?;
    let phase1_length = moves.len();
    moves.extend(search.path(at, distance).ok_or(PHASE2_PRUNING)?);
    Ok(PhasedPath { moves, phase1_length })
}
