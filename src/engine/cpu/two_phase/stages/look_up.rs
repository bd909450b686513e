//! The last moves of phase 1, looked up.

use std::ops::Range;

use super::end;
use crate::coord::cubies::Cubies;
use crate::coord::processor::Processor;
use crate::coord::sym_phase1::SymPhase1;
use crate::coord::symmetry::MoveImage;
use crate::engine::cpu::two_phase::Tables;
use crate::engine::cpu::two_phase::last_moves::LastMoves;
use crate::engine::cpu::two_phase::round::{Flow, Queues, Sent, Stage};
use crate::engine::cpu::two_phase::rules::Last;
use crate::engine::two_phase::Path;

/// A position with six or fewer moves left: a table lists all paths of that length into G1.
pub struct LookUp {
    pub at: SymPhase1,
    /// The moves before the last one, and the unturned inverse of the position after them.
    pub path: Path,
    pub inverse: Cubies,
    pub last: Last,
    pub left: u8,
}

/// A position whose bucket in the table is not empty, and the bucket.
pub struct Hit {
    bucket: Range<u32>,
    from: LookUp,
}

impl Stage for LookUp {
    fn queue(queues: &mut Queues) -> &mut Vec<Sent<LookUp>> {
        LookUp::own_queue(queues)
    }

    #[inline]
    fn prefetch(&self, tables: &Tables<impl Processor>) {
        tables.last_moves.prefetch_index(self.at);
    }

    #[inline(always)]
    fn advance(self, flow: &mut Flow<impl Processor>) {
        let bucket = flow.tables.last_moves.bucket(self.at);
        if !bucket.is_empty() {
            flow.send(Hit { bucket, from: self });
        }
    }
}

impl Stage for Hit {
    fn queue(queues: &mut Queues) -> &mut Vec<Sent<Hit>> {
        Hit::own_queue(queues)
    }

    #[inline]
    fn prefetch(&self, tables: &Tables<impl Processor>) {
        tables.last_moves.prefetch(&self.bucket);
    }

    #[inline(always)]
    fn advance(self, flow: &mut Flow<impl Processor>) {
        let LookUp { at, left, .. } = self.from;
        let entries = flow.tables.last_moves.entries(self.bucket);
        // The paths of a position come together.
        if let Some(first) = entries.iter().position(|last_moves| last_moves.fits(at, left)) {
            let fitting = entries[first..].iter().take_while(|last_moves| last_moves.fits(at, left));
            self.from.follow(fitting, flow);
        }
    }
}

impl LookUp {
    /// Sends the ends of the path with each of these last moves to the next stage.
    #[inline(always)]
    fn follow<'t>(self, sequences: impl Iterator<Item = &'t LastMoves>, flow: &mut Flow<impl Processor>) {
        let LookUp { at, mut path, mut inverse, last, left } = self;
        let Tables { processor, unturned, rules, .. } = flow.tables;
        let depth = flow.search.depth(left);
        if let Some(last) = last.get() {
            path[depth - 1] = last;
            inverse = processor.then_unturned(&unturned.moves[last.index()], &inverse);
        }
        let symmetry = at.symmetry;
        let (next, next_off_axis) = (rules.next(symmetry, last), rules.next_off_axis(symmetry, last));
        let inverse = processor.conjugate_unturned(&inverse, &unturned.symmetries[symmetry.number()]);
        for last_moves in sequences {
            let moves = last_moves.moves();
            let may_follow = if last_moves.begins_on_axis() { next_off_axis } else { next };
            if may_follow >> moves[0] & 1 == 0 {
                continue;
            }
            for (mv, &image) in path[depth..].iter_mut().zip(moves) {
                *mv = rules.back(symmetry, MoveImage::from_number(image.into()));
            }
            end::arrive(flow, path, inverse, symmetry, Some(last_moves));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::coord::phase2::PHASE2_MOVES;
    use crate::cube::random::Random;
    use crate::cube::{Cube, Move, inverse};
    use crate::engine::cpu::near::{NEAR_G1, canonical_walk, distance1, walk};
    use crate::engine::cpu::two_phase::last_moves::LENGTH;
    use crate::engine::cpu::two_phase::trial::{Trial, look_up_after};
    use crate::engine::two_phase::enters_g1;

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
            let arrivals = trial.arrivals(look_up_after(&start, &moves, left));
            let mut found: Vec<_> = arrivals.iter().flat_map(|arrival| arrival.paths(length)).collect();
            found.sort_unstable();
            assert_eq!(found, expected, "after {moves:?}");
            several += usize::from(found.len() > 2);
        }
        assert!(several > 20, "some have several paths");
    }
}
