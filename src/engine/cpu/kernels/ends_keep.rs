//! Keeps the best ends.

use std::cmp::Reverse;

use super::{field, path};
use crate::layout::two_phase::{
    DEPTH_BIT, DISTANCE_BIT, EndsKeep, Node, RATING_BIT, START_BIT, Search, TURNED_BIT,
};

/// The twin of `ends_keep.wgsl`: it sorts the ends of a position.
pub fn ends_keep(params: &EndsKeep, nodes: &[Node], searches: &mut [Search], kept: &mut [Node]) {
    let positions = searches.iter_mut().zip(kept).take(params.positions as usize);
    for (search, kept) in positions.filter(|(search, _)| search.rated != 0) {
        let pass = |end: &Node| (field(end, START_BIT, TURNED_BIT), field(end, DEPTH_BIT, DISTANCE_BIT));
        let ends: Vec<Node> = list(nodes, std::mem::take(&mut search.rated)).collect();
        let this_pass = pass(&ends[0]);
        let rank = |end: &Node| {
            (Reverse(end[0]), pass(end) == this_pass, path(end), field(end, TURNED_BIT, DEPTH_BIT))
        };
        *kept = ends.into_iter().chain([*kept]).min_by_key(rank).expect("at least the kept one");
        search.best = kept[0];
    }
}

/// The ends in a list, with their ratings alone in their first words.
fn list(nodes: &[Node], first: u32) -> impl Iterator<Item = Node> {
    let end = |next: u32| next.checked_sub(1).map(|i| nodes[i as usize]);
    let ends = std::iter::successors(end(first), move |node| end(node[0] % (1 << RATING_BIT)));
    ends.map(|mut node| {
        node[0] >>= RATING_BIT;
        node
    })
}
