//! The steps of each phase in a metric.

use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::phase2::PHASE2_MOVES;
use crate::cube::{Costs, Move, MoveSet, Steps, Turns};

/// The steps of a phase, and for each the numbers of its moves in the list of the phase.
pub struct Phase {
    pub steps: Steps,
    pub moves: Vec<Vec<usize>>,
    /// Whether all ways between two positions cost an even or an odd number, as in QTM.
    pub has_parity: bool,
}

impl Phase {
    pub fn one(costs: &Costs) -> Phase {
        Phase::new(&MoveSet::new(*costs, Turns::ALL), &PHASE1_MOVES)
    }

    pub fn two(costs: &Costs) -> Phase {
        let turns: Turns = "U D R2 F2 L2 B2".parse().expect("these are turns");
        Phase::new(&MoveSet::new(*costs, turns), &PHASE2_MOVES)
    }

    fn new(set: &MoveSet, list: &[Move]) -> Phase {
        let steps = Steps::new(set);
        let number =
            |mv: Move| list.iter().position(|&other| other == mv).expect("it is a move of the phase");
        let moves =
            steps.all().iter().map(|step| step.turn.moves().into_iter().map(number).collect()).collect();
        let has_parity = steps.all().iter().all(|step| {
            let quarters: usize = step.turn.moves().iter().map(|mv| mv.turns()).sum();
            quarters % 2 == usize::from(step.cost) % 2
        });
        Phase { steps, moves, has_parity }
    }

    pub fn costs(&self) -> Vec<u8> {
        self.steps.all().iter().map(|step| step.cost).collect()
    }

    /// The moves of a path.
    pub fn moves_of(&self, path: impl IntoIterator<Item = usize>) -> Vec<Move> {
        path.into_iter().flat_map(|step| self.steps.all()[step].turn.moves()).collect()
    }
}
