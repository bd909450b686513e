//! The search as a plain recursion over whole cubes, with its counts, and sequences to search. Only tests use it.

use super::{Exhausted, PassTurns};
use cubebatch_cube::cube::random::Random;
use cubebatch_cube::cube::{Cube, Face, Move};
use cubebatch_tables::coord::cosets::CornerCosets;
use cubebatch_tables::coord::cubies::Cubies;
use cubebatch_tables::coord::processor::Plain;
use cubebatch_tables::table::FilterView;

/// All solutions of exactly `length` moves; and the number of blocks of the filter that are looked up.
pub fn exhaust(filter: FilterView, cube: &Cube, length: u8) -> (Exhausted, u64) {
    let mut search =
        SpecifiedSearch { filter, found: Exhausted::default(), look_ups: 0, turns: PassTurns::All };
    for &turns in PassTurns::passes(length, filter.size.depth()) {
        search.turns = turns;
        search.expand(cube, &mut Vec::new(), length, true);
    }
    search.found.solutions.sort_unstable();
    (search.found, search.look_ups)
}

struct SpecifiedSearch<'a> {
    filter: FilterView<'a>,
    found: Exhausted,
    look_ups: u64,
    turns: PassTurns,
}

impl SpecifiedSearch<'_> {
    fn passes(&self, cube: &Cube, moves: u8) -> bool {
        let place = self.filter.place(CornerCosets::get().key(Plain, &Cubies::from(cube)));
        self.filter.passes(place, moves)
    }

    /// With `left` moves left. It `asks` about inverses unless the move before was asked about for the half turns that follow.
    fn expand(&mut self, cube: &Cube, moves: &mut Vec<Move>, left: u8, asks: bool) {
        let Some(left) = left.checked_sub(1) else {
            self.found.solutions.extend(cube.is_solved().then(|| moves.clone()));
            return;
        };
        let reach = self.filter.size.depth();
        let last = moves.last().copied();
        let faces = Face::ALL.map(|face| [1, 2, 3].map(|turns| Move::new(face, turns).expect("a turn")));
        let faces: Vec<_> =
            faces.into_iter().filter(|turns| last.is_none_or(|last| last.may_precede(turns[0]))).collect();
        let (is_first, is_farthest) = (left == reach + 1, left == reach);
        let (half, quarter) = match self.turns {
            PassTurns::All => (true, true),
            PassTurns::Half => (true, !is_farthest),
            PassTurns::Quarter => (!is_farthest, true),
        };
        if self.turns != PassTurns::Half || left < reach {
            self.found.nodes += 1;
        }
        // The inverse before the next move covers half turns that come after it.
        let tells_of_next = self.turns == PassTurns::Half && is_first;
        let asks_now = left <= reach && asks;
        if tells_of_next {
            self.look_ups += 1 + faces.len() as u64;
        } else if asks_now {
            self.look_ups += u64::from(half) + faces.len() as u64 * u64::from(quarter);
        }
        for mv in faces.concat() {
            if !(if mv.turns() == 2 { half } else { quarter }) {
                continue;
            }
            let there = cube.turn(mv);
            if tells_of_next && !self.passes(&there.inverse(), reach) {
                continue;
            }
            if left <= reach {
                if !self.passes(&there.inverse(), left) {
                    continue;
                }
                self.look_ups += 1;
                if !self.passes(&there, left) {
                    continue;
                }
            }
            moves.push(mv);
            self.expand(&there, moves, left, !tells_of_next);
            moves.pop();
        }
    }
}

/// Some random moves, of which no two in a row join.
pub fn word(random: &mut Random, length: usize) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    while moves.len() < length {
        let next = Move::from_index(random.below(18) as usize);
        if moves.last().is_none_or(|last| last.may_precede(next)) {
            moves.push(next);
        }
    }
    moves
}
