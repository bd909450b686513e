//! The two-phase search where there is no room for a table of phase 1.
//!
//! It finds what the [specification](crate::engine::two_phase::specification) says, so the same solutions as over complete tables. Instead
//! of exact distances it has lower bounds from pairs of coordinates, as H. Kociemba's first program had. They take 9 MB, and are
//! made in some tenths of a second. Where the search has to know a distance from G1, it finds that by iterative deepening.

mod phase1;
mod phase2;
mod search;

use super::{search_limits, solution};
use crate::Solution;
use crate::engine::EngineError;
use crate::method::solve_options::SolveOptions;
use crate::method::{Fault, Solve};
use cubebatch_cube::cube::Cube;
use cubebatch_tables::coord::threads;
use phase1::Phase1Bounds;
use phase2::Phase2Bounds;

/// Solves by the two-phase search over small tables.
pub(super) struct Small {
    phase1: Phase1Bounds,
    phase2: Phase2Bounds,
}

impl Small {
    /// Makes the tables.
    pub(super) fn new() -> Small {
        let (phase1, phase2) = threads::both(Phase1Bounds::new, Phase2Bounds::new);
        Small { phase1, phase2 }
    }
}

impl Solve for Small {
    fn solve(
        &self,
        cubes: &[Cube],
        limits: &SolveOptions,
        hand_on: &mut dyn FnMut(usize, Result<Solution, Fault>),
    ) -> Result<(), EngineError> {
        let asked = search_limits(limits.question());
        for (number, cube) in cubes.iter().enumerate() {
            let found = search::solutions(&self.phase1, &self.phase2, cube, &asked, limits.control())?;
            hand_on(number, solution(cube, found));
        }
        Ok(())
    }

    fn best_batch(&self, _: &SolveOptions, _: usize) -> usize {
        BATCH
    }
}

/// Positions for a thread at a time.
const BATCH: usize = 16;
