//! Both phases by descent in complete tables: no search.

use std::sync::Arc;

use super::solve_options::SolveOptions;
use super::{
    COMPLETE, HandOn, Loading, MethodCard, Question, Ready, Solve, SolveOption, Takes, Unsolved, checked,
    longest_phases,
};
use crate::engine::descent::{CompleteTables, Descent, PhasedPath};
use crate::engine::{EngineError, Load, Loaded};
use crate::solution::Solution;
use cubebatch_cube::cube::{Cube, merge};
use cubebatch_tables::table::Phase;

pub(super) const CARD: MethodCard = MethodCard {
    name: "descent",
    title: "Descent in complete tables (975 MiB), without a search: a shortest phase 1, then a shortest phase 2",
    alias: None,
    phases: &["into G1", "solved"],
    proves: false,
    options: &[
        Takes::of(SolveOption::Ends).usual(ENDS),
        Takes::of(SolveOption::Memory),
        Takes::of(SolveOption::To),
    ],
    budgets: &[],
    seconds: |question| END_SECONDS * question.filled(SolveOption::Ends) as f64,
    short_batch: None,
    gpu: |_| Ok(()),
    tables: |_| COMPLETE.into(),
    load,
    usual_length: |_| None,
    longest: |_| Some(longest_phases()),
    counts_by: |_| true,
    solves_by: |_| true,
    is_of_moves: false,
};

/// The usual number of ends of phase 1 that the method compares: with it the mean length is 22.37.
const ENDS: u64 = 4;

/// Seconds of a core for each of them.
const END_SECONDS: f64 = 2e-6;

/// Solves by descent: each phase is as short as possible from its beginning.
///
/// It compares some of the shortest paths into G1, in lexicographic order, and takes the path whose end is nearest to solved;
/// of equal ones it takes the first. Then it makes the first move that leads nearer, until the position is solved.
struct Descending(Loaded<Descent>);

fn load(&Loading { engine, ref tables, .. }: &Loading) -> Ready {
    let tables = CompleteTables { phase1: tables.complete(Phase::One), phase2: tables.complete(Phase::Two) };
    Ok(Arc::new(Descending(Load::<Descent>::load(engine, &tables)?)))
}

fn ends(question: &Question) -> usize {
    question.filled(SolveOption::Ends) as usize
}

impl Solve for Descending {
    fn solve(&self, cubes: &[Cube], limits: &SolveOptions, hand_on: HandOn) -> Result<(), EngineError> {
        let solution =
            |cube, path: Result<PhasedPath, _>| checked(cube, solution(path.map_err(Unsolved::Damaged)?)?);
        self.0.run(cubes, &ends(limits.question()), limits.control(), &mut |number, path| {
            hand_on(number, solution(&cubes[number], path));
        })
    }

    fn best_batch(&self, limits: &SolveOptions, threads: usize) -> usize {
        self.0.best_batch(&ends(limits.question()), threads)
    }
}

/// The solution along a path.
fn solution(PhasedPath { moves, phase1_length }: PhasedPath) -> Result<Solution, Unsolved> {
    // A turn near the end of phase 1 and one of the same face at the beginning of phase 2 would
    // have made another end, one move nearer; but it may not have been looked at. Where nothing
    // joins, moves keep their order, so that phase 1 ends where it says.
    let merged = merge(moves.clone());
    let moves = if merged.len() < moves.len() { merged } else { moves };
    let phase2_length = moves.len().checked_sub(phase1_length).ok_or(Unsolved::Damaged(COMPLETE[0]))?;
    Ok(Solution::new(moves, vec![phase1_length, phase2_length]))
}
