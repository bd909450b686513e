//! Begins the next units of two-phase searches, or ends them.

use crate::engine::direction::DIRECTIONS;
use crate::engine::shared::two_phase::{
    DIRECTION_BIT, DISTANCE_BIT, ENDED, EndsNext, Head, INDEX_BITS, LEVELS, Node, SYMMETRY_BIT, Search,
    TOTALS,
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
        let (length, direction) = (unit / DIRECTIONS, unit % DIRECTIONS);
        let [row, _, _, slice_edges, distance] = search.starts[direction];
        let mut node = [0; _];
        node[0] = row | slice_edges >> 16 << SYMMETRY_BIT;
        node[1] = position as u32 | (direction as u32) << DIRECTION_BIT | distance << DISTANCE_BIT;
        nodes[length * params.room as usize + head.counts[length] as usize] = node;
        head.counts[length] += 1;
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
    let mut units = lengths.flat_map(|length| (0..DIRECTIONS).map(move |i| (length, i)));
    let is_begun = |&(length, i): &(usize, usize)| {
        let unit = length * DIRECTIONS + i;
        unit >= search.next_unit as usize && search.starts[i][4] as usize <= length
    };
    units.find(is_begun).map(|(length, i)| length * DIRECTIONS + i)
}
