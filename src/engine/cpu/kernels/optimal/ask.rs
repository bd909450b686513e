//! Asks about the inverses of children.

use super::{Looked, cube, place};
use crate::cube::{Face, Move};
use crate::engine::layout::optimal::{AskParams, PROOF_MOVES, ProofHead, ProofNode, ProofState, Tried};

/// The twin of `optimal/ask.wgsl`: it turns the position of each child back to its inverse. The order of what it adds is another.
pub fn ask(
    params: &AskParams,
    looked: &mut Looked,
    head: &mut ProofHead,
    nodes: &[ProofNode],
    tried: &mut [u32],
) {
    let (left, reach) = (head.left, params.reach);
    for number in 0..head.taken {
        let node = &nodes[place(head, left as usize, number, params.places)];
        let (cube, state) = (cube(node), ProofState::unpack(node.state));
        let last = Some(state.last as usize).filter(|&last| last != PROOF_MOVES).map(Move::from_index);
        let mut passes = |mv: Move| -> bool {
            if left - 1 > reach {
                return params.first_block == 0;
            }
            looked.passes(&cube.turn(mv).inverse(), left as u8 - 1).unwrap_or(false)
        };
        let passing: Vec<Move> =
            Move::all().filter(|&mv| last.is_none_or(|last| last.may_precede(mv)) && passes(mv)).collect();
        for mv in passing {
            tried[head.tried as usize] = Tried { node: number, turn: mv.index() as u32 }.pack();
            head.tried += 1;
        }
        // Each face was asked about for all of its turns, and half turns for each face.
        looked.count = 0;
        head.looked += if left - 1 > reach {
            u32::from(left - 1 == reach + 1 && params.first_block == 0)
        } else {
            let is_first = state.depth == 0 || left != reach + 1 || state.last % 3 == 0;
            looked.passes(&cube.inverse(), left as u8 - 1);
            looked.count *= u32::from(is_first);
            let faces = Face::ALL.map(|face| Move::new(face, 1).expect("a quarter turn"));
            for turn in faces.into_iter().filter(|&turn| last.is_none_or(|last| last.may_precede(turn))) {
                looked.passes(&cube.turn(turn).inverse(), left as u8 - 1);
            }
            looked.count
        };
    }
}
