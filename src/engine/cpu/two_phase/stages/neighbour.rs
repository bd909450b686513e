//! A neighbour of a node.

use crate::coord::sym_phase1::SymPhase1;
use crate::cube::Move;
use crate::engine::cpu::two_phase::Tables;
use crate::engine::cpu::two_phase::position::Node;
use crate::engine::cpu::two_phase::round::{Flow, Queues, Sent, Stage};

/// A neighbour of a node, whose entry was asked for.
pub struct Neighbour {
    /// The number of the node among the parents.
    pub parent: usize,
    pub at: SymPhase1,
    /// The move that leads here.
    pub mv: Move,
    /// Whether the entry of the node says that it is nearer to G1.
    pub is_nearer: bool,
}

impl Stage for Neighbour {
    fn queue(queues: &mut Queues) -> &mut Vec<Sent<Neighbour>> {
        Neighbour::own_queue(queues)
    }

    #[inline]
    fn prefetch(&self, tables: &Tables) {
        tables.phase1.prefetch(self.at);
        if self.is_nearer {
            tables.sym1.prefetch(self.at);
        }
    }

    /// Makes a node of it if G1 can be reached with the moves left.
    #[inline]
    fn advance(self, flow: &mut Flow) {
        let Neighbour { parent, at, mv, is_nearer } = self;
        let parent = &flow.parents[parent];
        let entry = flow.tables.phase1.at(at);
        let Some(distance) = distance_beside(parent.distance, is_nearer, entry.residue()) else {
            return flow.search.give_up();
        };
        let left = parent.left - 1;
        if distance > left {
            return;
        }
        if !is_nearer {
            flow.tables.sym1.prefetch(at);
        }
        let mut path = parent.path;
        path[flow.search.depth(parent.left)] = mv;
        let perms = parent.perms.then(&flow.tables.perms.turns[mv.index()]);
        let nearer = entry.nearer();
        flow.search.nodes.push(Node { at, last: mv.into(), left, distance, nearer, path, perms });
    }
}

/// The distance of a neighbour of a position at `distance`, whose entry has this residue modulo 3; `None` if the table
/// is damaged: a neighbour is nearer just if the position's entry says so.
#[inline]
fn distance_beside(distance: u8, is_nearer: bool, residue: u8) -> Option<u8> {
    match (residue + 3 - distance % 3) % 3 {
        _ if residue > 2 => None,
        2 if is_nearer => distance.checked_sub(1),
        0 if !is_nearer => Some(distance),
        1 if !is_nearer => Some(distance + 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residues_tell_the_distance_of_a_neighbour() {
        for distance in 1..13 {
            assert_eq!(distance_beside(distance, true, (distance - 1) % 3), Some(distance - 1));
            assert_eq!(distance_beside(distance, false, distance % 3), Some(distance));
            assert_eq!(distance_beside(distance, false, (distance + 1) % 3), Some(distance + 1));
        }
    }

    #[test]
    fn entries_that_contradict_each_other_are_found() {
        for distance in 0..13 {
            assert_eq!(distance_beside(distance, false, (distance + 2) % 3), None);
            assert_eq!(distance_beside(distance, true, distance % 3), None);
            assert_eq!(distance_beside(distance, true, (distance + 1) % 3), None);
            assert_eq!(distance_beside(distance, false, 3), None);
        }
        assert_eq!(distance_beside(0, true, 2), None);
    }
}
