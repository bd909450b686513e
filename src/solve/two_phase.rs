//! Kociemba's two-phase search, in six directions, over complete tables.
//!
//! Phase 1 is searched in order of length; of each end the exact distance to solved is looked
//! up, so there is no search of phase 2. Source: H. Kociemba, kociemba.org/cube.htm; the six
//! directions side by side are due to T. Rokicki and others. Solutions that close with a turn which
//! leads out of G1 (see [`FindEnds`](crate::engine::FindEnds)) are those that Chen Shuang's
//! min2phase finds by a pre-scramble of one move.

use super::{Solution, SolveError, Solver, SolverError};
use crate::cube::{Cube, Move};
use crate::engine::cpu::descend::Descender;
use crate::engine::cpu::phase2_search::Phase2Search;
use crate::engine::cpu::to_solved::ToSolved;
use crate::engine::cpu::two_phase::EndFinder;
use crate::engine::gpu::GpuError;
use crate::engine::{End, EndSearch, Engine, Limits};
use crate::table::{Phase, Phase1Table, Phase2Table};

/// Solves by the two-phase search: an engine finds the ends of phase 1, the ways on to solved are
/// descents.
pub struct TwoPhase<'a> {
    ends: EndSearch<'a>,
    to_solved: ToSolved<'a>,
}

impl<'a> TwoPhase<'a> {
    /// A solver over these tables.
    ///
    /// # Errors
    /// [`SolverError::Gpu`], when the tables do not fit on the GPU, or it failed.
    pub fn new(
        engine: &'a dyn Engine,
        ways: Phase1Table<'a>,
        distances: Phase2Table<'a>,
        limits: Limits,
    ) -> Result<TwoPhase<'a>, SolverError> {
        let to_solved = ToSolved::Table(Descender::new(ways, distances, 1));
        Ok(TwoPhase { ends: engine.find_ends(ways, distances, limits)?, to_solved })
    }

    /// A solver for where memory is short: phase 2 is searched, with a table of 53 MiB that is made on first
    /// use, see [`TwoPhase::prepare_without_distances`]. It finds the same solutions, on the CPU, but takes longer.
    pub fn without_distances(ways: Phase1Table<'a>, limits: Limits) -> TwoPhase<'a> {
        let to_solved = || ToSolved::Search(Phase2Search::get());
        TwoPhase { ends: Box::new(EndFinder::new(ways, to_solved(), limits)), to_solved: to_solved() }
    }

    /// Makes what [`TwoPhase::without_distances`] searches with, in about two seconds on two cores. It takes
    /// 250 MiB of memory for that time, 53 MiB afterwards.
    pub fn prepare_without_distances() {
        Phase2Search::get();
    }

    fn conclude(&self, cubes: &[Cube], ends: &[Vec<End>]) -> Vec<Result<Vec<Solution>, SolveError>> {
        let each: Vec<(&Cube, &End)> =
            cubes.iter().zip(ends).flat_map(|(cube, ends)| ends.iter().map(move |end| (cube, end))).collect();
        let mut found = self.to_solved.solutions(&each).into_iter();
        let of_cube = |(cube, ends): (&Cube, &Vec<End>)| {
            let mut solutions = Vec::with_capacity(ends.len());
            let mut failed = ends.is_empty().then_some(SolveError::Complete(Phase::One));
            for moves in found.by_ref().take(ends.len()) {
                match check(cube, moves) {
                    Ok(solution) => solutions.push(solution),
                    Err(error) => failed = Some(error),
                }
            }
            solutions.sort_by_key(Solution::length);
            failed.map_or(Ok(solutions), Err)
        };
        cubes.iter().zip(ends).map(of_cube).collect()
    }
}

impl Solver for TwoPhase<'_> {
    fn solve(&self, cubes: &[Cube]) -> Result<Vec<Result<Solution, SolveError>>, GpuError> {
        let solutions = self.solve_several(cubes)?.into_iter();
        Ok(solutions.map(|solutions| Ok(solutions?.swap_remove(0))).collect())
    }

    fn solve_several(&self, cubes: &[Cube]) -> Result<Vec<Result<Vec<Solution>, SolveError>>, GpuError> {
        Ok(self.conclude(cubes, &self.ends.ends(cubes)?))
    }
}

fn check(cube: &Cube, moves: Result<Vec<Move>, Phase>) -> Result<Solution, SolveError> {
    let moves = moves.map_err(SolveError::Complete)?;
    let solution = Solution { moves, phase_lengths: Vec::new() };
    if solution.solves(cube) { Ok(solution) } else { Err(SolveError::Check) }
}
