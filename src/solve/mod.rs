//! Methods of solving, and the pipeline that runs them over millions of positions.

mod modified;
pub mod pipeline;

pub use modified::Modified;

use crate::cube::{Cube, Move};
use crate::engine::gpu::GpuError;
use crate::table::{Kind, Spec};

/// A sequence of moves that solves a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// The moves, canonical.
    pub moves: Vec<Move>,
    /// The length of phase 1, which is the distance to G1. (Joining turns at the seam of the
    /// phases can move the last turn of phase 1 one place behind.)
    pub phase1_length: usize,
}

impl Solution {
    /// The number of moves (HTM).
    pub fn length(&self) -> usize {
        self.moves.len()
    }

    /// The moves after phase 1.
    pub fn phase2_length(&self) -> usize {
        self.length() - self.phase1_length
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// A table does not hold what it should.
    #[error("the table {} led nowhere: its file is damaged", .0.name())]
    Table(Kind),
    /// The solution that was found does not solve the position.
    #[error("a solution failed its check")]
    Check,
}
