//! Expands nodes of two-phase searches.

use super::{Words, entry, field, path, place_of};
use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
use crate::cube::Move;
use crate::engine::two_phase::{UNCOUNTED, enters_g1};
use crate::layout::descent::{MOVE_BITS, MOVES_A_WORD};
use crate::layout::two_phase::{
    DEPTH_BIT, DISTANCE_BIT, EndsExpand, Head, Node, PATH_WORD, START_BIT, SYMMETRY_BIT, Search,
};
use crate::table::Phase1Entry;

/// The twin of `ends_expand.wgsl`. The order of the nodes that it adds is another.
pub fn ends_expand(
    params: &EndsExpand,
    words: &Words,
    head: &mut Head,
    searches: &mut [Search],
    nodes: &mut [Node],
) {
    let below = head.level as usize - 1;
    for i in head.first..head.first + head.taken {
        let node = nodes[i as usize];
        if head.level > UNCOUNTED as u32 {
            searches[field(&node, 0, START_BIT)].expanded += params.counts_nodes;
        }
        for next in beside(&node, head.level, words) {
            nodes[below * params.room as usize + head.counts[below] as usize] = next;
            head.counts[below] += 1;
        }
    }
}

/// The nodes beside one from which G1 can be reached in time.
fn beside<'a>(node: &'a Node, left: u32, words: &'a Words) -> impl Iterator<Item = Node> + 'a {
    let place = place_of(node);
    let here = entry(words, place);
    let distance = distance_beside(field(node, DISTANCE_BIT, 32) as u32, here);
    let moves = path(node);
    PHASE1_MOVES.into_iter().filter_map(move |mv| {
        let number = SymPhase1Tables::get().symmetries.turn(place.symmetry.into(), mv.index());
        let there = SymPhase1Tables::get().neighbour(place, number);
        let is_nearer = here.nearer() >> number & 1 == 1;
        let is_in_time = || distance_beside(distance, entry(words, there)) < left;
        let may_turn_aside = left > 1 && distance != left;
        let ends_path = || enters_g1(&[&moves[..], &[mv]].concat()) && mv.turns() == 1;
        let follows = moves.last().is_none_or(|last| last.may_precede(mv));
        (follows && (left > 1 || ends_path()) && (is_nearer || may_turn_aside && is_in_time()))
            .then(|| child(node, moves.len(), mv, there, distance))
    })
}

fn child(node: &Node, depth: usize, mv: Move, there: SymPhase1, distance: u32) -> Node {
    let mut child = *node;
    child[0] =
        u32::from(there.class) | u32::from(there.twist) << 16 | u32::from(there.symmetry) << SYMMETRY_BIT;
    let position_and_start = node[1] % (1 << DEPTH_BIT);
    child[1] = position_and_start | (depth as u32 + 1) << DEPTH_BIT | distance << DISTANCE_BIT;
    child[PATH_WORD + depth / MOVES_A_WORD] |= (mv.index() as u32) << (MOVE_BITS * (depth % MOVES_A_WORD));
    child
}

/// Of the distances beside one that which the entry has modulo 3.
fn distance_beside(distance: u32, entry: Phase1Entry) -> u32 {
    let residue = u32::from(entry.residue()) % 3;
    let beside = [distance, distance + 1].into_iter().find(|beside| beside % 3 == residue);
    beside.unwrap_or(distance.saturating_sub(1))
}
