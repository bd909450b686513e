//! What solutions have to do.

use super::Goal;
use crate::cube::{Costs, Move, MoveSet, SearchSteps};

/// A goal, and the moves that may lead to it.
#[derive(Clone, Debug)]
pub struct Task {
    /// Where solutions end.
    pub goal: Goal,
    set: MoveSet,
    /// The costs by which the first of several solutions is said to be the cheapest.
    cost: Option<Costs>,
    steps: SearchSteps,
}

impl Task {
    /// The goal, by moves of a set.
    pub fn new(goal: Goal, set: &MoveSet) -> Task {
        Task { goal, cost: None, set: *set, steps: SearchSteps::new(set) }
    }

    /// The same task, where the first of several solutions is said to be the cheapest by these costs.
    #[must_use]
    pub fn with_cost(self, cost: Option<Costs>) -> Task {
        Task { cost, ..self }
    }

    /// The costs by which the first of several solutions is said to be the cheapest.
    pub fn cost(&self) -> Option<Costs> {
        self.cost
    }

    /// The moves that may lead there.
    pub fn set(&self) -> &MoveSet {
        &self.set
    }

    /// What a sequence of moves costs; `None` if it has other moves than those of the set.
    pub fn length(&self, moves: &[Move]) -> Option<usize> {
        self.steps.cost(moves)
    }
}

impl Default for Task {
    /// The solved cube, by all moves (HTM).
    fn default() -> Task {
        Task::new(Goal::SOLVED, &MoveSet::default())
    }
}
