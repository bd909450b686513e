//! Keeps the best ends.

use super::field;
use crate::layout::two_phase::{Head, Node, START_BIT, Search};

/// The twin of `ends_keep.wgsl`.
pub fn ends_keep(head: &Head, nodes: &[Node], searches: &[Search], kept: &mut [Node]) {
    for node in &nodes[..head.ends as usize] {
        let position = field(node, 0, START_BIT);
        if searches[position].best == node[0] {
            kept[position] = *node;
        }
    }
}
