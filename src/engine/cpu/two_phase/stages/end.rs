//! Ends of phase 1. Here, and nowhere else, a path becomes as many ends as it has: it may end with its last turn in
//! either sense, and the pre-move may be in either sense.

use crate::coord::cubies::Cubies;
use crate::coord::processor::Processor;
use crate::coord::sym_phase2::SymPhase2;
use crate::coord::symmetry::AxisSymmetry;
use crate::coord::unturned::Sought;
use crate::engine::cpu::two_phase::last_moves::LastMoves;
use crate::engine::cpu::two_phase::round::Flow;
use crate::engine::cpu::two_phase::steps::Steps;
#[cfg(test)]
use crate::{cube::Move, engine::two_phase::make_canonical};

/// A position in G1, of which the index of the U/D edges was asked for.
pub struct Arrival {
    sought: Sought,
    ending: Ending,
}

/// A position in G1, of which the distance from solved was asked for.
pub struct End {
    at: SymPhase2,
    ending: Ending,
}

/// How a path ends.
#[derive(Clone, Copy)]
struct Ending {
    /// Unturned, of the position as it looks after a symmetry.
    inverse: Cubies,
    path: Steps,
    /// Whether the pre-move is in the other sense.
    is_other_pre_move: bool,
    /// The half turn, as it looks after the symmetry, that leads to the end with the last turn in the other sense, if
    /// that is still to be looked at.
    to_other: Option<u8>,
}

/// The half turn of the face of a clockwise turn.
#[inline]
fn half_turn(clockwise: u8) -> u8 {
    clockwise + 1
}

impl Ending {
    /// How far the nearer of both ends with this one's path is from solved at least, if this one is so far: they are a
    /// half turn apart.
    #[inline]
    fn nearest(&self, distance: u8) -> u8 {
        distance.saturating_sub(self.to_other.is_some().into())
    }
}

impl<P: Processor> Flow<'_, P> {
    /// The unturned inverse of a position with the pre-move in the other sense, as it looks after a symmetry; the pre-moves
    /// R and R' differ by a half turn before all other moves.
    #[inline(always)]
    pub fn with_other_pre_move(&self, inverse: Cubies, symmetry: AxisSymmetry) -> Option<Cubies> {
        let clockwise = self.search.pre_move()?.index() as u8;
        let half_turn = self.tables.sym1.symmetries.image(symmetry, half_turn(clockwise).into());
        let half_turn = &self.tables.unturned.moves[half_turn.number()];
        Some(self.tables.processor.then_unturned(&inverse, half_turn))
    }

    /// Sends the ends of a path to the next stage: of one that goes on by some last moves from a position with this unturned
    /// inverse, and with this one if the pre-move is in the other sense.
    #[inline(always)]
    pub fn arrive(
        &mut self,
        path: Steps,
        inverse: Cubies,
        with_other_pre_move: Option<Cubies>,
        last_moves: &LastMoves,
    ) {
        let to_other = Some(half_turn(last_moves.last_move()));
        let then = |inverse| self.tables.processor.then_unturned(&last_moves.inverse(), &inverse);
        let (inverse, with_other_pre_move) = (then(inverse), with_other_pre_move.map(then));
        self.send_ending(Ending { inverse, path, is_other_pre_move: false, to_other });
        if let Some(inverse) = with_other_pre_move {
            self.send_ending(Ending { inverse, path, is_other_pre_move: true, to_other });
        }
    }

    /// Sends the ends of the path without moves from a start in G1 to the next stage.
    pub fn arrive_at_once(&mut self) {
        let (path, inverse) = (Steps::NONE, *self.search.inverse());
        self.send_ending(Ending { inverse, path, is_other_pre_move: false, to_other: None });
        if let Some(inverse) = self.with_other_pre_move(inverse, AxisSymmetry::default()) {
            self.send_ending(Ending { inverse, path, is_other_pre_move: true, to_other: None });
        }
    }

    /// Sends an end to the next stage, unless it cannot be among the best: by its corners and middle edges it is at least so
    /// far from solved.
    #[inline(always)]
    fn send_ending(&mut self, ending: Ending) {
        let sought = self.tables.unturned.seek(&ending.inverse);
        let (class, slice_perm) = sought.corners_and_slice();
        let bound = self.tables.bounds.of(class, slice_perm);
        if !self.search.is_too_far(ending.nearest(bound)) {
            self.tables.unturned.prefetch(sought);
            self.search.queues.arrivals.send(Arrival { sought, ending });
        }
    }

    /// Finds the index of a position in G1.
    #[inline(always)]
    pub fn read_arrival(&mut self, arrival: &Arrival) {
        let at = self.tables.unturned.finish(arrival.sought);
        self.tables.to_solved.prefetch(at);
        self.search.queues.ends.send(End { at, ending: arrival.ending });
    }

    /// Compares an end with the best so far, and sends the one with the last turn in the other sense to the first stage of ends.
    #[inline(always)]
    pub fn read_end(&mut self, end: &End) {
        let ending = &end.ending;
        let distance = self.tables.to_solved.distance(end.at, self.search.reach());
        if !self.search.is_too_far(distance) {
            self.search.take(ending.path, ending.is_other_pre_move, distance, self.tables, self.limits);
        }
        if let Some(half_turn) = ending.to_other
            && !self.search.is_too_far(ending.nearest(distance))
        {
            self.send_ending(self.other(ending, half_turn));
        }
    }

    /// The end with the last turn in the other sense.
    #[inline(always)]
    fn other(&self, ending: &Ending, half_turn: u8) -> Ending {
        let half_turn = &self.tables.unturned.moves[usize::from(half_turn)];
        let inverse = self.tables.processor.then_unturned(half_turn, &ending.inverse);
        Ending { inverse, path: ending.path.with_other_last(), to_other: None, ..*ending }
    }
}

