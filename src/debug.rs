//! `Debug` for types that hold too much to print: it prints their names and a few fields.

use std::fmt;

use crate::method::{AtDistance, GoalBounds, Thistlethwaite};
use crate::solver::{Phase1Distances, Phase2Distances, SolveAll, Solver};

cubebatch_cube::debug_by_name!(AtDistance, GoalBounds, Phase1Distances, Phase2Distances, Thistlethwaite,);

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
