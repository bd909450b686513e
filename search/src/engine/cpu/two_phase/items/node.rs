//! A node of the search of phase 1.

use crate::engine::cpu::two_phase::last_moves;
use crate::engine::cpu::two_phase::queue::{BucketHit, Neighbour, Node};
use crate::engine::cpu::two_phase::round::Flow;
use crate::engine::cpu::two_phase::rules::LastMove;
use cubebatch_cube::cube::Move;
use cubebatch_tables::coord::processor::Processor;
use cubebatch_tables::coord::sym_phase1::Ways;
use cubebatch_tables::coord::symmetry::MoveImage;

/// Where moves lead from a node, and which moves have each image there.
type WaysBack<'a> = (Ways<'a>, &'a [Move; Move::COUNT]);

impl<P: Processor> Flow<'_, P> {
    /// Sends the neighbours of a node to their queue.
    #[inline(always)]
    pub fn expand(&mut self, node: &Node) {
        self.search.count_node();
        let next = self.tables.rules.next(node.at.symmetry, node.last);
        let moves = if node.distance == node.left { node.nearer & next } else { next };
        let ways = (self.tables.sym1.ways(node.at), self.tables.rules.all_back(node.at.symmetry));
        if node.left - 1 == last_moves::LENGTH {
            self.each(moves, |flow, image| flow.send_hit(node, ways, image));
        } else if node.last == LastMove::NONE {
            self.send_neighbours_in_order(node, ways, moves);
        } else {
            self.each(moves, |flow, image| flow.send_neighbour(node, ways, image));
        }
    }

    /// Does something for each of these moves.
    #[inline(always)]
    fn each(&mut self, mut moves: u32, send: impl Fn(&mut Self, MoveImage)) {
        while let Some(image) = MoveImage::first_of(moves) {
            send(self, image);
            moves &= moves - 1;
        }
    }

    /// Sends neighbours so that first moves come in their order: the last one is expanded first.
    fn send_neighbours_in_order(&mut self, node: &Node, ways: WaysBack, moves: u32) {
        for mv in (0..Move::COUNT).rev() {
            let image = self.tables.sym1.image(node.at, mv);
            if moves >> image.number() & 1 == 1 && self.search.may_begin_with(mv) {
                self.send_neighbour(node, ways, image);
            }
        }
    }

    /// Sends the position after a move to be read in the phase-1 table.
    #[inline(always)]
    pub fn send_neighbour(&mut self, node: &Node, (ways, back): WaysBack, image: MoveImage) {
        let (at, mv) = (ways.neighbour(image), back[image.number()]);
        self.tables.phase1.prefetch(at);
        let is_nearer = node.nearer >> image.number() & 1 == 1;
        let Node { left, distance, .. } = *node;
        let path = node.path.then(mv);
        self.search.queues.sent.neighbours.push(Neighbour {
            path,
            at,
            last: mv.into(),
            left: left - 1,
            distance,
            is_nearer,
        });
    }

    /// Looks the position after a move up among those with last moves.
    #[inline(always)]
    fn send_hit(&mut self, node: &Node, (ways, back): WaysBack, image: MoveImage) {
        let (at, mv) = (ways.neighbour(image), back[image.number()]);
        if let Some(bucket) = self.tables.last_moves.bucket(at) {
            self.tables.last_moves.prefetch(&bucket);
            let (path, left) = (node.path.then(mv), node.left - 1);
            self.search.queues.sent.hits.push(BucketHit { path, bucket, at, last: mv.into(), left });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cpu::near::{NEAR_G1, canonical_walk, distance1, nearer};
    use crate::engine::cpu::two_phase::trial::{Trial, last, steps};
    use cubebatch_cube::cube::Cube;
    use cubebatch_cube::cube::random::Random;
    use cubebatch_tables::coord::phase1::Phase1;
    use cubebatch_tables::coord::sym_phase1::SymPhase1Tables;

    /// A node after these moves from a start, with `left` moves left and G1 `distance` moves away.
    fn node(start: &Cube, moves: &[Move], left: u8, distance: u8) -> Node {
        let cube = start.apply(moves);
        let at = SymPhase1Tables::get().reduce(Phase1::of(&cube));
        Node { path: steps(moves), nearer: nearer(&cube, at), at, last: last(moves), left, distance }
    }

    /// The moves by which the neighbours of a node are sent on, in their order. With seven moves left those are sent that
    /// the last-moves table may list.
    fn sent(trial: &mut Trial, node: &Node) -> Vec<Move> {
        trial.flow().expand(node);
        let due = trial.queues().take_due();
        let last =
            due.neighbours.iter().map(|neighbour| neighbour.last).chain(due.hits.iter().map(|hit| hit.last));
        last.filter_map(LastMove::get).collect()
    }

    #[test]
    fn all_neighbours_of_a_node_are_sent_to_which_a_path_can_go_on() {
        let mut random = Random::new(160);
        for i in 0..400 {
            let moves = canonical_walk(&mut random, i % 5);
            let start = random.cube();
            for left in [last_moves::LENGTH + 2, last_moves::LENGTH + 3] {
                let mut trial = Trial::new(&start, 30, 0, moves.len() + usize::from(left));
                let mut sent = sent(&mut trial, &node(&start, &moves, left, 0));
                let may_follow = |mv: &Move| moves.last().is_none_or(|last| last.may_precede(*mv));
                let expected: Vec<Move> = Move::all().filter(may_follow).collect();
                if moves.is_empty() {
                    // The last one is expanded first.
                    sent.reverse();
                } else {
                    sent.sort_unstable();
                }
                assert_eq!(sent, expected, "{moves:?}");
            }
        }
    }

    #[test]
    fn with_no_move_to_spare_the_neighbours_that_are_nearer_are_sent() {
        let mut random = Random::new(161);
        for i in 0..200 {
            let moves = canonical_walk(&mut random, i % 5);
            let cube = Cube::SOLVED.apply(&canonical_walk(&mut random, usize::from(NEAR_G1)));
            let start = cube.apply(&cubebatch_cube::cube::inverse(&moves));
            for left in [last_moves::LENGTH + 1, last_moves::LENGTH + 3] {
                let mut trial = Trial::new(&start, 30, 0, moves.len() + usize::from(left));
                // So far away is no position near G1, but only the moves to spare matter.
                let mut sent = sent(&mut trial, &node(&start, &moves, left, left));
                sent.sort_unstable();
                let may_follow = |mv: &Move| moves.last().is_none_or(|last| last.may_precede(*mv));
                let is_nearer = |mv: &Move| {
                    distance1(&cube.turn(*mv)).is_some_and(|there| Some(there) < distance1(&cube))
                };
                let expected: Vec<Move> = Move::all().filter(may_follow).filter(is_nearer).collect();
                assert_eq!(sent, expected, "{moves:?}");
            }
        }
    }
}
