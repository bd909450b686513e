//! Keeps the best ends.

use std::cmp::Reverse;

use crate::engine::cpu::kernels::path;
use crate::engine::layout::two_phase::{KeepParams, Node, NodeState, RatedEnd, Search};

/// The twin of `two_phase/keep.wgsl`: it sorts the ends of a position.
pub fn keep(params: &KeepParams, nodes: &[Node], searches: &mut [Search], kept: &mut [Node]) {
    let positions = searches.iter_mut().zip(kept).take(params.positions as usize);
    for (search, kept) in positions.filter(|(search, _)| search.rated != 0) {
        let pass = |end: &Node| {
            let NodeState { start, depth, .. } = NodeState::unpack(end.state);
            (start, depth)
        };
        let ends: Vec<Node> = list(nodes, std::mem::take(&mut search.rated)).collect();
        let this_pass = pass(&ends[0]);
        let rank = |end: &Node| {
            let turned = NodeState::unpack(end.state).turned;
            (Reverse(end.word), pass(end) == this_pass, path(end), turned)
        };
        *kept = ends.into_iter().chain([*kept]).min_by_key(rank).expect("at least the kept one");
        search.best = kept.word;
    }
}

/// The ends in a list, with their ratings for words.
fn list(nodes: &[Node], first: u32) -> impl Iterator<Item = Node> {
    let end = |next: u32| next.checked_sub(1).map(|i| nodes[i as usize]);
    let ends = std::iter::successors(end(first), move |end_here| end(RatedEnd::unpack(end_here.word).next));
    ends.map(|end| Node { word: RatedEnd::unpack(end.word).rating, ..end })
}
