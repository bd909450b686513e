//! Kociemba's two-phase search, in six directions, over complete tables.
//!
//! Phase 1 is searched in order of length; of each end the exact distance to solved is looked
//! up, so there is no search of phase 2. Source: H. Kociemba, kociemba.org/cube.htm; the six
//! directions side by side are due to T. Rokicki and others. Pre-moves are those of Chen Shuang's
//! min2phase. [`TwoPhase`] says what is found.

mod by_costs;
mod small;

use std::sync::Arc;
use std::time::Duration;

use super::solve_options::SolveOptions;
use super::{
    COMPLETE, HandOn, Loading, Means, MethodCard, OpenTables, Question, Ready, Solve, SolveOption, Takes,
    Unsolved, checked, has_room,
};
use crate::engine::two_phase::{TwoPhase, TwoPhaseLimits, TwoPhaseTables};
use crate::engine::{EngineError, Load, Loaded};
use crate::solution::{Proof, Solution};
use by_costs::NoAnswer;
use cubebatch_cube::cube::{AllowedMoves, Cube, EvenCosts, HTM, Metric, Move, MoveSet};
use cubebatch_cube::goal::{Goal, Task};
use cubebatch_tables::table::{Complete, Phase, TableId};
use small::Small;

pub(super) const CARD: MethodCard = MethodCard {
    name: "two-phase",
    title: "Kociemba's two-phase search in six directions, for short solutions",
    alias: Some("kociemba"),
    phases: &[],
    proves: false,
    options: &[
        Takes::of(SolveOption::MaxLength).usual(TwoPhaseLimits::USUAL_LENGTH as u64),
        Takes::of(SolveOption::MaxNodes),
        Takes::of(SolveOption::MaxTime),
        Takes::of(SolveOption::Solutions),
        Takes::of(SolveOption::Memory),
        Takes::of(SolveOption::To),
        Takes::of(SolveOption::Metric),
        Takes::of(SolveOption::Moves),
        Takes::of(SolveOption::Cost),
    ],
    budgets: &BUDGETS,
    seconds,
    short_batch: None,
    gpu,
    tables,
    load,
    usual_length,
    longest: |_| None,
    counts_by: |costs| EvenCosts::new(costs).is_some(),
    solves_by: AllowedMoves::are_of_five_faces,
    is_of_moves: true,
};

/// The usual bound for other moves than those of HTM, which takes some milliseconds at most.
fn usual_length(set: &MoveSet) -> Option<u64> {
    let of_all = usual_length_of_all(set);
    match Move::all().filter(|&mv| set.allowed.has(mv)).count() {
        Move::COUNT => of_all,
        // Fewer faces need more turns.
        count => {
            let of_all = of_all.unwrap_or(TwoPhaseLimits::USUAL_LENGTH as u64);
            Some(of_all + of_all * (Move::COUNT - count) as u64 / Move::COUNT as u64)
        }
    }
}

fn usual_length_of_all(set: &MoveSet) -> Option<u64> {
    match set.costs.metric() {
        Some(Metric::HalfTurn) => None,
        Some(Metric::QuarterTurn) => Some(28),
        Some(Metric::Axial) => Some(17),
        Some(Metric::Slice) => Some(19),
        // In proportion to the cost of all turns.
        _ => Some(21 * Move::all().map(|mv| set.costs.of(mv) as u64).sum::<u64>() / Move::COUNT as u64),
    }
}

const BUDGETS: [SolveOption; 2] = [SolveOption::MaxNodes, SolveOption::MaxTime];

fn seconds(question: &Question) -> f64 {
    let has_budget = BUDGETS.iter().any(|&budget| question.value(budget).is_some());
    // The first call in another metric waits for tables.
    if !question.is_in_htm() || has_budget || question.asks(SolveOption::Solutions) {
        return 3e-3;
    }
    match question.filled(SolveOption::MaxLength) {
        22.. => 8e-6,
        21 => 16e-6,
        20 => 90e-6,
        _ => 3e-3,
    }
}

fn gpu(question: &Question) -> Result<(), &'static str> {
    if !question.is_in_htm() {
        Err("a search by another metric or with fewer turns")
    } else if question.asks(SolveOption::Solutions) {
        Err("a search for several solutions")
    } else if !has_room(question, &WITHOUT_PHASE2) {
        Err("a search with so little memory")
    } else {
        Ok(())
    }
}

/// The tables of the search in less memory: phase 2 is searched.
const WITHOUT_PHASE2: [TableId; 2] =
    [TableId::Complete(Complete::Phase2Pruning(HTM)), TableId::Complete(Complete::Phase1(HTM))];

/// The tables of the search in little memory: the optimal moves of phase 1 are found among the neighbours, too.
const WITHOUT_MOVES: [TableId; 2] =
    [TableId::Complete(Complete::Phase2Pruning(HTM)), TableId::Complete(Complete::Phase1Distances(HTM))];

