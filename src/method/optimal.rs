//! Shortest solutions, proved: a two-phase search finds a short one, and all that are shorter are excluded.
//!
//! Most positions are 18 moves from solved, and the two-phase search finds 18 moves soon for most of them; then only lengths
//! up to 17 are left to be exhausted. What a search through all sequences of moves has to look at is cut by a filter that knows
//! which positions may be near. Sources: R. Korf 1997 for shortest solutions by lower bounds from tables; S. Tronto's nissy for
//! the cosets and their 48 symmetries; T. Rokicki's nxopt and J. Chen's vcube for looking at the inverse, too.

use std::sync::Arc;

use rayon::ThreadPool;

use super::{Card, Fault, Solve, SolveOption, checked};
use crate::cube::Cube;
use crate::engine::cpu::optimal::Prover;
use crate::engine::two_phase::{TwoPhase, TwoPhaseLimits, TwoPhaseTables};
use crate::engine::{Engine, EngineError, Load, Loaded};
use crate::limits::Limits;
use crate::progress::Stop;
use crate::solution::Solution;

pub(super) const CARD: Card = Card {
    name: "optimal",
    title: "Shortest solutions, proved: two-phase search, then all shorter ones excluded",
    phases: 0,
    runs_on_gpu: false,
    options: &[SolveOption::Memory],
};

/// How short a solution is looked for before the proof: two thirds of all positions are 18 moves from solved.
const FIRST_LENGTH: u8 = 18;

/// How many nodes the two-phase search has for that. With 1, 3, 5, 20 and 60 million it takes 0.08, 0.2, 0.3, 1.0 and 2.5 s of a core
/// a position; what it does not find costs the proof some seconds.
const FIRST_NODES: u64 = 3_000_000;

/// Finds shortest solutions.
pub(crate) struct Optimal {
    first: Loaded<TwoPhase>,
    prover: Prover,
    /// Its threads work on the same position.
    pool: Arc<ThreadPool>,
}

impl Optimal {
    /// A solver over the tables of the two-phase search and a proof filter.
    ///
    /// # Errors
    /// When the engine cannot load the tables.
    pub fn load(
        engine: &dyn Engine,
        tables: &TwoPhaseTables,
        prover: Prover,
        pool: Arc<ThreadPool>,
    ) -> Result<Optimal, EngineError> {
        Ok(Optimal { first: Load::<TwoPhase>::load(engine, tables)?, prover, pool })
    }

    fn shortest(&self, cube: &Cube, stop: &Stop) -> Result<Result<Solution, Fault>, EngineError> {
        let limits =
            TwoPhaseLimits { max_length: FIRST_LENGTH, max_nodes: FIRST_NODES, max_time: None, solutions: 1 };
        let mut first = match self.first.answers(std::slice::from_ref(cube), &limits, stop)?.remove(0) {
            Ok(first) => first,
            Err(table) => return Ok(Err(Fault::Damaged(table))),
        };
        let first = Solution::new(first.remove(0), Vec::new());
        let proof = self.prover.below(cube, first.length() as u8, stop)?;
        let shortest = proof.shortest.map_or(first, |moves| Solution::new(moves, Vec::new()));
        Ok(checked(cube, shortest))
    }
}

impl Solve for Optimal {
    fn solve(
        &self,
        cubes: &[Cube],
        limits: &Limits,
        hand_on: &mut dyn FnMut(usize, Result<Solution, Fault>),
    ) -> Result<(), EngineError> {
        for (number, cube) in cubes.iter().enumerate() {
            hand_on(number, self.pool.install(|| self.shortest(cube, limits.get_stop()))?);
        }
        Ok(())
    }

    fn best_batch(&self, _: &Limits, _: usize) -> usize {
        1
    }
}
