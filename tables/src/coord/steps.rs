//! The steps of each phase by what turns cost.

use super::phase1::PHASE1_MOVES;
use super::phase2::PHASE2_MOVES;
use cubebatch_cube::cube::{AllowedMoves, EvenCosts, Move, MoveSet, SearchSteps};

/// The steps of a phase, and for each the numbers of its moves in the list of the phase.
pub struct PhaseSteps {
    /// The steps, and which may follow which.
    pub steps: SearchSteps,
    /// For each step its moves by their numbers.
    pub moves: Vec<Vec<usize>>,
    /// Whether all ways between two positions cost an even or an odd number, as in QTM.
    pub has_parity: bool,
}

impl PhaseSteps {
    /// The steps of phase 1: all turns.
    pub fn one(costs: EvenCosts) -> PhaseSteps {
        PhaseSteps::new(&MoveSet::new(costs.costs(), AllowedMoves::ALL), &PHASE1_MOVES)
    }

    /// The steps of phase 2: turns of U and D, and half turns of the sides.
    pub fn two(costs: EvenCosts) -> PhaseSteps {
        PhaseSteps::two_of(&MoveSet::new(costs.costs(), AllowedMoves::ALL))
    }

    /// The steps of phase 2 that are of a set.
    pub fn two_of(set: &MoveSet) -> PhaseSteps {
        let turns: AllowedMoves = "U D R2 F2 L2 B2".parse().expect("these are turns");
        PhaseSteps::new(&MoveSet::new(set.costs, set.allowed.and(turns)), &PHASE2_MOVES)
    }

    fn new(set: &MoveSet, list: &[Move]) -> PhaseSteps {
        let steps = SearchSteps::new(set);
        let number =
            |mv: Move| list.iter().position(|&other| other == mv).expect("it is a move of the phase");
        let moves =
            steps.all().iter().map(|step| step.turn.moves().into_iter().map(number).collect()).collect();
        let has_parity = steps.all().iter().all(|step| {
            let quarters: usize = step.turn.moves().iter().map(|mv| mv.turns()).sum();
            quarters % 2 == usize::from(step.cost) % 2
        });
        PhaseSteps { steps, moves, has_parity }
    }

    /// What each step costs.
    pub fn costs(&self) -> Vec<u8> {
        self.steps.all().iter().map(|step| step.cost).collect()
    }

    /// The moves of a path.
    pub fn moves_of(&self, path: impl IntoIterator<Item = usize>) -> Vec<Move> {
        path.into_iter().flat_map(|step| self.steps.all()[step].turn.moves()).collect()
    }
}
