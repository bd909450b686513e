//! Kociemba's two-phase search, in six directions, over complete tables.
//!
//! Phase 1 is searched in order of length; of each end the exact distance to solved is looked
//! up, so there is no search of phase 2. Source: H. Kociemba, kociemba.org/cube.htm; the six
//! directions side by side are due to T. Rokicki and others. Pre-moves are those of Chen Shuang's
//! min2phase, of one move. [`TwoPhase`] says what is found.

use super::{Card, Fault, Solve, SolveOption, checked};
use crate::cube::{Cube, Move};
use crate::engine::two_phase::{TwoPhase, TwoPhaseLimits, TwoPhaseTables};
use crate::engine::{Engine, EngineError, Load, Loaded};
use crate::limits::Limits;
use crate::solution::Solution;

pub(super) const CARD: Card = Card {
    name: "two-phase",
    title: "Kociemba's two-phase search in six directions: short solutions",
    phases: 0,
    runs_on_gpu: true,
    options: &[
        SolveOption::MaxLength,
        SolveOption::MaxNodes,
        SolveOption::MaxTime,
        SolveOption::Solutions,
        SolveOption::Memory,
    ],
};

/// Solves by the two-phase search.
pub(crate) struct TwoPhaseSearching(Loaded<TwoPhase>);

impl TwoPhaseSearching {
    /// A solver over a table of each phase.
    ///
    /// # Errors
    /// When the engine cannot load the tables.
    pub fn load(engine: &dyn Engine, tables: &TwoPhaseTables) -> Result<TwoPhaseSearching, EngineError> {
        Ok(TwoPhaseSearching(Load::<TwoPhase>::load(engine, tables)?))
    }
}

/// What is set, else the defaults.
fn search_limits(limits: &Limits) -> TwoPhaseLimits {
    let defaults = TwoPhaseLimits::default();
    TwoPhaseLimits {
        max_length: limits.get_max_length().unwrap_or(defaults.max_length),
        max_nodes: limits.get_max_nodes().unwrap_or(defaults.max_nodes),
        max_time: limits.get_max_time(),
        solutions: limits.get_solutions().unwrap_or(defaults.solutions),
    }
}

impl Solve for TwoPhaseSearching {
    fn solve(
        &self,
        cubes: &[Cube],
        limits: &Limits,
        hand_on: &mut dyn FnMut(usize, Result<Solution, Fault>),
    ) -> Result<(), EngineError> {
        let solution = |cube, found: Result<_, _>| solution(cube, found.map_err(Fault::Damaged)?);
        self.0.run(cubes, &search_limits(limits), limits.get_stop(), &mut |number, found| {
            hand_on(number, solution(&cubes[number], found));
        })
    }

    fn best_batch(&self, limits: &Limits, threads: usize) -> usize {
        self.0.best_batch(&search_limits(limits), threads)
    }
}

/// The shortest of the solutions that were found, at least one, with the others.
fn solution(cube: &Cube, found: Vec<Vec<Move>>) -> Result<Solution, Fault> {
    let mut solutions = found.into_iter().map(|moves| checked(cube, Solution::new(moves, Vec::new())));
    let first = solutions.next().expect("an engine finds a solution, or damage")?;
    let mut others = solutions.collect::<Result<Vec<Solution>, Fault>>()?;
    // Mostly there is one, and no vector of others.
    if others.is_empty() {
        return Ok(first);
    }
    // Joining moves may have made some shorter than those before.
    others.insert(0, first);
    others.sort_by_key(Solution::length);
    let shortest = others.remove(0);
    Ok(Solution { others, ..shortest })
}
