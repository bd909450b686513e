//! Shortest solutions, proved: a two-phase search finds a short one, and all that are shorter are excluded.
//!
//! Most positions are 18 moves from solved, and the two-phase search finds 18 moves soon for most of them; then only lengths
//! up to 17 are left to be exhausted. What a search through all sequences of moves has to look at is cut by a filter that knows
//! which positions may be near. Sources: R. Korf 1997 for shortest solutions by lower bounds from tables; S. Tronto's nissy for
//! the cosets and their 48 symmetries; T. Rokicki's nxopt and J. Chen's vcube for looking at the inverse, too.

use std::cell::LazyCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::by_metric::ByMetric;
use super::goal::{self, Goals};
use super::question::Effect;
use super::solve_options::SolveOptions;
use super::{
    HandOn, Loading, Means, MethodCard, Ready, Solve, SolveOption, Takes, Unsolved, checked, has_room,
    two_phase,
};
use crate::engine::cpu::Cpu;
use crate::engine::exhaustive::{Exhausted, Exhaustive, ExhaustiveLimits};
use crate::engine::two_phase::{TwoPhase, TwoPhaseLimits};
use crate::engine::{EngineError, Load, Loaded};
use crate::pool::Pool;
use crate::solution::{Proof, Solution};
use cubebatch_cube::cube::{Cube, HTM, Move, MoveSet};
use cubebatch_tables::progress::{Progress, Step};
use cubebatch_tables::table::{Complete, FilterSize, FilterTable, TableId, Vouched};

pub(super) const CARD: MethodCard = MethodCard {
    name: "optimal",
    title: "Shortest solutions with a proof: a two-phase search, then a search that excludes all shorter solutions",
    alias: None,
    phases: &[],
    proves: true,
    options: &[
        Takes::of(SolveOption::MaxLength),
        Takes::of(SolveOption::AllOptimal),
        // It decides which filter a proof uses: of several shortest solutions another one can be found with another filter.
        Takes { effect: Effect::Rows, ..Takes::of(SolveOption::Memory) },
        Takes::of(SolveOption::To),
        Takes::of(SolveOption::Metric),
    ],
    budgets: &[],
    seconds: |_| 2.0,
    short_batch: None,
    gpu: |question| if question.is_in_htm() { Ok(()) } else { Err("a search by another metric") },
    tables,
    load,
    usual_length: |_| None,
    longest: MoveSet::farthest,
    counts_by: |_| true,
    solves_by: |_| true,
    is_of_moves: false,
};

/// Bytes for the distances of a search in another metric, for a solver that was opened with it.
const MEMORY: u64 = 1500 << 20;

/// The largest proof filter that fits into the memory beside the tables of the two-phase search. Without a limit of the memory,
/// it is the filter of 1 GB.
fn tables(means: &Means) -> Vec<TableId> {
    if !means.question.is_in_htm() {
        return Vec::new();
    }
    let tables = |filter: FilterSize| {
        [Complete::Phase2Pruning(HTM).into(), Complete::Phase1(HTM).into(), filter.into()]
    };
    if means.question.value(SolveOption::Memory).is_none() {
        return tables(FilterSize::Gb1).into();
    }
    let fits = |&size: &FilterSize| has_room(&means.question, &tables(size));
    tables(FilterSize::ALL.iter().copied().rev().find(fits).unwrap_or(FilterSize::ALL[0])).into()
}

fn load(loading: &Loading) -> Ready {
    if !loading.question.is_in_htm() {
        let memory = loading.question.value(SolveOption::Memory).unwrap_or(MEMORY);
        return Ok(Arc::new(ByMetric::new(None, Goals::new(memory, loading.pool), loading.pool)));
    }
    let &Loading { engine, ref tables, pool, .. } = loading;
    let first = Load::<TwoPhase>::load(&Cpu, &two_phase::search_tables(tables))?;
    let filter = tables.filter();
    let exhaustive = Load::<Exhaustive>::load(engine, &filter)?;
    let optimal = Optimal { first, exhaustive, filter, pool: pool.clone() };
    // By another metric they are shortest ways to the goal of the solved cube.
    Ok(Arc::new(ByMetric::new(Some(Box::new(optimal)), Goals::new(goal::MEMORY, pool), pool)))
}

/// The length at which the two-phase search aims before the proof, unless the caller sets one: two thirds of all positions
/// are 18 moves from solved.
const FIRST_LENGTH: u8 = 18;

/// How many nodes the two-phase search has for a solution of `length` moves. For 18 moves, 1, 3, 5, 20 and 60 million nodes take
/// 0.08, 0.2, 0.3, 1.0 and 2.5 s of a core a position. What it does not find costs the proof some seconds at 18 moves, and
/// thirteen times as much at each length more; what is shorter it seldom finds. The proof of 15 moves takes 0.06 s of a core, with
/// the least filter, and that of 14 moves a thirteenth of this: there the first search only gives a solution to begin with.
const fn first_nodes(length: u8) -> u64 {
    match length {
        ..=14 => 1_000,
        15 => 30_000,
        16 | 17 => 300_000,
        18 => 3_000_000,
        19 => 60_000_000,
        _ => 1_000_000_000,
    }
}

