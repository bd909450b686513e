//! Expands nodes of two-phase searches.

use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
use crate::cube::Move;
use crate::engine::cpu::kernels::{Words, entry, index, path};
use crate::engine::layout::descent::Phase1Index;
use crate::engine::layout::two_phase::{ExpandParams, Head, Node, NodeState, Search};
use crate::engine::layout::words::Moves;
use crate::engine::two_phase::{UNCOUNTED, enters_g1};
use crate::table::Phase1Entry;

/// The twin of `two_phase/expand.wgsl`. The order of the nodes that it adds is another.
pub fn expand(
    params: &ExpandParams,
    words: &Words,
    head: &mut Head,
    searches: &mut [Search],
    nodes: &mut [Node],
) {
    let below = head.level as usize - 1;
    for i in head.first..head.first + head.taken {
        let node = nodes[i as usize];
        if head.level > UNCOUNTED as u32 {
            searches[NodeState::unpack(node.state).position as usize].expanded += params.counts_nodes;
        }
        for next in neighbours(&node, head.level, words) {
            nodes[below * params.room as usize + head.counts[below] as usize] = next;
            head.counts[below] += 1;
        }
    }
}

/// The neighbours of a node from which G1 can be reached in time.
fn neighbours<'a>(node: &'a Node, left: u32, words: &'a Words) -> impl Iterator<Item = Node> + 'a {
    let (here, moves) = (index(node), path(node));
    let entry_here = entry(words, here);
    let distance = distance_beside(NodeState::unpack(node.state).distance, entry_here);
    PHASE1_MOVES.into_iter().filter_map(move |mv| {
        let image = SymPhase1Tables::get().image(here, mv.index());
        let there = SymPhase1Tables::get().neighbour(here, image);
        let is_nearer = entry_here.nearer() >> image.number() & 1 == 1;
        let is_in_time = || distance_beside(distance, entry(words, there)) < left;
        let may_turn_aside = left > 1 && distance != left;
        let ends_path = || enters_g1(&[&moves[..], &[mv]].concat()) && mv.turns() == 1;
        let follows = moves.last().is_none_or(|last| last.may_precede(mv));
        (follows && (left > 1 || ends_path()) && (is_nearer || may_turn_aside && is_in_time()))
            .then(|| child(node, mv, there, distance))
    })
}

fn child(node: &Node, mv: Move, there: SymPhase1, distance: u32) -> Node {
    let state = NodeState::unpack(node.state);
    let mut path = node.path;
    Moves::put(&mut path, state.depth as usize, mv.index() as u32);
    let state = NodeState { depth: state.depth + 1, distance, ..state };
    Node { word: Phase1Index::from(there).pack(), state: state.pack(), path }
}

/// Of the distances beside one that which the entry has modulo 3.
fn distance_beside(distance: u32, entry: Phase1Entry) -> u32 {
    let residue = u32::from(entry.residue()) % 3;
    let beside = [distance, distance + 1].into_iter().find(|beside| beside % 3 == residue);
    beside.unwrap_or(distance.saturating_sub(1))
}
