//! `Debug` for types that hold too much to print: it prints their names and a few fields.

use std::fmt;

use crate::method::{AtDistance, GoalBounds, Thistlethwaite};
use crate::pocket;
use crate::solver::{Phase1Distances, Phase2Distances, SolveAll, Solver};
use crate::universal::circuit::{Circuit, Walker};
use crate::universal::loops::{Loops, Steps};

/// Implements `Debug` by the name alone.
macro_rules! by_name {
    ($($type:ty),+ $(,)?) => {
        $(
            impl fmt::Debug for $type {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.debug_struct(stringify!($type)).finish_non_exhaustive()
                }
            }
        )+
    };
}

by_name!(
    AtDistance,
    Circuit,
    GoalBounds,
    Loops,
    Phase1Distances,
    Phase2Distances,
    Steps<'_>,
    Thistlethwaite,
    Walker,
);

impl fmt::Debug for pocket::Distances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Distances").field("metric", &self.metric()).finish_non_exhaustive()
    }
}

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
