//! Both phases by descent in complete tables: no search.

use super::{Solution, SolveError, Solver, SolverError};
use crate::coord::sym_phase1::SymPhase1Tables;
use crate::coord::sym_phase2::SymPhase2Tables;
use crate::cube::{Cube, merge};
use crate::engine::gpu::GpuError;
use crate::engine::{Descents, Engine, Way};
use crate::table::{Phase, Phase1Table, Phase2Table};

/// Solves by descent: each phase is as short as it can be from where it starts.
///
/// Ways into G1 of least length are looked at in lexicographic order, and the one from whose end
/// the way to solved is shortest is taken, the first of equal ones. Then the first move that
/// leads nearer is made until the position is solved.
pub struct Complete<'a> {
    descents: Descents<'a>,
}

impl<'a> Complete<'a> {
    /// How many ends of phase 1 are looked at, unless something else is asked for: with these
    /// the mean length is 22.37.
    pub const ENDS: usize = 4;

    /// A solver over these tables, which looks at so many ends of phase 1, at least one. Those
    /// that differ in the sense of the last turn come together, so there can be one more.
    ///
    /// # Errors
    /// [`SolverError::Gpu`], when the tables do not fit on the GPU, or it failed.
    pub fn new(
        engine: &'a dyn Engine,
        phase1: Phase1Table<'a>,
        phase2: Phase2Table<'a>,
        ends: usize,
    ) -> Result<Complete<'a>, SolverError> {
        // Now, so that the first position does not pay for them.
        SymPhase1Tables::get();
        SymPhase2Tables::get();
        Ok(Complete { descents: engine.descend(phase1, phase2, ends)? })
    }
}

impl Solver for Complete<'_> {
    fn solve(&self, cubes: &[Cube]) -> Result<Vec<Result<Solution, SolveError>>, GpuError> {
        let ways = self.descents.ways(cubes)?;
        Ok(cubes.iter().zip(ways).map(|(cube, way)| conclude(cube, way)).collect())
    }
}

/// The solution that was found, if it holds.
fn conclude(cube: &Cube, way: Result<Way, Phase>) -> Result<Solution, SolveError> {
    let Way { moves, phase1_length } = way.map_err(SolveError::Complete)?;
    // A turn near the end of phase 1 and one of the same face at the beginning of phase 2 would
    // have made another end, one move nearer; but it may not have been looked at. Where nothing
    // joins, moves keep their order, so that phase 1 ends where it says.
    let merged = merge(&moves);
    let moves = if merged.len() < moves.len() { merged } else { moves };
    let phase2_length = moves.len().checked_sub(phase1_length).ok_or(SolveError::Complete(Phase::One))?;
    let solution = Solution { moves, phase_lengths: vec![phase1_length, phase2_length] };
    if solution.solves(cube) { Ok(solution) } else { Err(SolveError::Check) }
}
