//! Walks on from nodes of two-phase searches.

use super::place;
use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
use crate::cube::Move;
use crate::engine::cpu::kernels::{Words, entry, index, path};
use crate::engine::layout::descent::Phase1Index;
use crate::engine::layout::two_phase::{Head, LEVELS, Node, NodeState, Search, WalkParams};
use crate::engine::layout::words::Moves;
use crate::engine::two_phase::{UNCOUNTED, enters_g1};
use crate::table::Phase1Entry;

/// The twin of `two_phase/walk.wgsl`. The order of the nodes and ends that it adds is another.
pub fn walk(
    params: &WalkParams,
    words: &Words,
    head: &mut Head,
    searches: &mut [Search],
    nodes: &mut [Node],
) {
    for level in 0..LEVELS {
        let before = level.checked_sub(1).map_or(0, |below| head.walks[below]);
        for number in 0..head.walks[level] - before {
            let first = nodes[place(head, level, number, params.places)];
            let search = &mut searches[NodeState::unpack(first.state).position as usize];
            search.waiting -= 1;
            let (mut at, mut left) = (first, level);
            loop {
                search.expanded += u32::from(left > UNCOUNTED) * params.counts_nodes;
                // The first in the order of the images, in which the neighbours are.
                let mut next = if left > 0 { neighbours(&at, left as u32, words) } else { vec![at] };
                if left <= 1 {
                    for end in next {
                        nodes[LEVELS * params.places as usize + head.ends as usize] = end;
                        head.ends += 1;
                    }
                    break;
                }
                if next.is_empty() {
                    break;
                }
                (at, left) = (next.remove(0), left - 1);
                for other in next {
                    nodes[place(head, left, head.counts[left], params.places)] = other;
                    head.counts[left] += 1;
                    search.waiting += 1;
                }
            }
        }
    }
}

/// The neighbours of a node from which G1 can be reached in time, in the order of their images.
fn neighbours(node: &Node, left: u32, words: &Words) -> Vec<Node> {
    let (here, moves) = (index(node), path(node));
    let entry_here = entry(words, here);
    let distance = distance_beside(NodeState::unpack(node.state).distance, entry_here);
    let next = PHASE1_MOVES.into_iter().filter_map(|mv| {
        let image = SymPhase1Tables::get().image(here, mv.index());
        let there = SymPhase1Tables::get().neighbour(here, image);
        let is_nearer = entry_here.nearer() >> image.number() & 1 == 1;
        let is_in_time = || distance_beside(distance, entry(words, there)) < left;
        let may_turn_aside = left > 1 && distance != left;
        let ends_path = || enters_g1(&[&moves[..], &[mv]].concat()) && mv.turns() == 1;
        let follows = moves.last().is_none_or(|last| last.may_precede(mv));
        (follows && (left > 1 || ends_path()) && (is_nearer || may_turn_aside && is_in_time()))
            .then(|| (image.number(), child(node, mv, there, distance)))
    });
    let mut next: Vec<(usize, Node)> = next.collect();
    next.sort_unstable();
    next.into_iter().map(|(_, node)| node).collect()
}

fn child(node: &Node, mv: Move, there: SymPhase1, distance: u32) -> Node {
    let state = NodeState::unpack(node.state);
    let mut path = node.path;
    Moves::put(&mut path, state.depth as usize, mv.index() as u32);
    let state = NodeState { depth: state.depth + 1, distance, ..state };
    Node { word: Phase1Index::from(there).pack(), state: state.pack(), path }
}

/// The distance, equal or one off, that has the residue of the entry modulo 3.
fn distance_beside(distance: u32, entry: Phase1Entry) -> u32 {
    let residue = u32::from(entry.residue()) % 3;
    let beside = [distance, distance + 1].into_iter().find(|beside| beside % 3 == residue);
    beside.unwrap_or(distance.saturating_sub(1))
}
