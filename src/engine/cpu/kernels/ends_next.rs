//! Begins the next passes of two-phase searches, or ends them.

use super::pre_moves;
use crate::layout::two_phase::{
    DISTANCE_BIT, ENDED, EndsNext, Head, LEVELS, Node, START_BIT, STARTS, SYMMETRY_BIT, Search, TOTALS,
};

/// The twin of `ends_next.wgsl`. The order of the nodes that it adds is another.
pub fn ends_next(params: &EndsNext, head: &mut Head, searches: &mut [Search], nodes: &mut [Node]) {
    let under_way = searches.iter_mut().take(params.positions as usize).enumerate();
    for (position, search) in under_way.filter(|(_, search)| search.next_pass != ENDED) {
        let Some((outside, start)) = next_pass(params, head.is_late != 0, search) else {
            search.next_pass = ENDED;
            head.under_way -= 1;
            continue;
        };
        search.next_pass = (outside * STARTS + start) as u32 + 1;
        let level = outside - pre_moves(start);
        let [row, _, _, slice_edges, distance] = search.starts[start];
        let mut node = [0; _];
        node[0] = row | slice_edges >> 16 << SYMMETRY_BIT;
        node[1] = position as u32 | (start as u32) << START_BIT | distance << DISTANCE_BIT;
        nodes[level * params.room as usize + head.counts[level] as usize] = node;
        head.counts[level] += 1;
    }
}

fn next_pass(params: &EndsNext, is_late: bool, search: &Search) -> Option<(usize, usize)> {
    let best = (search.best != 0).then_some(TOTALS - 1 - search.best as usize % TOTALS);
    let is_enough =
        |total| total <= params.max_length as usize || is_late || search.expanded >= params.max_nodes;
    if best.is_some_and(is_enough) {
        return None;
    }
    let lengths = (0..LEVELS).take_while(|&outside| best.is_none_or(|total| outside < total));
    let passes = lengths.flat_map(|outside| (0..STARTS).map(move |start| (outside, start)));
    let mut left = passes.skip(search.next_pass as usize);
    left.find(|&(outside, start)| search.starts[start][4] as usize + pre_moves(start) <= outside)
}
