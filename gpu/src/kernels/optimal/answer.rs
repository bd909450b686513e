//! Makes nodes of children.

use super::{Looked, cube, place};
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_shaders::optimal::{BlocksParams, ProofHead, ProofNode, ProofSolution, ProofState, Tried};
use cubebatch_shaders::words::Moves;

/// The twin of `optimal/answer.wgsl`; `node_of` makes a node of a position. The order of what it adds is another; where there is
/// no room for all, it adds none.
pub fn answer(
    params: &BlocksParams,
    looked: &mut Looked,
    head: &mut ProofHead,
    solutions: &mut [ProofSolution],
    nodes: &mut [ProofNode],
    tried: &[u32],
    node_of: impl Fn(&Cube, ProofState) -> ProofNode,
) {
    let left = head.left as usize;
    let mut children = Vec::new();
    for child in tried[..head.tried as usize].iter().map(|&word| Tried::unpack(word)) {
        let parent = &nodes[place(head, left, child.node, params.places)];
        let there = cube(parent).turn(Move::from_index(child.turn as usize));
        let passes = if left - 1 > params.reach as usize {
            params.first_block == 0
        } else {
            looked.passes(&there, left as u8 - 1).unwrap_or(false)
        };
        if !passes {
            continue;
        }
        if left == 1 && !there.is_solved() {
            continue;
        }
        let state = ProofState::unpack(parent.state);
        let mut path = parent.path;
        Moves::put(&mut path, state.depth as usize, child.turn);
        let state = ProofState { last: child.turn, depth: state.depth + 1, ..state };
        children.push(ProofNode { path, ..node_of(&there, state) });
    }
    head.looked += std::mem::take(&mut looked.count);
    let first = head.added;
    head.added += children.len() as u32;
    if head.added > head.room {
        return;
    }
    for (node, number) in children.into_iter().zip(first..) {
        if left == 1 {
            let ProofNode { path, state, .. } = node;
            solutions[(head.solutions + number) as usize] = ProofSolution { path, state };
        } else {
            nodes[place(head, left - 1, head.counts[left - 2] + number, params.places)] = node;
        }
    }
}
