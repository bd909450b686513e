//! Looks up how far ends of phase 1 are from solved.

use super::{Words, field, path};
use crate::coord::Phase2;
use crate::coord::phase2_places::Phase2Places;
use crate::cube::Cube;
use crate::engine::direction::DIRECTIONS;
use crate::engine::near::Near;
use crate::engine::shared::two_phase::{
    DEPTH_BIT, DIRECTION_BIT, Head, INDEX_BITS, MOST_TOTAL, Node, Search,
};
use crate::table::Phase;

/// The twin of `ends_rate.wgsl`: it makes the moves on whole cubes, of which there are [`DIRECTIONS`]
/// for each position.
pub fn ends_rate(
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
        node[0] = ((MOST_TOTAL - total) << INDEX_BITS | i) as u32;
        searches[position].best = searches[position].best.max(node[0]);
    }
}