/// All that can be known of phase 2 finds the same solutions, and so does the search over small tables.
fn tables(means: &Means) -> Vec<TableId> {
    if !means.question.is_in_htm() {
        return by_costs::tables(costs(&means.question), |tables| has_room(&means.question, tables));
    }
    if !has_room(&means.question, &WITHOUT_PHASE2) {
        return if has_room(&means.question, &WITHOUT_MOVES) { WITHOUT_MOVES.to_vec() } else { Vec::new() };
    }
    let is_wanted = || means.on_gpu || (means.is_there)(Complete::Phase2.into()) || earns_phase2(means);
    let is_whole = has_room(&means.question, &COMPLETE) && is_wanted();
    if is_whole {
        vec![Complete::Phase2.into(), Complete::Phase1(HTM).into()]
    } else {
        WITHOUT_PHASE2.to_vec()
    }
}

/// Whether there are enough positions to be solved that building the complete table of phase 2 takes less time than
/// searching phase 2 would take longer. Measured on two cores: 15 s against 30 µs a position to 21 moves,
/// 55 µs to 20, 2 ms to 19.
fn earns_phase2(means: &Means) -> bool {
    let Some((positions, question)) = means.expected else { return false };
    let enough = match question.filled(SolveOption::MaxLength) {
        21.. => 500_000,
        20 => 250_000,
        _ => 10_000,
    };
    positions >= enough
}

/// What turns cost by a question.
fn costs(question: &Question) -> EvenCosts {
    EvenCosts::new(&question.move_set().costs).expect("a question that is resolved has even costs")
}

fn load(&Loading { engine, ref tables, question, .. }: &Loading) -> Ready {
    Ok(match question.is_in_htm() {
        true if tables.0.is_empty() => Arc::new(Small::new()),
        true => Arc::new(ExactTwoPhase(Load::<TwoPhase>::load(engine, &search_tables(tables))?)),
        false => Arc::new(ByCosts(by_costs::TablesByCosts::new(&question.move_set(), tables))),
    })
}

/// The tables of the search, also for methods that begin with it.
pub(super) fn search_tables(tables: &OpenTables) -> TwoPhaseTables {
    TwoPhaseTables { phase1: tables.complete(Phase::One), phase2: tables.complete(Phase::Two) }
}

fn search_limits(question: &Question) -> TwoPhaseLimits {
    let unbounded = TwoPhaseLimits::default();
    TwoPhaseLimits {
        max_length: question.filled(SolveOption::MaxLength) as u8,
        max_nodes: question.value(SolveOption::MaxNodes).unwrap_or(unbounded.max_nodes),
        max_time: question.value(SolveOption::MaxTime).map(Duration::from_millis),
        solutions: question.value(SolveOption::Solutions).map_or(unbounded.solutions, |count| count as usize),
    }
}

/// The search in HTM over exact distances of phase 1.
struct ExactTwoPhase(Loaded<TwoPhase>);

impl Solve for ExactTwoPhase {
    fn solve(&self, cubes: &[Cube], limits: &SolveOptions, hand_on: HandOn) -> Result<(), EngineError> {
        let solution = |cube, found: Result<_, _>| solution(cube, found.map_err(Unsolved::Damaged)?);
        self.0.run(cubes, &search_limits(limits.question()), limits.control(), &mut |number, found| {
            hand_on(number, solution(&cubes[number], found));
        })
    }

    fn best_batch(&self, limits: &SolveOptions, threads: usize) -> usize {
        self.0.best_batch(&search_limits(limits.question()), threads)
    }
}

/// The shortest of the solutions that were found, at least one, with the others.
fn solution(cube: &Cube, found: Vec<Vec<Move>>) -> Result<Solution, Unsolved> {
    let mut solutions = found.into_iter().map(|moves| checked(cube, Solution::new(moves, Vec::new())));
    let first = solutions.next().expect("an engine finds a solution, or damage")?;
    let mut others = solutions.collect::<Result<Vec<Solution>, Unsolved>>()?;
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

/// The search in another metric than HTM, or with fewer turns.
struct ByCosts(by_costs::TablesByCosts);

impl Solve for ByCosts {
    fn solve(&self, cubes: &[Cube], limits: &SolveOptions, hand_on: HandOn) -> Result<(), EngineError> {
        let task = Task::new(Goal::SOLVED, &limits.question().move_set());
        let asked = search_limits(limits.question());
        // Their tables are read whole for all of them at once.
        let mut without = Vec::new();
        for (number, cube) in cubes.iter().enumerate() {
            let solution = match by_costs::solve(&self.0, cube, &asked, limits.control()) {
                Err(NoAnswer::Cancelled(cancelled)) => return Err(cancelled.into()),
                Err(NoAnswer::Damaged(table)) => Err(Unsolved::Damaged(table)),
                Ok((found, nodes)) if found.is_empty() => {
                    without.push((number, nodes));
                    continue;
                }
                Ok((found, _)) => Solution::replayed(cube, &task, found).ok_or(Unsolved::WrongSolution),
            };
            hand_on(number, solution);
        }
        let vouched = (!without.is_empty()).then(|| self.0.vouch());
        for (vouched, (number, nodes)) in vouched.iter().cycle().zip(without) {
            let none = vouched.as_ref().map_or_else(
                |table| Unsolved::Damaged(*table),
                |vouched| Unsolved::NoneWithin {
                    moves: asked.max_length,
                    proof: Proof::new(asked.max_length.saturating_add(1), nodes, vouched),
                },
            );
            hand_on(number, Err(none));
        }
        Ok(())
    }

    fn best_batch(&self, _: &SolveOptions, _: usize) -> usize {
        BATCH
    }
}

/// Positions for a thread at a time in another metric.
const BATCH: usize = 16;
