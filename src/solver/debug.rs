//! `Debug` for what holds too much to print.

use std::fmt;

use super::{Phase1Distances, Phase2Distances, SolveAll, Solver};

cubebatch_cube::debug_by_name!(Phase1Distances, Phase2Distances);

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("method", &self.method())
            .field("engine", &self.engine().name())
            .field("threads", &self.threads())
            .field("tables", &self.tables())
            .finish_non_exhaustive()
    }
}

impl<K, I> fmt::Debug for SolveAll<K, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolveAll").finish_non_exhaustive()
    }
}
