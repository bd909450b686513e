//! Ends the passes of two-phase searches, and begins the next ones.

use std::cmp::Reverse;

use super::{Ranked, place};
use crate::engine::cpu::kernels::{path, pre_moves};
use crate::engine::layout::two_phase::{
    ENDED, Head, LEVELS, MOST_MOVES, MeasuredStart, NextParams, Node, NodeState, PATH_WORDS, RatedEnd,
    Rating, STARTS, Search,
};

/// The twin of `two_phase/next.wgsl`: it sorts the ends of a position. The order of the nodes that it adds is another.
pub fn next(params: &NextParams, head: &mut Head, searches: &mut [Search], nodes: &mut [Node]) {
    let under_way = searches.iter_mut().take(params.positions as usize).enumerate();
    for (position, search) in under_way.filter(|(_, search)| search.next_pass != ENDED) {
        let rated = std::mem::take(&mut search.rated);
        let ends: Vec<Node> = list(&nodes[LEVELS * params.places as usize..], rated).collect();
        search.best = best(&ends, search.best);
        if search.waiting > 0 {
            continue;
        }
        let Some((outside, start)) = next_pass(params, head.is_late != 0, search) else {
            search.next_pass = ENDED;
            head.under_way -= 1;
            continue;
        };
        (search.next_pass, search.waiting) = ((outside * STARTS + start) as u32 + 1, 1);
        let level = outside - pre_moves(start);
        let MeasuredStart { start: from, distance } = search.starts[start];
        let (position, start) = (position as u32, start as u32);
        let state = NodeState { position, start, distance, ..NodeState::default() }.pack();
        nodes[place(head, level, head.counts[level], params.places)] =
            Node { word: from.index, state, path: [0; PATH_WORDS] };
        head.counts[level] += 1;
    }
}

/// The ends in a list, with their ratings for words.
fn list(ends: &[Node], first: u32) -> impl Iterator<Item = Node> {
    let end = |next: u32| next.checked_sub(1).map(|i| ends[i as usize]);
    let list = std::iter::successors(end(first), move |end_here| end(RatedEnd::unpack(end_here.word).next));
    list.map(|end| Node { word: RatedEnd::unpack(end.word).rating, ..end })
}

/// The best of the ends of a pass and of the best one before.
fn best(ends: &[Node], before: Node) -> Node {
    let pass = |end: &Node| {
        let NodeState { start, depth, .. } = NodeState::unpack(end.state);
        (start, depth)
    };
    let rank = |end: &&Node| Ranked {
        rating: Reverse(end.word),
        is_later: ends.first().is_none_or(|first| pass(end) == pass(first)),
        path: path(end),
        is_turned: NodeState::unpack(end.state).turned == 1,
    };
    *ends.iter().chain([&before]).min_by_key(rank).expect("at least the one before")
}

fn next_pass(params: &NextParams, is_late: bool, search: &Search) -> Option<(usize, usize)> {
    let rating = search.best.word;
    let best = (rating != 0).then(|| (MOST_MOVES - Rating::unpack(rating).spared) as usize);
    let is_enough =
        |total| total <= params.max_length as usize || is_late || search.expanded >= params.max_nodes;
    if best.is_some_and(is_enough) {
        return None;
    }
    let lengths = (0..LEVELS).take_while(|&outside| best.is_none_or(|total| outside < total));
    let passes = lengths.flat_map(|outside| (0..STARTS).map(move |start| (outside, start)));
    let mut left = passes.skip(search.next_pass as usize);
    left.find(|&(outside, start)| search.starts[start].distance as usize + pre_moves(start) <= outside)
}
