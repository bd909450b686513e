//! Both phases by descent in complete tables: no search.

pub(super) mod descent;
pub(super) mod walk;

use crate::cube::{Cube, merge};
use crate::engine::gpu::GpuError;
use crate::table::{Phase, Phase1Ways, Phase2Distances};

use super::{Solution, SolveError, Solver};
use descent::{Descent, Near};
use walk::Walk;

/// Solves by descent: each phase is as short as it can be from where it starts.
///
/// Ways into G1 of least length are looked at in lexicographic order, and the one from whose end
/// the way to solved is shortest is taken, the first of equal ones. Then the first move that
/// leads nearer is made until the position is solved.
pub struct Complete<'a> {
    phase1: Phase1Ways<'a>,
    phase2: Phase2Distances<'a>,
    pub(super) near: Near,
    ends: usize,
}

/// Positions that are solved side by side, so that their waits for memory overlap.
const GROUP: usize = 16;

impl<'a> Complete<'a> {
    /// How many ends of phase 1 are looked at, unless something else is asked for: with these
    /// the mean length is 22.37.
    pub const ENDS: usize = 4;

    /// A solver over these tables, which looks at so many ends of phase 1. Those that differ
    /// in the sense of the last turn come together, so there can be one more.
    pub fn new(phase1: Phase1Ways<'a>, phase2: Phase2Distances<'a>, ends: usize) -> Complete<'a> {
        Complete { phase1, phase2, near: Near::new(), ends }
    }

    fn solve_group(&self, cubes: &[Cube]) -> Vec<Result<Solution, SolveError>> {
        let mut walks: Vec<Walk> = cubes.iter().map(|&cube| Walk::new(cube, &self.phase1)).collect();
        while walks.iter().any(Walk::is_under_way) {
            walks.iter_mut().for_each(|walk| walk.go_on(self));
        }
        let mut descents: Vec<Descent> =
            walks.into_iter().map(|walk| Descent::new(walk.best(&self.phase2))).collect();
        while descents.iter().any(Descent::is_under_way) {
            descents.iter_mut().for_each(|descent| descent.look_around(&self.phase2));
            descents.iter_mut().for_each(|descent| descent.go_on(self));
        }
        cubes.iter().zip(descents).map(|(cube, descent)| conclude(cube, descent)).collect()
    }
}

impl Solver for Complete<'_> {
    fn solve(&self, cubes: &[Cube]) -> Result<Vec<Result<Solution, SolveError>>, GpuError> {
        Ok(cubes.chunks(GROUP).flat_map(|group| self.solve_group(group)).collect())
    }
}

/// The solution that was found, if it holds.
fn conclude(cube: &Cube, descent: Descent) -> Result<Solution, SolveError> {
    let (moves, phase1_length) = descent.moves()?;
    // A turn near the end of phase 1 and one of the same face at the beginning of phase 2 would
    // have made another end, one move nearer; but it may not have been looked at. Where nothing
    // joins, moves keep their order, so that phase 1 ends where it says.
    let merged = merge(&moves);
    let moves = if merged.len() < moves.len() { merged } else { moves };
    let phase2_length = moves.len().checked_sub(phase1_length).ok_or(SolveError::Complete(Phase::One))?;
    let solution = Solution { moves, phase_lengths: vec![phase1_length, phase2_length] };
    if solution.solves(cube) { Ok(solution) } else { Err(SolveError::Check) }
}
