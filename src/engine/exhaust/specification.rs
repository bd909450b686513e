//! What is found in a subtree and what is counted, as a plain recursion over whole cubes. Only tests use it.

use super::{Counts, Subtree};
use crate::coord::cosets::CornerCosets;
use crate::coord::cubies::{Cubies, Plain};
use crate::cube::{Cube, Face, Move};
use crate::table::FilterView;

/// All solutions of exactly so many moves, in the order of moves; and what was done.
pub fn exhaust(filter: FilterView, subtree: &Subtree, length: u8) -> (Vec<Vec<Move>>, Counts) {
    let mut search = Search { filter, solutions: Vec::new(), counts: Counts::default() };
    if let Some(left) = usize::from(length).checked_sub(subtree.first.len()) {
        search.expand(&subtree.cube.apply(&subtree.first), &mut subtree.first.clone(), left as u8, true);
    }
    (search.solutions, search.counts)
}

struct Search<'a> {
    filter: FilterView<'a>,
    solutions: Vec<Vec<Move>>,
    counts: Counts,
}

impl Search<'_> {
    fn passes(&self, cube: &Cube, moves: u8) -> bool {
        let place = self.filter.place(CornerCosets::get().key(Plain, &Cubies::from(cube)));
        self.filter.passes(place, moves)
    }

    fn expand(&mut self, cube: &Cube, moves: &mut Vec<Move>, left: u8, is_root: bool) {
        self.counts.nodes += 1;
        let reach = self.filter.size.depth();
        let last = moves.last().copied();
        // The block of half turns. Siblings share it where none of them was asked about itself: then the clockwise turn of a face
        // has it for both quarter turns, and their parent for all half turns.
        let is_shared = left == reach + 1 && !is_root && last.is_some_and(|last| last.turns() != 1);
        self.counts.look_ups += u64::from(left <= reach + 2 && !is_shared);
        let Some(left) = left.checked_sub(1) else {
            self.solutions.extend(cube.is_solved().then(|| moves.clone()));
            return;
        };
        for face in Face::ALL {
            let turns = [1, 2, 3].map(|turns| Move::new(face, turns).expect("a turn"));
            if last.is_some_and(|last| !last.may_precede(turns[0])) {
                continue;
            }
            self.counts.look_ups += u64::from(left <= reach);
            for mv in turns {
                let there = cube.turn(mv);
                if left <= reach {
                    if !self.passes(&there.inverse(), left) {
                        continue;
                    }
                    self.counts.look_ups += 1;
                    if !self.passes(&there, left) {
                        continue;
                    }
                }
                moves.push(mv);
                self.expand(&there, moves, left, false);
                moves.pop();
            }
        }
    }
}
