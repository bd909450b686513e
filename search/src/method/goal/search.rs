//! The search for cheapest ways to a goal: cost after cost, in the order of steps, cut by the bounds of its parts.

use super::tables::{Children, Lenses, NextStep};
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
    /// What is shown of the position.
    shown: Vec<RowAndValue>,
    /// Room for what follows positions.
    spare: Vec<Children>,
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
        GoalSearch {
            goal,
            steps,
            bounds,
            cube,
            control,
            shown,
            spare: Vec::new(),
            path: Vec::new(),
            nodes: 0,
        }
    }

    /// The least that a sequence may cost.
    pub fn least(&self) -> u8 {
        self.bounds.least(&self.shown)
    }

    /// Finds sequences of this cost, as long as the caller takes more. The goal holds at the end of each, and not before.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub fn of_cost(&mut self, cost: u8, mut take: impl FnMut(Vec<Move>) -> More) -> Result<More, Cancelled> {
        self.control.check()?;
        if self.least() > cost {
            return Ok(More::Wanted);
        }
        let shown = self.shown.clone();
        self.go_on(&shown, cost, SearchSteps::START, &mut take)
    }

    fn go_on(
        &mut self,
        shown: &[RowAndValue],
        left: u8,
        state: usize,
        take: &mut impl FnMut(Vec<Move>) -> More,
    ) -> Result<More, Cancelled> {
        // A way that passes through the goal ended there.
        if self.bounds.least(shown) == 0 && self.is_there() {
            return Ok(if left == 0 { take(self.moves()) } else { More::Wanted });
        }
        if left == 0 {
            return Ok(More::Wanted);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(STRETCH) {
            self.control.check()?;
        }
        let steps = self.steps;
        let next = steps.next(state).iter().filter_map(|&(step, state)| {
            Some(NextStep { step, state, left: left.checked_sub(steps.all()[step].cost)? })
        });
        let mut children = self.spare.pop().unwrap_or_default();
        self.bounds.turn(shown, next, &mut children);
        let mut more = More::Wanted;
        let width = self.bounds.len();
        for (number, next) in children.steps.iter().enumerate() {
            let shown = &children.shown[number * width..][..width];
            self.path.push(next.step);
            more = self.go_on(shown, next.left, next.state, take)?;
            self.path.pop();
            if more == More::No {
                break;
            }
        }
        self.spare.push(children);
        Ok(more)
    }

    fn is_there(&self) -> bool {
        self.goal.holds(&self.cube.apply(&self.moves()))
    }

    fn moves(&self) -> Vec<Move> {
        self.path.iter().flat_map(|&step| self.steps.all()[step].turn.moves()).collect()
    }
}