/// How many times as much is looked up in each further length.
const GROWTH: f64 = 13.35;

/// Finds shortest solutions.
struct Optimal {
    /// On the CPU, also where a GPU proves. Budgets are counted pass by pass, so a position has few walks at a time, and a GPU
    /// makes some 320,000 steps for three million nodes. Meanwhile it proves for other positions.
    first: Loaded<TwoPhase>,
    exhaustive: Loaded<Exhaustive>,
    filter: Arc<FilterTable>,
    /// Its threads work on the same position.
    pool: Pool,
}

impl Optimal {
    /// Short solutions, of at most `length` moves where these are found soon.
    fn firsts(
        &self,
        cubes: &[Cube],
        length: u8,
        limits: &SolveOptions,
    ) -> Result<Vec<Result<Solution, Unsolved>>, EngineError> {
        let max_nodes = first_nodes(length);
        let of_first = TwoPhaseLimits { max_length: length, max_nodes, max_time: None, solutions: 1 };
        let solution = |(found, cube): (Result<Vec<Vec<Move>>, TableId>, &Cube)| {
            let moves = found.map_err(Unsolved::Damaged)?.remove(0);
            checked(cube, Solution::new(moves, Vec::new()))
        };
        let of_some = |some: &[Cube]| {
            let found = self.first.answers(some, &of_first, limits.control())?;
            Ok(found.into_iter().zip(some).map(solution).collect::<Vec<_>>())
        };
        // Several times for each thread, so that all end at about the same time.
        let threads = self.pool.threads();
        let most = self.first.best_batch(&of_first, threads);
        let at_a_time = cubes.len().div_ceil(4 * threads).clamp(1, most);
        let all = || cubes.par_chunks(at_a_time).map(of_some).collect::<Result<Vec<_>, EngineError>>();
        Ok(self.pool.install(all)?.concat())
    }

    /// Hands on the solution of each of some positions whose proofs go side by side.
    fn solve_group(&self, cubes: &[Cube], limits: &SolveOptions, hand_on: HandOn) -> Result<(), EngineError> {
        let bound = bound(limits);
        let firsts = self.firsts(cubes, bound.unwrap_or(FIRST_LENGTH), limits)?;
        let mut open = Vec::new();
        for (number, (first, cube)) in firsts.into_iter().zip(cubes).enumerate() {
            let is_within = |first: &Solution| bound.is_some_and(|bound| first.length() <= bound.into());
            match first {
                Ok(first) if wants_all(limits) || !is_within(&first) => {
                    open.push(UnprovedPosition { number, cube: *cube, known: first, at_least: 0, nodes: 0 });
                }
                known => hand_on(number, known),
            }
        }
        self.prove(open, limits, hand_on)
    }

    /// Searches one length after the other, up to the first one that has a solution, or to the bound.
    fn prove(
        &self,
        mut open: Vec<UnprovedPosition>,
        limits: &SolveOptions,
        hand_on: HandOn,
    ) -> Result<(), EngineError> {
        // Look-ups that the length before took, a position.
        let mut look_ups_before = 0.0;
        for length in 0.. {
            let vouched = LazyCell::new(|| self.vouch());
            open.retain(|position| {
                let is_open = length < position.end(limits);
                if !is_open {
                    let excluded =
                        |vouched: &_| position.excluded(limits, self.filter.size().into(), vouched);
                    hand_on(position.number, vouched.as_ref().map_err(Unsolved::clone).and_then(excluded));
                }
                is_open
            });
            if open.is_empty() {
                break;
            }
            let expected = GROWTH * look_ups_before * open.len() as f64;
            let report = Arc::new(LengthReport::new(length, &open, expected as u64, limits));
            let found = match self.search(&open, length, &report, limits) {
                Err(EngineError::Cancelled(cancelled)) => {
                    let vouched = self.vouch();
                    open.into_iter().for_each(|position| {
                        let unproved = |vouched: &_| position.unproved(vouched);
                        hand_on(
                            position.number,
                            vouched.as_ref().map_err(Unsolved::clone).and_then(unproved),
                        );
                    });
                    return Err(cancelled.into());
                }
                found => found?,
            };
            look_ups_before = report.done.load(Relaxed) as f64 / open.len() as f64;
            let mut rest = Vec::new();
            let vouched = LazyCell::new(|| self.vouch());
            for (mut position, Exhausted { solutions, nodes }) in open.into_iter().zip(found) {
                position.nodes += nodes;
                if solutions.is_empty() {
                    position.at_least = length + 1;
                    rest.push(position);
                } else {
                    let shortest = |vouched: &_| position.shortest(solutions, vouched);
                    hand_on(position.number, vouched.as_ref().map_err(Unsolved::clone).and_then(shortest));
                }
            }
            open = rest;
        }
        Ok(())
    }

    /// Evidence that the filter is still what was opened.
    fn vouch(&self) -> Result<Vouched, Unsolved> {
        self.filter.vouch().map_err(|_| Unsolved::Damaged(self.filter.size().into()))
    }

