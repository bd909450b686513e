//! The search for cheapest ways to a goal: cost after cost, in the order of steps, cut by the bounds of its parts.

use super::tables::Lenses;
use cubebatch_cube::cube::{Cube, Move, SearchSteps};
use cubebatch_cube::goal::Goal;
use cubebatch_tables::progress::{Cancelled, Control};
use cubebatch_tables::space::RowAndValue;

/// After how many nodes the search looks whether it has to stop.
const STRETCH: u64 = 1 << 16;

/// Whether more sequences are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum More {
    Wanted,
    No,
}

/// The search for one position.
pub(super) struct GoalSearch<'a> {
    goal: &'a Goal,
    steps: &'a SearchSteps,
    bounds: &'a Lenses,
    cube: &'a Cube,
    control: &'a Control,
    /// What is shown after each step of the path, from the position on: as many pairs for each as bounds show.
    shown: Vec<RowAndValue>,
    /// The steps, by their numbers.
    path: Vec<usize>,
    /// The positions that were expanded.
    pub nodes: u64,
}

impl<'a> GoalSearch<'a> {
    pub fn new(
        goal: &'a Goal,
        steps: &'a SearchSteps,
        bounds: &'a Lenses,
        cube: &'a Cube,
        control: &'a Control,
    ) -> GoalSearch<'a> {
        let shown = bounds.shown(cube);
        GoalSearch { goal, steps, bounds, cube, control, shown, path: Vec::new(), nodes: 0 }
    }

    /// The least that a sequence may cost.
    pub fn least(&self) -> u8 {
        self.bounds.least(self.shown_after(0))
    }

    /// Finds sequences of this cost, as long as the caller takes more. The goal holds at the end of each, and not before.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub fn of_cost(&mut self, cost: u8, mut take: impl FnMut(Vec<Move>) -> More) -> Result<More, Cancelled> {
        self.control.check()?;
        // No step is for nothing.
        self.shown.resize((usize::from(cost) + 1) * self.bounds.len(), RowAndValue::default());
        if self.least() <= cost { self.go_on(cost, SearchSteps::START, &mut take) } else { Ok(More::Wanted) }
    }

    fn go_on(
        &mut self,
        left: u8,
        state: usize,
        take: &mut impl FnMut(Vec<Move>) -> More,
    ) -> Result<More, Cancelled> {
        // A way that passes through the goal ended there.
        if self.bounds.least(self.shown_after(self.path.len())) == 0 && self.is_there() {
            return Ok(if left == 0 { take(self.moves()) } else { More::Wanted });
        }
        if left == 0 {
            return Ok(More::Wanted);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(STRETCH) {
            self.control.check()?;
        }
        let (steps, width) = (self.steps, self.bounds.len());
        let here = self.path.len() * width;
        for &(step, state) in steps.next(state) {
            let Some(left) = left.checked_sub(steps.all()[step].cost) else { continue };
            let (before, after) = self.shown.split_at_mut(here + width);
            if self.bounds.turn(&before[here..], step, left, &mut after[..width]) {
                self.path.push(step);
                let more = self.go_on(left, state, take)?;
                self.path.pop();
                if more == More::No {
                    return Ok(More::No);
                }
            }
        }
        Ok(More::Wanted)
    }

    /// What is shown after this number of steps.
    fn shown_after(&self, steps: usize) -> &[RowAndValue] {
        &self.shown[steps * self.bounds.len()..][..self.bounds.len()]
    }

    fn is_there(&self) -> bool {
        self.goal.holds(&self.cube.apply(&self.moves()))
    }

    fn moves(&self) -> Vec<Move> {
        self.path.iter().flat_map(|&step| self.steps.all()[step].turn.moves()).collect()
    }
}
