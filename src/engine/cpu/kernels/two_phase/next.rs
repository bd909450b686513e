//! Begins the next passes of two-phase searches, or ends them.

use crate::engine::cpu::kernels::pre_moves;
use crate::engine::layout::two_phase::{
    ENDED, Head, LEVELS, MOST_MOVES, MeasuredStart, NextParams, Node, NodeState, PATH_WORDS, Rating, STARTS,
    Search,
};

/// The twin of `two_phase/next.wgsl`. The order of the nodes that it adds is another.
pub fn next(params: &NextParams, head: &mut Head, searches: &mut [Search], nodes: &mut [Node]) {
    let under_way = searches.iter_mut().take(params.positions as usize).enumerate();
    for (position, search) in under_way.filter(|(_, search)| search.next_pass != ENDED) {
        let Some((outside, start)) = next_pass(params, head.is_late != 0, search) else {
            search.next_pass = ENDED;
            head.under_way -= 1;
            continue;
        };
        search.next_pass = (outside * STARTS + start) as u32 + 1;
        let level = outside - pre_moves(start);
        let MeasuredStart { start: from, distance } = search.starts[start];
        let (position, start) = (position as u32, start as u32);
        let state = NodeState { position, start, distance, ..NodeState::default() }.pack();
        nodes[level * params.room as usize + head.counts[level] as usize] =
            Node { word: from.index, state, path: [0; PATH_WORDS] };
        head.counts[level] += 1;
    }
}

fn next_pass(params: &NextParams, is_late: bool, search: &Search) -> Option<(usize, usize)> {
    let best = (search.best != 0).then(|| (MOST_MOVES - Rating::unpack(search.best).spared) as usize);
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