    /// Searches a length: for all solutions of each position if these are wanted, else for one.
    fn search(
        &self,
        open: &[UnprovedPosition],
        length: u8,
        report: &Arc<LengthReport>,
        limits: &SolveOptions,
    ) -> Result<Vec<Exhausted>, EngineError> {
        let report = report.clone();
        let told = Arc::new(move |look_ups| report.add(look_ups));
        let of_length = ExhaustiveLimits { length, wants_all: wants_all(limits), told };
        let cubes: Vec<Cube> = open.iter().map(|position| position.cube).collect();
        self.pool.install(|| self.exhaustive.answers(&cubes, &of_length, limits.control()))
    }
}

/// The most moves that are asked for, if any length is.
fn bound(limits: &SolveOptions) -> Option<u8> {
    limits.question().value(SolveOption::MaxLength).map(|length| length as u8)
}

/// Whether all shortest solutions are asked for.
fn wants_all(limits: &SolveOptions) -> bool {
    limits.question().asks(SolveOption::AllOptimal)
}

/// A position whose solution is not proved yet.
struct UnprovedPosition {
    /// Its number among the positions that were given.
    number: usize,
    cube: Cube,
    /// A short solution of it.
    known: Solution,
    /// No solution has fewer moves.
    at_least: u8,
    /// The nodes of the lengths that were exhausted.
    nodes: u64,
}

impl UnprovedPosition {
    fn proof(&self, vouched: &Vouched) -> Proof {
        Proof::new(self.at_least, self.nodes, vouched)
    }

    /// The last length that is searched.
    fn last(&self, limits: &SolveOptions) -> u8 {
        let known = self.known.length() as u8;
        bound(limits).map_or(known, |bound| bound.min(known))
    }

    /// The first length that is not searched. The length of the known solution is searched only if all solutions are wanted.
    fn end(&self, limits: &SolveOptions) -> u8 {
        let last = self.last(limits);
        if usize::from(last) < self.known.length() || wants_all(limits) { last + 1 } else { last }
    }

    /// The answer when all lengths that the question needs are excluded.
    fn excluded(
        &self,
        limits: &SolveOptions,
        filter: TableId,
        vouched: &Vouched,
    ) -> Result<Solution, Unsolved> {
        let (last, known) = (self.last(limits), self.known.length());
        if usize::from(last) < known {
            Err(Unsolved::NoneWithin { moves: last, proof: self.proof(vouched) })
        } else if usize::from(self.end(limits)) > known {
            // The solution that is known was not found.
            Err(Unsolved::Damaged(filter))
        } else {
            Ok(Solution { proof: Some(self.proof(vouched)), ..self.known.clone() })
        }
    }

    /// The answer when a caller stopped the search.
    fn unproved(&self, vouched: &Vouched) -> Result<Solution, Unsolved> {
        let proof = Some(self.proof(vouched));
        Err(Unsolved::Unproved(Box::new(Solution { proof, ..self.known.clone() })))
    }

    /// The first of the shortest solutions, with the others.
    fn shortest(&self, solutions: Vec<Vec<Move>>, vouched: &Vouched) -> Result<Solution, Unsolved> {
        let solutions =
            solutions.into_iter().map(|moves| checked(&self.cube, Solution::new(moves, Vec::new())));
        let mut others = solutions.collect::<Result<Vec<Solution>, Unsolved>>()?;
        let first = others.remove(0);
        Ok(Solution { others, proof: Some(self.proof(vouched)), ..first })
    }
}

/// The search of a length, as it is reported.
struct LengthReport {
    step: Step,
    done: AtomicU64,
    /// How many look-ups it is expected to take.
    expected: u64,
    progress: Arc<dyn Progress>,
}

impl LengthReport {
    fn new(length: u8, open: &[UnprovedPosition], expected: u64, limits: &SolveOptions) -> LengthReport {
        let step = match open {
            [one] if one.known.length() == usize::from(length) => Step::Listing { length },
            [_] => Step::Excluding { length },
            several => Step::Searching { length, positions: several.len() },
        };
        LengthReport { step, done: AtomicU64::new(0), expected, progress: limits.control().progress.clone() }
    }

    /// Reports `look_ups` more.
    fn add(&self, look_ups: u64) {
        if look_ups == 0 {
            return;
        }
        let done = self.done.fetch_add(look_ups, Relaxed) + look_ups;
        self.progress.report(&self.step, done, self.expected.max(done));
    }
}

impl Solve for Optimal {
    fn solve(&self, cubes: &[Cube], limits: &SolveOptions, hand_on: HandOn) -> Result<(), EngineError> {
        let at_a_time = self.best_batch(limits, self.pool.threads());
        for (number, group) in cubes.chunks(at_a_time).enumerate() {
            let first = number * at_a_time;
            self.solve_group(group, limits, &mut |number, answer| hand_on(first + number, answer))?;
        }
        Ok(())
    }

    fn best_batch(&self, _: &SolveOptions, threads: usize) -> usize {
        self.exhaustive.best_batch(&ExhaustiveLimits::default(), threads)
    }
}
