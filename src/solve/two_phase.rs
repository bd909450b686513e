//! Kociemba's two-phase search, in six directions, over complete tables.
//!
//! Phase 1 is searched in order of length; of each end the exact distance to solved is looked
//! up, so there is no search of phase 2. Source: H. Kociemba, kociemba.org/cube.htm; the six
//! directions side by side are due to T. Rokicki and others.

use super::{Solution, SolveError, Solver, SolverError};
use crate::coord::phase2_places::Phase2Places;
use crate::coord::{Phase1, Phase2};
use crate::cube::{Cube, merge};
use crate::engine::cpu::descend::{self, Descender};
use crate::engine::direction::{from_direction, image};
use crate::engine::gpu::GpuError;
use crate::engine::{End, EndSearch, Engine, Limits, Way};
use crate::table::{Phase, Phase1Ways, Phase2Distances};

/// Solves by the two-phase search: an engine finds the end of phase 1, the way on to solved is
/// a descent.
pub struct TwoPhase<'a> {
    ends: EndSearch<'a>,
    descender: Descender<'a>,
}

impl<'a> TwoPhase<'a> {
    /// A solver over these tables.
    ///
    /// # Errors
    /// [`SolverError::Gpu`], when the tables do not fit on the GPU, or it failed.
    pub fn new(
        engine: &'a dyn Engine,
        ways: Phase1Ways<'a>,
        distances: Phase2Distances<'a>,
        limits: Limits,
    ) -> Result<TwoPhase<'a>, SolverError> {
        let descender = Descender::new(ways, distances, 1);
        Ok(TwoPhase { ends: engine.find_ends(ways, distances, limits)?, descender })
    }
}

impl Solver for TwoPhase<'_> {
    fn solve(&self, cubes: &[Cube]) -> Result<Vec<Result<Solution, SolveError>>, GpuError> {
        let ends = self.ends.ends(cubes)?;
        let starts = cubes.iter().zip(&ends).map(|(cube, end)| start_of_descent(cube, end.as_ref()?));
        let ways = self.descender.descend(starts);
        let found = cubes.iter().zip(&ends).zip(ways);
        Ok(found.map(|((cube, end), way)| conclude(cube, end.as_ref(), way)).collect())
    }
}

/// Where phase 2 begins, in the end's direction, and how far that is from solved; `None` if it is
/// not in G1, as a damaged table can have it.
fn start_of_descent(cube: &Cube, end: &End) -> Option<(descend::End, u8)> {
    let cube = image(cube, end.direction).apply(&end.moves);
    if Phase1::of(&cube).code() != 0 {
        return None;
    }
    let place = Phase2Places::get().place(Phase2::of(&cube));
    Some((descend::End { moves: end.moves.clone(), place }, end.distance))
}

fn conclude(cube: &Cube, end: Option<&End>, way: Result<Way, Phase>) -> Result<Solution, SolveError> {
    let way = way.map_err(SolveError::Complete)?;
    let direction = end.map_or(0, |end| end.direction);
    let moves = merge(&from_direction(direction, &way.moves));
    let solution = Solution { moves, phase_lengths: Vec::new() };
    if solution.solves(cube) { Ok(solution) } else { Err(SolveError::Check) }
}
