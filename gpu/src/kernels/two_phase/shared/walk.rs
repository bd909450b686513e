//! Walks on from nodes of two-phase searches.

use crate::kernels::two_phase::place;
use crate::kernels::{distance_beside, index, path};
use cubebatch_cube::cube::Move;
use cubebatch_search::engine::two_phase::{UNCOUNTED, enters_g1};
use cubebatch_shaders::descent::Phase1Index;
use cubebatch_shaders::two_phase::{Head, LEVELS, Node, NodeState, Search, WalkParams};
use cubebatch_shaders::words::Moves;
use cubebatch_tables::coord::phase1::PHASE1_MOVES;
use cubebatch_tables::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
use cubebatch_tables::table::Phase1Entry;

/// Whether G1 can be reached in one move less than are left, after a move that does not lead nearer. The arguments are from where
/// and to where it leads, the image of the move, the distance, and the number of moves left.
pub type IsInTime<'a> = &'a dyn Fn(SymPhase1, SymPhase1, usize, u32, u32) -> bool;

/// Walks from the nodes that are taken and from `others`, which have these levels.
pub fn walk(
    params: &WalkParams,
    entry_of: &dyn Fn(SymPhase1) -> Phase1Entry,
    is_in_time: IsInTime,
    others: Vec<(usize, Node)>,
    head: &mut Head,
    searches: &mut [Search],
    nodes: &mut [Node],
) {
    let before = |level: usize| level.checked_sub(1).map_or(0, |below| head.walks[below]);
    let taken = |level| (0..head.walks[level] - before(level)).map(move |number| (level, number));
    let first = |(level, number)| (level, nodes[place(head, level, number, params.places)]);
    let mut firsts: Vec<(usize, Node)> = (0..LEVELS).flat_map(taken).map(first).collect();
    firsts.extend(others);
    for (level, first) in firsts {
        let search = &mut searches[NodeState::unpack(first.state).position as usize];
        search.waiting -= 1;
        let (mut at, mut left) = (arrived(first), level);
        loop {
            search.expanded += u32::from(left > UNCOUNTED) * params.counts_nodes;
            // The first in the order of the images, in which the neighbours are.
            let mut next =
                if left > 0 { neighbours(&at, left as u32, entry_of, is_in_time) } else { vec![at] };
            if left <= 1 {
                for end in next.into_iter().map(|end| if left > 0 { arrived(end) } else { end }) {
                    nodes[LEVELS * params.places as usize + head.ends as usize] = end;
                    head.ends += 1;
                }
                break;
            }
            if next.is_empty() {
                break;
            }
            (at, left) = (arrived(next.remove(0)), left - 1);
            for other in next {
                nodes[place(head, left, head.counts[left], params.places)] = other;
                head.counts[left] += 1;
                search.waiting += 1;
            }
        }
    }
}

/// The nodes after a node from which G1 can be reached in time, in the order of their images. They have yet to arrive.
fn neighbours(
    node: &Node,
    left: u32,
    entry_of: &dyn Fn(SymPhase1) -> Phase1Entry,
    is_in_time: IsInTime,
) -> Vec<Node> {
    let (here, moves) = (index(node), path(node));
    let entry_here = entry_of(here);
    let distance = distance_beside(NodeState::unpack(node.state).distance, entry_here);
    let next = PHASE1_MOVES.into_iter().filter_map(|mv| {
        let image = SymPhase1Tables::get().image(here, mv.index());
        let there = SymPhase1Tables::get().neighbour(here, image);
        let is_nearer = entry_here.nearer() >> image.number() & 1 == 1;
        let ends_path = || enters_g1(&[&moves[..], &[mv]].concat()) && mv.turns() == 1;
        let follows = moves.last().is_none_or(|last| last.may_precede(mv));
        let is_wanted = match left {
            1 => is_nearer && ends_path(),
            _ => is_nearer || is_in_time(here, there, image.number(), distance, left),
        };
        (follows && is_wanted).then(|| (image.number(), child(node, mv, distance)))
    });
    let mut next: Vec<(usize, Node)> = next.collect();
    next.sort_unstable();
    next.into_iter().map(|(_, node)| node).collect()
}

/// The node after a move, with the index of the position before it.
fn child(node: &Node, mv: Move, distance: u32) -> Node {
    let state = NodeState::unpack(node.state);
    let mut path = node.path;
    Moves::put(&mut path, state.depth as usize, mv.index() as u32);
    let state = NodeState { depth: state.depth + 1, distance, ..state };
    Node { state: state.pack(), path, ..*node }
}

/// The node with the index of where its last move leads.
fn arrived(node: Node) -> Node {
    let tables = SymPhase1Tables::get();
    let Some(last) = path(&node).last().copied() else { return node };
    let there = tables.neighbour(index(&node), tables.image(index(&node), last.index()));
    Node { word: Phase1Index::from(there).pack(), ..node }
}
