//! Lower bounds of the moves to a goal, from the tables of its parts.

use super::kept::room;
use super::tables::Lenses;
use cubebatch_cube::cube::symmetry::Symmetry;
use cubebatch_cube::cube::{Cube, MoveSet, SearchSteps};
use cubebatch_cube::goal::Goal;
use cubebatch_tables::progress::{Cancelled, Control};

/// Bounds the costs of moves to a goal from below: a pattern database for each part of it.
pub struct GoalBounds(Vec<(Symmetry, Lenses)>);

impl GoalBounds {
    /// Finds the distances of all that parts of the goal show, by these moves, on all threads of the current pool. Each table has
    /// room in `memory` bytes.
    ///
    /// # Errors
    /// When a stop was requested.
    pub fn new(goal: &Goal, set: &MoveSet, memory: u64, control: &Control) -> Result<GoalBounds, Cancelled> {
        let (held, rotations) = goal.orientations();
        let bounds = |rotation: Symmetry| {
            let steps = SearchSteps::new(&set.image(&rotation));
            Ok((rotation, Lenses::new(&held, &steps, room(memory), control)?))
        };
        rotations.into_iter().map(bounds).collect::<Result<_, Cancelled>>().map(GoalBounds)
    }

    /// Whether each bound is the distance itself: one table shows all that the goal sees.
    pub fn are_exact(&self) -> bool {
        self.0.iter().all(|(_, bounds)| bounds.are_exact())
    }

    /// The least that the moves from a position to the goal may cost, at most 254; 255 if none lead there.
    pub fn least(&self, cube: &Cube) -> u8 {
        let bound =
            |(rotation, bounds): &(Symmetry, Lenses)| bounds.least(&bounds.shown(&rotation.conjugate(cube)));
        self.0.iter().map(bound).min().unwrap_or(0)
    }
}
