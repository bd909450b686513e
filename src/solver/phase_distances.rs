//! Exact distances within the phases, as bounds of the moves that a position needs.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::Solver;
use cubebatch_cube::cube::HTM;
use cubebatch_cube::cube::symmetry::{Conjugation, Symmetry};
use cubebatch_cube::cube::{Cube, Face};
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::error::{Detail, Error};
use cubebatch_tables::coord::phase2::PHASE2_MOVES;
use cubebatch_tables::coord::sym_phase1::SymPhase1Tables;
use cubebatch_tables::coord::sym_phase2::SymPhase2Tables;
use cubebatch_tables::coord::{Phase1, Phase2};
use cubebatch_tables::table::{Complete, CompleteTable, NEAR, Phase1Table, Phase2Table, Table, TableId};

/// How many moves of phase 1 lead positions into G1.
#[derive(Clone)]
pub struct Phase1Distances {
    table: ExactTable,
    /// The rotations that carry each axis to that of U and D.
    axes: [Option<Conjugation>; 3],
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
        let table = self.complete(Complete::Phase1(HTM))?;
        SymPhase1Tables::get();
        let to_ud = |rotation: Symmetry| Some(Conjugation::new(&rotation));
        let axes = [None, to_ud(Symmetry::rotation(Face::F, 1)), to_ud(Symmetry::rotation(Face::R, 1))];
        Ok(Phase1Distances { table, axes })
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
    /// The least number of moves, 0 … 12, that lead a position into the group G1 of an axis: 0 for that of U and D, 1 for that of R
    /// and L, 2 for that of F and B.
    ///
    /// # Errors
    /// When the table is damaged.
    ///
    /// # Panics
    /// When there is no such axis.
    pub fn of(&self, cube: &Cube, axis: usize) -> Result<u8, Error> {
        let Phase1Distances { table: exact, axes } = self.0;
        let cube = axes[axis].as_ref().map_or(*cube, |rotation| rotation.conjugate(cube));
        let at = SymPhase1Tables::get().reduce(Phase1::of(&cube));
        let table = Phase1Table::new(exact.table.table(), exact.table.entries());
        table.distance(at).ok_or_else(|| exact.damaged())
    }

    /// A lower bound of the moves that solve a position: the greatest distance from G1 of the position and its inverse, by each axis.
    ///
    /// # Errors
    /// When the table is damaged.
    pub fn least(&self, cube: &Cube) -> Result<u8, Error> {
        let both = [*cube, cube.inverse()];
        let mut directions = both.iter().flat_map(|cube| (0..3).map(move |axis| self.of(cube, axis)));
        directions.try_fold(0, |least, distance| Ok(least.max(distance?)))
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
