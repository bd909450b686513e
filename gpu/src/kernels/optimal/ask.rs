//! Asks about the inverses of children.

use super::{Looked, cube, place, plus};
use cubebatch_cube::cube::{Cube, Face, Move};
use cubebatch_search::engine::exhaustive::PassTurns;
use cubebatch_shaders::optimal::{BlocksParams, PROOF_MOVES, ProofHead, ProofNode, ProofState, Tried, bits};

/// The twin of `optimal/ask.wgsl`: it turns the position of each child back to its inverse. The order of what it adds is another.
pub fn ask(
    params: &BlocksParams,
    looked: &mut Looked,
    head: &mut ProofHead,
    nodes: &[ProofNode],
    tried: &mut [u32],
) {
    let (left, reach) = (head.left, params.reach);
    let has_only_half_turns = head.turns == bits(PassTurns::Half);
    for number in 0..head.taken {
        let node = &nodes[place(head, left as usize, number, params.places)];
        let (cube, state) = (cube(node), ProofState::unpack(node.state));
        let comes_again = has_only_half_turns && left > reach;
        if params.first_block == 0 && number >= head.counted[left as usize - 1] && !comes_again {
            let at = 2 * state.cube as usize;
            let [low, high] = plus([head.nodes[at], head.nodes[at + 1]], 1);
            (head.nodes[at], head.nodes[at + 1]) = (low, high);
        }
        let last = Some(state.last as usize).filter(|&last| last != PROOF_MOVES).map(Move::from_index);
        let is_wanted = |mv: &Move| {
            let is_tried = left != reach + 1 || head.turns >> mv.index() & 1 == 1;
            is_tried && last.is_none_or(|last| last.may_precede(*mv))
        };
        let wanted: Vec<Move> = Move::all().filter(is_wanted).collect();
        // The positions for which the filter is asked: children, or the results of half turns of them.
        let moves = match left {
            _ if left <= reach || left == reach + 1 && !has_only_half_turns => Some(left - 1),
            _ if left == reach + 2 && has_only_half_turns => Some(reach),
            _ => None,
        };
        looked.count = 0;
        let mut passes = |cube: &Cube| match moves {
            Some(moves) => looked.passes(&cube.inverse(), moves as u8).unwrap_or(false),
            None => params.first_block == 0,
        };
        let passing: Vec<Move> = wanted.iter().copied().filter(|&mv| passes(&cube.turn(mv))).collect();
        for mv in passing {
            tried[head.tried as usize] = Tried { node: number, turn: mv.index() as u32 }.pack();
            head.tried += 1;
        }
        if moves.is_none() {
            continue;
        }
        // Each face was asked about for all of its turns, and half turns for each face.
        looked.count = 0;
        let mut passes = |cube: &Cube| looked.passes(&cube.inverse(), moves.expect("it has moves") as u8);
        if wanted.iter().any(|mv| mv.turns() == 2) {
            passes(&cube);
        }
        for mv in Face::ALL.map(|face| Move::new(face, 1).expect("a quarter turn")) {
            if wanted.contains(&mv) {
                passes(&cube.turn(mv));
            }
        }
        head.looked += looked.count;
    }
}
