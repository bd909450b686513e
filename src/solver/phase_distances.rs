//! Exact distances within the phases, as bounds of the moves that a position needs.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Solver;
use crate::coord::phase2::PHASE2_MOVES;
use crate::coord::sym_phase1::SymPhase1Tables;
use crate::coord::sym_phase2::SymPhase2Tables;
use crate::coord::{Phase1, Phase2};
use crate::cube::symmetry::{Conjugation, Symmetry};
use crate::cube::{Cube, Face};
use crate::engine::cpu::Cpu;
use crate::error::{Detail, Error};
use crate::table::{Complete, CompleteTable, NEAR, Phase1Table, Phase2Table, Table, TableId};

/// How many moves of phase 1 lead positions into G1.
#[derive(Clone)]
pub struct Phase1Distances {
    table: Arc<CompleteTable>,
    path: Option<PathBuf>,
    /// The rotations that carry each axis to that of U and D.
    axes: [Option<Conjugation>; 3],
}

/// How many moves of phase 2 lead positions of G1 to solved.
#[derive(Clone)]
pub struct Phase2Distances {
    table: Arc<CompleteTable>,
    /// The distances of the positions that the table does not distinguish, but for those of [`NEAR`].
    near: HashMap<Phase2, u8>,
}

impl Solver {
    /// Opens the complete table of phase 1, or builds it.
    ///
    /// # Errors
    /// The same as [`SolverBuilder::open`](crate::SolverBuilder::open).
    pub fn phase1_distances(&self) -> Result<Phase1Distances, Error> {
        let table = self.complete(Complete::Phase1)?;
        SymPhase1Tables::get();
        let to_ud = |rotation: Symmetry| Some(Conjugation::new(&rotation));
        let axes = [None, to_ud(Symmetry::rotation(Face::F, 1)), to_ud(Symmetry::rotation(Face::R, 1))];
        Ok(Phase1Distances {
            path: self.shared.tables.path(TableId::Complete(Complete::Phase1)),
            table,
            axes,
        })
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

    fn complete(&self, table: Complete) -> Result<Arc<CompleteTable>, Error> {
        match self.shared.tables.open(TableId::Complete(table), &Cpu)? {
            Table::Complete(table) => Ok(table),
            Table::Sorted(_) | Table::Filter(_) => unreachable!("a table of its own kind is opened"),
        }
    }
}

impl Phase1Distances {
    /// The least number of moves, 0 … 12, that lead a position into the group G1 of an axis: 0 for that of U and D, 1 for that of R
    /// and L, 2 for that of F and B.
    ///
    /// # Errors
    /// When the table is damaged.
    ///
    /// # Panics
    /// When there is no such axis.
    pub fn of(&self, cube: &Cube, axis: usize) -> Result<u8, Error> {
        let cube = self.axes[axis].as_ref().map_or(*cube, |rotation| rotation.conjugate(cube));
        let at = SymPhase1Tables::get().reduce(Phase1::of(&cube));
        Phase1Table::new(self.table.table(), self.table.entries()).distance(at).ok_or_else(|| {
            let table = TableId::Complete(Complete::Phase1);
            Detail::DamagedTable { table, path: self.path.as_deref().map(Path::to_owned) }.into()
        })
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
    /// The least number of moves of phase 2, 0 … 18, that solve a position; `None` if it is not in G1.
    pub fn of(&self, cube: &Cube) -> Option<u8> {
        if Phase1::of(cube) != Phase1::default() {
            return None;
        }
        let at = Phase2::of(cube);
        match Phase2Table::new(self.table.entries()).of(at) {
            NEAR => Some(self.near.get(&at).copied().unwrap_or(NEAR)),
            distance => Some(distance),
        }
    }
}
