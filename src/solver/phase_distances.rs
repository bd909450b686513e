//! Exact distances within the phases, as bounds of the moves that a position needs.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::Solver;
use cubebatch_cube::cube::Cube;
use cubebatch_cube::cube::HTM;
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::engine::cpu::two_phase::distances_from_g1;
use cubebatch_search::error::{Detail, Error};
use cubebatch_tables::coord::phase2::PHASE2_MOVES;
use cubebatch_tables::coord::sym_phase2::SymPhase2Tables;
use cubebatch_tables::coord::{Phase1, Phase2};
use cubebatch_tables::table::{Complete, CompleteTable, NEAR, Phase2Table, Table, TableId};

/// How many moves of phase 1 lead positions into G1.
#[derive(Clone)]
pub struct Phase1Distances {
    table: ExactTable,
}

/// How many moves of phase 2 lead positions of G1 to solved.
#[derive(Clone)]
pub struct Phase2Distances {
    table: ExactTable,
    /// The distances of the positions that the table does not distinguish, but for those of [`NEAR`].
    near: HashMap<Phase2, u8>,
}

/// A table of which each answer is exact.
#[derive(Clone)]
struct ExactTable {
    table: Arc<CompleteTable>,
    path: Option<PathBuf>,
}

impl ExactTable {
    /// The answer, with evidence of all that was read for it.
    fn vouched<T>(&self, answer: T) -> Result<T, Error> {
        let vouched = self.table.vouch();
        vouched.map(|_| answer).map_err(|_| self.damaged())
    }

    fn damaged(&self) -> Error {
        Detail::DamagedTable { table: self.table.table().into(), path: self.path.clone() }.into()
    }
}

impl Solver {
    /// Opens the complete table of phase 1, or builds it.
    ///
    /// # Errors
    /// The same as [`SolverBuilder::open`](crate::SolverBuilder::open).
    pub fn phase1_distances(&self) -> Result<Phase1Distances, Error> {
        Ok(Phase1Distances { table: self.complete(Complete::Phase1(HTM))? })
    }

    /// Opens the complete table of phase 2, or builds it.
    ///
    /// # Errors
    /// The same as [`SolverBuilder::open`](crate::SolverBuilder::open).
    pub fn phase2_distances(&self) -> Result<Phase2Distances, Error> {
        let table = self.complete(Complete::Phase2)?;
        SymPhase2Tables::get();
        let (mut near, mut level) = (HashMap::from([(Phase2::default(), 0)]), vec![Cube::SOLVED]);
        for distance in 1..NEAR {
            level = level.iter().flat_map(|cube| PHASE2_MOVES.map(|mv| cube.turn(mv))).collect();
            level.retain(|cube| !near.contains_key(&Phase2::of(cube)));
            level.iter().for_each(|cube| _ = near.insert(Phase2::of(cube), distance));
        }
        Ok(Phase2Distances { table, near })
    }

    fn complete(&self, table: Complete) -> Result<ExactTable, Error> {
        let id = TableId::Complete(table);
        match self.shared.tables.open_in_memory(id, &Cpu)? {
            Table::Complete(table) => Ok(ExactTable { table, path: self.shared.tables.path(id) }),
            Table::Sorted(_) | Table::Filter(_) => unreachable!("a table of its own kind is opened"),
        }
    }
}

impl Phase1Distances {
    /// Gives `read` the means to look distances up, and returns its answer if all of the table is still what was written. For a
    /// table that does not fit into memory this takes a tenth of a second, so look up many positions at a time.
    ///
    /// # Errors
    /// When the table is damaged.
    pub fn look_up<T>(&self, read: impl FnOnce(Phase1LookUp<'_>) -> T) -> Result<T, Error> {
        self.table.vouched(read(Phase1LookUp(self)))
    }
}

/// Looks up distances of phase 1, for an answer that is vouched for.
#[derive(Clone, Copy, Debug)]
pub struct Phase1LookUp<'a>(&'a Phase1Distances);

impl Phase1LookUp<'_> {
    /// The least number of moves, 0 … 12, that lead each position into the group G1 of an axis: that of U and D, of R and L, of F and
    /// B; then the same for its inverse. Each is a lower bound of the moves that solve the position. Look up a hundred positions or
    /// more at a time: their waits for memory overlap.
    ///
    /// # Errors
    /// When the table is damaged.
    pub fn of(&self, cubes: &[Cube]) -> Result<Vec<[u8; 6]>, Error> {
        let exact = &self.0.table;
        distances_from_g1(&exact.table, cubes).map_err(|_| exact.damaged())
    }
}

impl Phase2Distances {
    /// As [`Phase1Distances::look_up`].
    ///
    /// # Errors
    /// When the table is damaged.
    pub fn look_up<T>(&self, read: impl FnOnce(Phase2LookUp<'_>) -> T) -> Result<T, Error> {
        self.table.vouched(read(Phase2LookUp(self)))
    }
}

/// Looks up distances of phase 2, for an answer that is vouched for.
#[derive(Clone, Copy, Debug)]
pub struct Phase2LookUp<'a>(&'a Phase2Distances);

impl Phase2LookUp<'_> {
    /// The least number of moves of phase 2, 0 … 18, that solve a position; `None` if it is not in G1.
    pub fn of(&self, cube: &Cube) -> Option<u8> {
        if Phase1::of(cube) != Phase1::default() {
            return None;
        }
        let at = Phase2::of(cube);
        let Phase2Distances { table: exact, near } = self.0;
        match Phase2Table::new(exact.table.entries()).of(at) {
            NEAR => Some(near.get(&at).copied().unwrap_or(NEAR)),
            distance => Some(distance),
        }
    }
}
