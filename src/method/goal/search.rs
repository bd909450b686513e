//! The search for shortest ways to a goal: length after length, in the order of moves, cut by the bounds of its parts.

use super::tables::Bounds;
use crate::cube::{Cube, Move};
use crate::goal::Goal;
use crate::progress::{Cancelled, Control};
use crate::space::Pair;

/// After how many nodes the search looks whether it has to stop.
const STRETCH: u64 = 1 << 16;

/// The search for one position.
pub(super) struct Search<'a> {
    goal: &'a Goal,
    bounds: &'a Bounds,
    cube: &'a Cube,
    control: &'a Control,
    /// The most sequences that are wanted.
    wanted: usize,
    /// What is shown after each move of the path, from the position on.
    shown: Vec<Vec<Pair>>,
    path: Vec<Move>,
    /// The sequences that were found; the goal holds at the end of each, and not before.
    pub found: Vec<Vec<Move>>,
    /// The positions that were expanded.
    pub nodes: u64,
}

impl<'a> Search<'a> {
    pub fn new(
        goal: &'a Goal,
        bounds: &'a Bounds,
        cube: &'a Cube,
        wanted: usize,
        control: &'a Control,
    ) -> Search<'a> {
        let shown = vec![bounds.shown(cube)];
        Search { goal, bounds, cube, control, wanted, shown, path: Vec::new(), found: Vec::new(), nodes: 0 }
    }

    /// A length that no sequence falls short of.
    pub fn least(&self) -> u8 {
        self.bounds.least(&self.shown[0])
    }

    /// Finds sequences of this length, until as many are found as are wanted.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub fn of_length(&mut self, length: u8) -> Result<(), Cancelled> {
        self.control.check()?;
        self.shown.resize(usize::from(length) + 1, self.shown[0].clone());
        if self.least() <= length { self.go_on(length) } else { Ok(()) }
    }

    fn go_on(&mut self, left: u8) -> Result<(), Cancelled> {
        // A way that passes through the goal ended there.
        if self.bounds.least(&self.shown[self.path.len()]) == 0 && self.is_there() {
            if left == 0 {
                self.found.push(self.path.clone());
            }
            return Ok(());
        }
        if left == 0 {
            return Ok(());
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(STRETCH) {
            self.control.check()?;
        }
        let depth = self.path.len();
        for m in (0..Move::COUNT).map(Move::from_index) {
            if self.path.last().is_some_and(|last| !last.may_precede(m)) {
                continue;
            }
            let (before, after) = self.shown.split_at_mut(depth + 1);
            if self.bounds.turn(&before[depth], m.index(), left - 1, &mut after[0]) {
                self.path.push(m);
                self.go_on(left - 1)?;
                self.path.pop();
                if self.found.len() == self.wanted {
                    break;
                }
            }
        }
        Ok(())
    }

    fn is_there(&self) -> bool {
        self.goal.holds(&self.cube.apply(&self.path))
    }
}
