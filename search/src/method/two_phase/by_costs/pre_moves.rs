//! The pre-moves of a metric.

use cubebatch_cube::cube::{AxisTurn, Cube, Move, SearchSteps};
use cubebatch_tables::coord::cubies::Cubies;

/// Moves that lead to a position before its search begins.
pub struct PreMoveSequence {
    pub moves: Vec<Move>,
    /// What they make of solved, and the inverse of that with no cubie turned.
    pub after: Cubies,
    pub inverse: Cubies,
}

impl PreMoveSequence {
    fn new(moves: Vec<Move>) -> PreMoveSequence {
        let cube = Cube::SOLVED.apply(&moves);
        PreMoveSequence { moves, after: Cubies::from(&cube), inverse: Cubies::unturned_inverse(&cube) }
    }
}

/// The most pre-moves.
const MOST: usize = 5000;

/// Sequences of steps by what they cost, as long as there are not too many. The first axis turn of each leaves G1, else it would be one of
/// phase 2.
pub fn pre_moves(steps: &SearchSteps) -> Vec<Vec<PreMoveSequence>> {
    // Each sequence has its moves, the state after them, and whether its first axis turn is over.
    let mut by_cost: Vec<Vec<(Vec<Move>, usize, bool)>> = vec![vec![(Vec::new(), SearchSteps::START, false)]];
    let mut made = Vec::new();
    let mut count = 0;
    while let Some(sequences) = by_cost.get(made.len()).cloned() {
        let cost = made.len();
        let is_one = |(moves, state, is_over): &(Vec<Move>, usize, bool)| {
            moves.is_empty() || *is_over || steps.last(*state).is_some_and(AxisTurn::leaves_g1)
        };
        let ones = sequences.iter().filter(|sequence| is_one(sequence));
        let of_cost: Vec<PreMoveSequence> =
            ones.map(|(moves, ..)| PreMoveSequence::new(moves.clone())).collect();
        count += of_cost.len();
        if count > MOST {
            break;
        }
        made.push(of_cost);
        for (moves, state, is_over) in sequences {
            for &(m, next) in steps.next(state) {
                let step = steps.all()[m];
                let last = steps.last(state);
                let goes_on = last.is_none_or(|last| last.axis() == step.turn.axis());
                if !goes_on && !is_over && !last.is_some_and(AxisTurn::leaves_g1) {
                    continue;
                }
                let after = cost + usize::from(step.cost);
                by_cost.resize(by_cost.len().max(after + 1), Vec::new());
                by_cost[after].push(([&moves[..], &step.turn.moves()].concat(), next, is_over || !goes_on));
            }
        }
    }
    made
}
