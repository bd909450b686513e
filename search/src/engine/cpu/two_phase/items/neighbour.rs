//! A neighbour of a node.

use crate::engine::cpu::two_phase::queue::{Neighbour, Node};
use crate::engine::cpu::two_phase::round::Flow;
use cubebatch_tables::coord::processor::Processor;
use cubebatch_tables::table::Phase1Entry;

/// Stands where entries contradict each other: the table is damaged.
const CONTRADICTION: u8 = u8::MAX;

/// More than there are distances from G1.
const DISTANCES: usize = 16;

/// How far a neighbour is from G1: by the distance of a position, by the residue in the neighbour's entry, and by whether the
/// position's entry says that the neighbour is nearer. Both entries must say the same.
static BESIDE: [[u8; 8]; DISTANCES] = {
    let mut beside = [[CONTRADICTION; 8]; DISTANCES];
    let mut i = 0;
    while i < DISTANCES * 8 {
        let (distance, residue, is_nearer) = ((i / 8) as u8, (i % 8 / 2) as u8, i % 2 == 1);
        if residue < 3
            && let Some(there) = Phase1Entry::new(residue, 0).distance_beside(distance)
            && (there < distance) == is_nearer
        {
            beside[i / 8][i % 8] = there;
        }
        i += 1;
    }
    beside
};

impl<P: Processor> Flow<'_, P> {
    /// Makes a node of a neighbour if G1 can be reached with the moves left.
    #[inline(always)]
    pub fn read_neighbour(&mut self, neighbour: &Neighbour) {
        let Neighbour { path, at, last, left, distance, is_nearer } = *neighbour;
        let phase1 = &self.tables.phase1;
        let residue = phase1.residue(at);
        // Without moves in the table, the residues alone say whether it is nearer.
        let is_nearer = if phase1.has_steps() { is_nearer } else { (residue + 1) % 3 == distance % 3 };
        let distance = distance_of(residue, distance, is_nearer);
        if distance <= left {
            self.tables.sym1.prefetch(at);
            let nearer = phase1.may_be_nearer(at) as u32;
            self.search.queues.nodes.push(Node { path, nearer, at, last, left, distance });
        } else if distance == CONTRADICTION {
            self.search.give_up();
        }
    }
}

/// The distance of a position whose entry has this residue, beside one at `distance`.
#[inline(always)]
fn distance_of(residue: u8, distance: u8, is_nearer: bool) -> u8 {
    BESIDE[usize::from(distance) % DISTANCES][usize::from(residue) % 4 * 2 + usize::from(is_nearer)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cpu::near::{NEAR_G1, canonical_walk, distance1, nearer, walk};
    use crate::engine::cpu::two_phase::trial::{Trial, last, steps};
    use cubebatch_cube::cube::random::Random;
    use cubebatch_cube::cube::{Cube, Move, inverse};
    use cubebatch_tables::coord::Phase1;
    use cubebatch_tables::coord::phase2::PHASE2_MOVES;
    use cubebatch_tables::coord::sym_phase1::SymPhase1Tables;
    use cubebatch_tables::coord::symmetry::symmetries;

    /// The node after these moves from a start, with `left` moves left.
    fn node(start: &Cube, moves: &[Move], left: u8) -> Node {
        let cube = start.apply(moves);
        let at = SymPhase1Tables::get().reduce(Phase1::of(&cube));
        Node {
            at,
            last: last(moves),
            left,
            distance: distance1(&cube).expect("it is near"),
            nearer: nearer(&cube, at),
            path: steps(moves),
        }
    }

    /// Fails unless this is the node where such a path leads.
    fn assert_is_node(node: &Node, start: &Cube, moves: &[Move], left: u8) {
        let cube = start.apply(moves);
        assert_eq!((node.path, node.left, Some(node.distance)), (steps(moves), left, distance1(&cube)));
        assert_eq!(node.last, last(moves));
        assert_eq!(node.nearer, nearer(&cube, node.at));
        let image = symmetries()[node.at.symmetry.number()].conjugate(&cube);
        assert_eq!(Phase1::of(&image), SymPhase1Tables::get().expand(node.at.index()));
    }

    #[test]
    fn neighbours_become_nodes_if_the_moves_left_lead_from_there_into_g1() {
        let mut random = Random::new(164);
        let (mut kept, mut dropped) = (0, 0);
        for i in 0..300 {
            let g1 = Cube::SOLVED.apply(&walk(&mut random, &PHASE2_MOVES, 30));
            let cube = g1.apply(&canonical_walk(&mut random, i % usize::from(NEAR_G1)));
            let moves = canonical_walk(&mut random, 1 + i % 3);
            let start = cube.apply(&inverse(&moves));
            let distance = distance1(&cube).expect("it is near");
            for left in distance.max(1)..distance + 3 {
                let parent = node(&start, &moves, left);
                let mut trial = Trial::new(&start, 30, 0, moves.len() + usize::from(left));
                for mv in Move::all() {
                    let image = trial.tables.sym1.image(parent.at, mv.index());
                    let back = trial.tables.rules.all_back(parent.at.symmetry);
                    let ways = (SymPhase1Tables::get().ways(parent.at), back);
                    trial.flow().send_neighbour(&parent, ways, image);
                    for neighbour in trial.queues().take_due().neighbours {
                        trial.flow().read_neighbour(&neighbour);
                    }
                    let there = distance1(&cube.turn(mv)).expect("it is near");
                    match trial.queues().nodes.pop() {
                        None => assert!(there > left - 1, "{there} moves with {left} left"),
                        Some(node) => {
                            assert!(there < left, "{there} moves with {left} left");
                            assert_is_node(&node, &start, &[&moves[..], &[mv]].concat(), left - 1);
                        }
                    }
                    *(if there < left { &mut kept } else { &mut dropped }) += 1;
                }
            }
        }
        assert!(kept > 1000 && dropped > 1000, "{kept} are kept, {dropped} are not");
    }

    #[test]
    fn a_neighbour_is_as_far_as_its_entry_says() {
        let of = |there, distance, is_nearer| distance_of(there % 3, distance, is_nearer);
        for distance in 1..13 {
            for there in distance - 1..=distance + 1 {
                let is_nearer = there < distance;
                assert_eq!(of(there, distance, is_nearer), there);
                assert_eq!(of(there, distance, !is_nearer), CONTRADICTION);
            }
        }
    }
}
