//! The last moves of phase 1, looked up.

use crate::engine::cpu::two_phase::last_moves::LastMoves;
use crate::engine::cpu::two_phase::queue::{BucketHit, EndedPath};
use crate::engine::cpu::two_phase::round::Flow;
use cubebatch_tables::coord::cubies::Cubies;
use cubebatch_tables::coord::processor::Processor;

impl<P: Processor> Flow<'_, P> {
    /// Follows the last moves of a position.
    #[inline(always)]
    pub fn read_hit(&mut self, hit: &BucketHit) {
        let entries = self.tables.last_moves.entries(hit.bucket.clone());
        let fits = |last_moves: &&LastMoves| last_moves.fits(hit.at, hit.left);
        // The paths of a position come together.
        if let Some(first) = entries.iter().position(|last_moves| fits(&last_moves)) {
            self.follow(
                hit,
                (hit.bucket.start + first as u32..).zip(entries[first..].iter().take_while(fits)),
            );
        }
    }

    /// Sends the ends of a path with each of these last moves on.
    #[inline(always)]
    fn follow<'t>(&mut self, hit: &BucketHit, sequences: impl Iterator<Item = (u32, &'t LastMoves)>) {
        let (symmetry, rules) = (hit.at.symmetry, self.tables.rules);
        let (next, next_off_axis) = (rules.next(symmetry, hit.last), rules.next_off_axis(symmetry, hit.last));
        let inverse = self.inverse_after(hit);
        let with_other_pre_move = self.with_other_pre_move(inverse, symmetry);
        for (number, last_moves) in sequences {
            let may_follow = if last_moves.begins_on_axis() { next_off_axis } else { next };
            if may_follow >> last_moves.first_move() & 1 == 1 {
                let path = EndedPath { before: hit.path, symmetry, last_moves: number };
                self.arrive(path, inverse, with_other_pre_move, last_moves);
            }
        }
    }

    /// The unturned inverse of a position, as it looks after its symmetry: moves are made backwards from the symmetry on.
    #[inline(always)]
    fn inverse_after(&self, hit: &BucketHit) -> Cubies {
        let (processor, unturned) = (self.tables.processor, self.tables.unturned);
        let around = &unturned.symmetries[hit.at.symmetry.number()];
        let depth = self.search.depth(hit.left);
        let then = |inverse: Cubies, mv: usize| processor.then_unturned(&inverse, &unturned.moves[mv]);
        let moves = hit.path.backwards(depth).fold(around.before, then);
        let inverse = processor.then_unturned(&moves, self.search.inverse());
        processor.then_unturned(&inverse, &around.after)
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::cpu::near::{NEAR_G1, canonical_walk, distance1, walk};
    use crate::engine::cpu::two_phase::last_moves::LENGTH;
    use crate::engine::cpu::two_phase::trial::{Trial, hit_after};
    use crate::engine::two_phase::enters_g1;
    use cubebatch_cube::cube::random::Random;
    use cubebatch_cube::cube::{Cube, Move, inverse};
    use cubebatch_tables::coord::phase2::PHASE2_MOVES;

    /// Adds all paths of phase 1 that go on from a position with `left` moves.
    fn add_paths(at: &Cube, path: &mut Vec<Move>, left: u8, paths: &mut Vec<Vec<Move>>) {
        if left <= NEAR_G1 && distance1(at).is_none_or(|distance| distance > left) {
            return;
        }
        if left == 0 {
            paths.extend(enters_g1(path).then(|| path.clone()));
            return;
        }
        let last = path.last().copied();
        for mv in Move::all().filter(|&mv| last.is_none_or(|last| last.may_precede(mv))) {
            path.push(mv);
            add_paths(&at.turn(mv), path, left - 1, paths);
            path.pop();
        }
    }

    #[test]
    fn look_ups_find_all_paths_into_g1_and_no_others() {
        let mut random = Random::new(165);
        let mut several = 0;
        for i in 0..400 {
            // Few moves are left only where a pass begins.
            let left = if i % 2 == 0 { LENGTH } else { 1 + (i / 2) as u8 % LENGTH };
            let moves = canonical_walk(&mut random, if left == LENGTH { i / 2 % 5 } else { 0 });
            let g1 = Cube::SOLVED.apply(&walk(&mut random, &PHASE2_MOVES, 30));
            let at = g1.apply(&inverse(&canonical_walk(&mut random, left.into())));
            let start = at.apply(&inverse(&moves));

            let mut expected = Vec::new();
            add_paths(&at, &mut moves.clone(), left, &mut expected);
            let length = moves.len() + usize::from(left);
            let mut trial = Trial::new(&start, 30, 0, length);
            let arrivals = trial.arrivals(hit_after(&start, &moves, left));
            let mut found: Vec<_> =
                arrivals.iter().flat_map(|arrival| arrival.paths(&trial.tables, length)).collect();
            found.sort_unstable();
            assert_eq!(found, expected, "after {moves:?}");
            several += usize::from(found.len() > 2);
        }
        assert!(several > 20, "some have several paths");
    }
}
