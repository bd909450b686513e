//! Shortest solutions, proved: a two-phase search finds a short one, and all that are shorter are excluded.
//!
//! Most positions are 18 moves from solved, and the two-phase search finds 18 moves soon for most of them; then only lengths
//! up to 17 are left to be exhausted. What a search through all sequences of moves has to look at is cut by a filter that knows
//! which positions may be near. Sources: R. Korf 1997 for shortest solutions by lower bounds from tables; S. Tronto's nissy for
//! the cosets and their 48 symmetries; T. Rokicki's nxopt and J. Chen's vcube for looking at the inverse, too.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::ThreadPool;

use super::{Card, Fault, Solve, SolveOption, checked};
use crate::cube::{Cube, Move};
use crate::engine::cpu::optimal::Prover;
use crate::engine::exhaust::Counts;
use crate::engine::two_phase::{TwoPhase, TwoPhaseLimits, TwoPhaseTables};
use crate::engine::{Engine, EngineError, Load, Loaded};
use crate::limits::Limits;
use crate::progress::{Progress, Stop};
use crate::solution::{Proof, Solution};

pub(super) const CARD: Card = Card {
    name: "optimal",
    title: "Shortest solutions, proved: two-phase search, then all shorter ones excluded",
    phases: 0,
    runs_on_gpu: false,
    options: &[SolveOption::MaxLength, SolveOption::AllOptimal, SolveOption::Memory],
};

/// How short a solution is looked for before the proof, unless a length is asked for: two thirds of all positions are 18 moves
/// from solved.
const FIRST_LENGTH: u8 = 18;

/// How many nodes the two-phase search has for a solution of so many moves: for 18 with 1, 3, 5, 20 and 60 million it takes
/// 0.08, 0.2, 0.3, 1.0 and 2.5 s of a core a position. What it does not find costs the proof some seconds at 18 moves, and
/// thirteen times as much at each length more; what is shorter it seldom finds.
const fn first_nodes(length: u8) -> u64 {
    match length {
        ..=17 => 300_000,
        18 => 3_000_000,
        19 => 60_000_000,
        _ => 1_000_000_000,
    }
}

/// How many times as much is looked up in each further length.
const GROWTH: f64 = 13.35;

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

    fn answer(&self, cube: &Cube, limits: &Limits) -> Result<Result<Solution, Fault>, EngineError> {
        let bound = limits.get_max_length();
        let first = match self.first(cube, bound.unwrap_or(FIRST_LENGTH), limits.get_stop())? {
            Ok(first) => first,
            Err(fault) => return Ok(Err(fault)),
        };
        let is_within = bound.is_some_and(|bound| first.length() <= bound.into());
        if is_within && !limits.get_all_optimal() { Ok(Ok(first)) } else { self.prove(cube, first, limits) }
    }

    /// A solution that is short, of at most so many moves if it is found soon.
    fn first(&self, cube: &Cube, length: u8, stop: &Stop) -> Result<Result<Solution, Fault>, EngineError> {
        let max_nodes = first_nodes(length);
        let limits = TwoPhaseLimits { max_length: length, max_nodes, max_time: None, solutions: 1 };
        let found = self.first.answers(std::slice::from_ref(cube), &limits, stop)?.remove(0);
        let solution = |mut found: Vec<_>| checked(cube, Solution::new(found.remove(0), Vec::new()));
        Ok(found.map_err(Fault::Damaged).and_then(solution))
    }

    /// Searches one length after the other, up to the first one that has a solution, or to the bound.
    fn prove(
        &self,
        cube: &Cube,
        first: Solution,
        limits: &Limits,
    ) -> Result<Result<Solution, Fault>, EngineError> {
        let known = first.length() as u8;
        let last = limits.get_max_length().map_or(known, |bound| bound.min(known));
        // Of the length that is known to have a solution no other one is wanted, unless all are.
        let end = if last < known || limits.get_all_optimal() { last + 1 } else { last };
        let (mut proof, mut look_ups_before) = (Proof::default(), 0);
        for length in 0..end {
            let expected = (GROWTH * look_ups_before as f64) as u64;
            let step = Step::new(length, known, expected, limits);
            let Searched { solutions, exhausted } = match self.search(cube, length, &step, limits) {
                Ok(searched) => searched,
                Err(EngineError::Stopped) => {
                    let best = Solution { proof: Some(proof), ..first };
                    return Ok(Err(Fault::Unproved(Box::new(best))));
                }
                Err(error) => return Err(error),
            };
            proof.nodes += exhausted.nodes;
            if !solutions.is_empty() {
                return Ok(shortest(cube, solutions, proof));
            }
            proof.at_least = length + 1;
            look_ups_before = exhausted.look_ups;
        }
        Ok(if last < known {
            Err(Fault::NoneWithin { moves: last, proof })
        } else if end > known {
            // The solution that is known was not found.
            Err(Fault::Damaged(self.prover.table()))
        } else {
            Ok(Solution { proof: Some(proof), ..first })
        })
    }

    /// Searches a length: for all solutions if these are wanted, else for the first one.
    fn search(&self, cube: &Cube, length: u8, step: &Step, limits: &Limits) -> Result<Searched, EngineError> {
        let (stop, told) = (limits.get_stop(), |look_ups| step.add(look_ups));
        if limits.get_all_optimal() {
            let (solutions, counts) = self.prover.all_of_length(cube, length, stop, &told)?;
            return Ok(Searched { solutions, exhausted: counts });
        }
        let (solution, counts) = self.prover.of_length(cube, length, stop, &told)?;
        let exhausted = if solution.is_none() { counts } else { Counts::default() };
        Ok(Searched { solutions: solution.into_iter().collect(), exhausted })
    }
}

/// What a search of a length found.
struct Searched {
    solutions: Vec<Vec<Move>>,
    /// What was done, if the length was exhausted.
    exhausted: Counts,
}

/// The first of the shortest solutions, with the others.
fn shortest(cube: &Cube, solutions: Vec<Vec<Move>>, proof: Proof) -> Result<Solution, Fault> {
    let solutions = solutions.into_iter().map(|moves| checked(cube, Solution::new(moves, Vec::new())));
    let mut others = solutions.collect::<Result<Vec<Solution>, Fault>>()?;
    let first = others.remove(0);
    Ok(Solution { others, proof: Some(proof), ..first })
}

/// The search of a length, as it is told to who watches.
struct Step<'a> {
    name: String,
    done: AtomicU64,
    /// How many look-ups it is expected to take.
    expected: u64,
    progress: &'a dyn Progress,
}

impl<'a> Step<'a> {
    /// Of a position of which a solution of `known` moves is known.
    fn new(length: u8, known: u8, expected: u64, limits: &'a Limits) -> Step<'a> {
        let name = match length == known {
            true => format!("listing solutions of {length} moves"),
            false => format!("excluding {length} moves"),
        };
        Step { name, done: AtomicU64::new(0), expected, progress: limits.get_progress() }
    }

    /// Tells of so many look-ups more.
    fn add(&self, look_ups: u64) {
        let done = self.done.fetch_add(look_ups, Relaxed) + look_ups;
        self.progress.report(&self.name, done, self.expected.max(done));
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
            hand_on(number, self.pool.install(|| self.answer(cube, limits))?);
        }
        Ok(())
    }

    fn best_batch(&self, _: &Limits, _: usize) -> usize {
        1
    }
}
