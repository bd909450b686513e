//! A search in HTM, and another one for all other metrics.

use super::limits::Limits;
use super::{Fault, Solve};
use crate::Solution;
use crate::cube::Cube;
use crate::engine::EngineError;

/// Solves the positions of each call in its metric.
pub(super) struct ByMetric {
    /// For a solver that was opened with the tables of this search.
    pub in_htm: Option<Box<dyn Solve>>,
    /// It knows all metrics.
    pub in_any: Box<dyn Solve>,
}

impl ByMetric {
    fn of(&self, limits: &Limits) -> &dyn Solve {
        match &self.in_htm {
            Some(in_htm) if limits.question().is_in_htm() => &**in_htm,
            _ => &*self.in_any,
        }
    }
}

impl Solve for ByMetric {
    fn solve(
        &self,
        cubes: &[Cube],
        limits: &Limits,
        hand_on: &mut dyn FnMut(usize, Result<Solution, Fault>),
    ) -> Result<(), EngineError> {
        self.of(limits).solve(cubes, limits, hand_on)
    }

    fn best_batch(&self, limits: &Limits, threads: usize) -> usize {
        self.of(limits).best_batch(limits, threads)
    }
}
