//! `cubebatch pocket solve`: lines in, solutions out, in order.

use cubebatch::Error;
use cubebatch::pocket::{Distances, PocketCube, Steps};
use cubebatch_puzzles::pocket::WrongDistance;
use cubebatch_search::error::Detail;

use super::batch;
use super::rows::{PocketSolution, PocketStyle};
use crate::failure::Failure;
use crate::plan::PocketPlan;
use crate::watch;

/// Runs the command; the exit code says whether all lines were solved.
pub fn run(plan: &PocketPlan) -> Result<u8, Failure> {
    let &PocketPlan { ref lines, form, steps, metric } = plan;
    let style = PocketStyle { form, files: lines.sources.len() > 1, steps, metric };
    batch::run(lines, style, |pool| {
        let find = || -> Result<Distances, Failure> {
            let engine = lines.machine.open()?;
            Ok(pool.install(|| Distances::find(metric, |space| engine.distances(space, &watch::control())))?)
        };
        let solver = (!steps).then(find).transpose()?;
        Ok(move |cube: &PocketCube| solve(solver.as_ref(), cube))
    })
}

/// A solution that was replayed: a shortest one, or else one in steps.
fn solve(solver: Option<&Distances>, cube: &PocketCube) -> Result<PocketSolution, Error> {
    let solution = match solver {
        Some(distances) => {
            PocketSolution::Optimal(distances.solve(cube).map_err(|WrongDistance| Detail::WrongSolution)?)
        }
        None => PocketSolution::Steps(Steps::of(cube)),
    };
    match cube.apply(&solution.moves()).is_solved() {
        true => Ok(solution),
        false => Err(Detail::WrongSolution.into()),
    }
}
