//! Looks up how far ends of phase 1 are from solved.

use super::{Words, field, path};
use crate::coord::Phase2;
use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::phase2_places::Phase2Places;
use crate::cube::Cube;
use crate::engine::direction::DIRECTIONS;
use crate::engine::near::Near;
use crate::engine::shared::two_phase::{
    DEPTH_BIT, DIRECTION_BIT, EndsRate, Head, INDEX_BITS, Node, Search, TOTALS,
};
use crate::table::Phase;

/// The twin of `ends_rate.wgsl`: it makes the moves on whole cubes, of which there are [`DIRECTIONS`]
/// for each position.
pub fn ends_rate(
    params: &EndsRate,
    head: &Head,
    images: &[Cube],
    words: &Words,
    near: &Near,
    searches: &mut [Search],
    nodes: &mut [Node],
) {
    for (i, node) in nodes.iter_mut().enumerate().take(head.ends as usize) {
        let position = field(node, 0, DIRECTION_BIT);
        let moves = path(node);
        let start = images[position * DIRECTIONS + field(node, DIRECTION_BIT, DEPTH_BIT)];
        let place = Phase2Places::get().place(Phase2::of(&start.apply(&moves)));
        let mut distance = words.distance(place);
        if distance == Phase::NEAR {
            distance = near.distance(place).unwrap_or(distance);
        }
        let total = moves.len() + usize::from(distance);
        let first_move = moves.first().map_or(0, |mv| mv.index());
        let is_within = total <= params.max_length as usize;
        let rank = if is_within { PHASE1_MOVES.len() - first_move } else { 0 };
        node[0] = ((rank * TOTALS + TOTALS - 1 - total) << INDEX_BITS | i) as u32;
        searches[position].best = searches[position].best.max(node[0]);
    }
}
