//! Methods of solving, and the pipeline that runs them over millions of positions.

mod complete;
mod modified;
pub mod pipeline;
mod thistlethwaite;
mod two_phase;

pub use complete::Complete;
pub use modified::Modified;
pub use thistlethwaite::Thistlethwaite;
pub use two_phase::TwoPhase;

pub use crate::engine::Limits;

use crate::cube::{Cube, Move};
use crate::engine::gpu::GpuError;
use crate::table::{Kind, Phase, Spec};

/// A method of solving, ready for many positions on many threads.
pub trait Solver: Sync {
    /// A solution for each position. Each was replayed on its position.
    ///
    /// # Errors
    /// When the GPU failed. [`SolveError`] for a position when a table's file is damaged.
    fn solve(&self, cubes: &[Cube]) -> Result<Vec<Result<Solution, SolveError>>, GpuError>;

    /// Solutions for each position, at least one, the shortest first: more than one by a search with
    /// [`Limits::solutions`].
    ///
    /// # Errors
    /// As [`Solver::solve`].
    fn solve_several(&self, cubes: &[Cube]) -> Result<Vec<Result<Vec<Solution>, SolveError>>, GpuError> {
        let solutions = self.solve(cubes)?.into_iter();
        Ok(solutions.map(|solution| Ok(vec![solution?])).collect())
    }

    /// A solution for one position. Many at a time are solved faster, see [`solve_all`].
    ///
    /// # Errors
    /// [`SolveError`], when a table's file is damaged, or the GPU failed.
    fn solve_one(&self, cube: &Cube) -> Result<Solution, SolveError> {
        self.solve(std::slice::from_ref(cube))?.pop().expect("a solution for each position")
    }
}

/// Solves positions as they come, some at a time, on the calling thread. A solver can be shared:
/// each thread may solve positions of its own with it.
///
/// ```
/// use cubebatch::cube::random::Random;
/// use cubebatch::solve::{Solver, Thistlethwaite, solve_all};
///
/// let solver = Thistlethwaite::new();
/// let mut random = Random::new(1);
/// let cubes = std::iter::repeat_with(|| random.cube());
/// for solution in solve_all(&solver, cubes).take(1000) {
///     assert!(solution?.length() <= 45);
/// }
/// # Ok::<(), cubebatch::solve::SolveError>(())
/// ```
pub fn solve_all(
    solver: &dyn Solver,
    cubes: impl IntoIterator<Item = Cube>,
) -> impl Iterator<Item = Result<Solution, SolveError>> {
    let mut cubes = cubes.into_iter();
    let batches = std::iter::from_fn(move || {
        let batch: Vec<Cube> = cubes.by_ref().take(BATCH).collect();
        (!batch.is_empty()).then_some(batch)
    });
    batches.flat_map(|batch| {
        // What the batch failed at, it failed at for each position.
        solver.solve(&batch).unwrap_or_else(|error| vec![Err(error.into()); batch.len()])
    })
}

/// Positions that [`solve_all`] solves at a time.
const BATCH: usize = 1024;

/// A sequence of moves that solves a position, phase after phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The moves, of which no two can be joined.
    pub moves: Vec<Move>,
    /// How many of the moves belong to each phase of the method, in order.
    pub phase_lengths: Vec<usize>,
}

impl Solution {
    /// The number of moves (HTM).
    pub fn length(&self) -> usize {
        self.moves.len()
    }

    /// The moves of each phase.
    pub fn phases(&self) -> impl Iterator<Item = &[Move]> {
        let mut rest = &self.moves[..];
        self.phase_lengths.iter().map(move |&length| {
            let (phase, after) = rest.split_at(length);
            rest = after;
            phase
        })
    }

    /// Whether the moves do solve `cube`.
    pub fn solves(&self, cube: &Cube) -> bool {
        cube.apply(&self.moves).is_solved()
    }
}

/// Why there is no solver.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolverError {
    /// These tables do not do.
    #[error("a solver takes a p0 of depth 4 or more and a p1 of depth 6 or more, not {p0} and {p1}")]
    Tables {
        /// What was to be p0.
        p0: Spec,
        /// What was to be p1.
        p1: Spec,
    },
    /// The GPU cannot hold the tables, or failed.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// A table does not hold what it should.
    #[error("the table {} led nowhere: its file is damaged", .0.name())]
    Table(Kind),
    /// A complete table does not hold what it should.
    #[error("the table {} led nowhere: its file is damaged", .0.name())]
    Complete(Phase),
    /// The solution that was found does not solve the position.
    #[error("a solution failed its check")]
    Check,
    /// The GPU failed.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}
