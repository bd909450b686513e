//! Begins the next units of two-phase searches, or ends them.

use std::ops::Range;

use super::closing;
use crate::layout::two_phase::{
    CLOSING_GROUPS, DISTANCE_BIT, ENDED, EndsNext, GROUPS, Head, INDEX_BITS, LEVELS, Node, START_BIT,
    SYMMETRY_BIT, Search, TOTALS,
};

/// The twin of `ends_next.wgsl`. The order of the nodes that it adds is another.
pub fn ends_next(params: &EndsNext, head: &mut Head, searches: &mut [Search], nodes: &mut [Node]) {
    let under_way = searches.iter_mut().take(params.positions as usize).enumerate();
    for (position, search) in under_way.filter(|(_, search)| search.next_unit != ENDED) {
        let Some(unit) = next_unit(params, head.is_late != 0, search) else {
            search.next_unit = ENDED;
            head.under_way -= 1;
            continue;
        };
        search.next_unit = unit as u32 + 1;
        for start in starts(unit % GROUPS) {
            let level = unit / GROUPS - closing(start);
            let [row, _, _, slice_edges, distance] = search.starts[start];
            let mut node = [0; _];
            node[0] = row | slice_edges >> 16 << SYMMETRY_BIT;
            node[1] = position as u32 | (start as u32) << START_BIT | distance << DISTANCE_BIT;
            nodes[level * params.room as usize + head.counts[level] as usize] = node;
            head.counts[level] += 1;
        }
    }
}

fn starts(group: usize) -> Range<usize> {
    match group.checked_sub(CLOSING_GROUPS) {
        None => 2 * group..2 * group + 2,
        Some(direction) => 2 * CLOSING_GROUPS + direction..2 * CLOSING_GROUPS + direction + 1,
    }
}

fn next_unit(params: &EndsNext, is_late: bool, search: &Search) -> Option<usize> {
    let best = (search.best != 0).then_some(TOTALS - 1 - (search.best as usize >> INDEX_BITS) % TOTALS);
    let is_enough =
        |total| total <= params.max_length as usize || is_late || search.expanded >= params.max_nodes;
    if best.is_some_and(is_enough) {
        return None;
    }
    let lengths = (0..LEVELS).take_while(|&length| best.is_none_or(|total| length < total));
    let mut units = lengths.flat_map(|length| (0..GROUPS).map(move |group| (length, group)));
    let is_begun = |&(length, group): &(usize, usize)| {
        let start = starts(group).start;
        let is_near_enough = search.starts[start][4] as usize + closing(start) <= length;
        length * GROUPS + group >= search.next_unit as usize && is_near_enough
    };
    units.find(is_begun).map(|(length, group)| length * GROUPS + group)
}
