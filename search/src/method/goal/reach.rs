//! Whether the moves of a set can lead from a position to a goal at all.

use cubebatch_cube::cube::{AllowedMoves, Cube, Group, SearchSteps};
use cubebatch_cube::goal::Goal;

/// The group of the moves, as far as a goal keeps cubies at home.
pub(super) struct ReachableGroup {
    /// `None` where all turns of faces are allowed, which lead everywhere.
    group: Option<Group>,
    /// How many cubies the goal keeps at home.
    at_home: usize,
}

impl ReachableGroup {
    pub fn new(goal: &Goal, turns: &AllowedMoves, steps: &SearchSteps) -> ReachableGroup {
        let (corners, edges) = goal.cubies_at_home();
        let made = || steps.all().iter().map(|step| Cube::SOLVED.apply(&step.turn.moves()));
        let group = (*turns != AllowedMoves::ALL).then(|| Group::fixing(&corners, &edges, made()));
        ReachableGroup { group, at_home: corners.len() + edges.len() }
    }

    /// Whether some moves bring the cubies home that the goal keeps there. If not, no moves lead from the position to the goal; if so, what
    /// the goal says of other cubies may still be out of reach.
    pub fn may_lead_from(&self, cube: &Cube) -> bool {
        self.group.as_ref().is_none_or(|group| group.agrees(self.at_home, cube))
    }
}