#[cfg(test)]
impl Arrival {
    /// The path of this length that ends here, and the one with the last turn in the other sense.
    pub fn paths(&self, length: usize) -> [Vec<Move>; 2] {
        let path = self.ending.path;
        [path, path.with_other_last()].map(|path| {
            let mut path = path.path(length as u8)[..length].to_vec();
            make_canonical(&mut path);
            path
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::phase2::PHASE2_MOVES;
    use crate::coord::sym_phase2::SymPhase2Tables;
    use crate::coord::symmetry::symmetries;
    use crate::coord::{Phase1, Phase2};
    use crate::cube::random::Random;
    use crate::cube::{Cube, inverse};
    use crate::engine::cpu::near::{NEAR_SOLVED, canonical_walk, distance2, walk};
    use crate::engine::cpu::two_phase::trial::{Trial, hit_after};
    use crate::engine::two_phase::direction::{DIRECTIONS, PRE_MOVE_FACES, after_pre_move};
    use crate::engine::two_phase::{self, enters_g1};

    impl Ending {
        /// The pre-move, of this clockwise one.
        fn pre_move(&self, clockwise: Option<Move>) -> Option<Move> {
            if self.is_other_pre_move { clockwise.map(Move::inverse) } else { clockwise }
        }

        /// Fails unless it is where its path and its pre-move lead from a position, looked at after a symmetry.
        fn assert_is_end_of(
            &self,
            cube: &Cube,
            pre_move: Option<Move>,
            length: usize,
            symmetry: AxisSymmetry,
        ) -> Cube {
            let path = self.path.path(length as u8);
            let end = after_pre_move(cube, self.pre_move(pre_move)).apply(&path[..length]);
            assert_eq!(Phase1::of(&end).code(), 0);
            let image = symmetries()[symmetry.number()].conjugate(&end);
            assert_eq!(self.inverse, Cubies::unturned_inverse(&image));
            image
        }
    }

    #[test]
    fn ends_are_where_paths_and_pre_moves_lead_in_both_senses() {
        let mut random = Random::new(166);
        for i in 0..300 {
            let number = i % (PRE_MOVE_FACES.len() + 1);
            let pre_move = PRE_MOVE_FACES.get(number).and_then(|&face| Move::new(face, 1));
            let moves = canonical_walk(&mut random, i % 4);
            let g1 = Cube::SOLVED.apply(&walk(&mut random, &PHASE2_MOVES, 30));
            let start = g1.apply(&inverse(&[&moves[..], &canonical_walk(&mut random, 6)].concat()));
            let cube = after_pre_move(&start, pre_move.map(Move::inverse));

            let length = moves.len() + 6;
            let mut trial = Trial::new(&cube, 20, number * DIRECTIONS, length);
            let hit = hit_after(&start, &moves, 6).expect("there is a path");
            let symmetry = hit.at.symmetry;
            let mut pre_moves = Vec::new();
            for arrival in trial.arrivals(Some(hit)) {
                let ending = arrival.ending;
                pre_moves.push(ending.pre_move(pre_move));
                let image = ending.assert_is_end_of(&cube, pre_move, length, symmetry);
                let half_turn = ending.to_other.expect("the last turn has two senses");
                let other = trial.flow().other(&ending, half_turn);
                other.assert_is_end_of(&cube, pre_move, length, symmetry);
                trial.flow().read_arrival(&arrival);
                let ends = trial.queues().take_due().ends;
                assert_eq!(ends.len(), 1);
                assert_eq!(ends[0].at, SymPhase2Tables::get().reduce(Phase2::of(&image)));
            }
            let (clockwise, others): (Vec<_>, Vec<_>) = pre_moves.into_iter().partition(|&mv| mv == pre_move);
            let expected = if pre_move.is_some() { clockwise.len() } else { 0 };
            assert_eq!(others, vec![pre_move.map(Move::inverse); expected]);
        }
    }

    /// The end that is taken of one that arrives and the one with the last turn in the other sense.
    fn taken(mut trial: Trial, arrival: Arrival) -> two_phase::End {
        let mut arrivals = vec![arrival];
        while let Some(arrival) = arrivals.pop() {
            trial.flow().read_arrival(&arrival);
            for end in trial.queues().take_due().ends {
                trial.flow().read_end(&end);
            }
            arrivals.extend(trial.queues().take_due().arrivals);
        }
        trial.search.ends().expect("no table is damaged").remove(0)
    }

    #[test]
    fn of_both_senses_of_the_last_turn_the_end_nearer_to_solved_is_taken() {
        let mut random = Random::new(167);
        for i in 0..500 {
            let length = 2 + i % 5;
            let path = canonical_walk(&mut random, length);
            if !enters_g1(&path) {
                continue;
            }
            let g1 = Cube::SOLVED.apply(&walk(&mut random, &PHASE2_MOVES, i % usize::from(NEAR_SOLVED)));
            let start = g1.apply(&inverse(&path));
            let mut trial = Trial::new(&start, 30, 0, length);
            let mut arrivals = trial.arrivals(hit_after(&start, &[], length as u8));
            arrivals.retain(|arrival| arrival.paths(length).contains(&path));
            let [arrival] = <[Arrival; 1]>::try_from(arrivals).ok().expect("the path is found once");

            let paths = arrival.paths(length).into_iter();
            let ends = paths.map(|path| (distance2(&start.apply(&path)).expect("it is near"), path));
            let (distance, moves) = ends.min().expect("there are two");
            let expected = two_phase::End { direction: 0, pre_move: None, moves, distance };
            assert_eq!(taken(trial, arrival), expected);
        }
    }
}
