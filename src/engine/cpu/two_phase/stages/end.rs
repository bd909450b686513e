//! Ends of phase 1. Here, and nowhere else, a path becomes as many ends as it has: it may end with its last turn in
//! either sense, and the pre-move may be in either sense.

use crate::coord::cubies::Cubies;
use crate::coord::processor::Processor;
use crate::coord::sym_phase2::SymPhase2;
use crate::coord::symmetry::AxisSymmetry;
use crate::coord::unturned::Sought;
use crate::cube::Move;
use crate::engine::cpu::two_phase::Tables;
use crate::engine::cpu::two_phase::last_moves::LastMoves;
use crate::engine::cpu::two_phase::position::Search;
use crate::engine::cpu::two_phase::round::{Flow, Queues, Sent, Stage};
use crate::engine::two_phase::Path;
#[cfg(test)]
use crate::engine::two_phase::make_canonical;

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
    path: Path,
    /// Unturned, of the position as it looks after a symmetry.
    inverse: Cubies,
    pre_move: Option<Move>,
    /// The half turn, as it looks after the symmetry, that leads to the end with the last turn in the other sense, if
    /// that is still to be looked at.
    to_other: Option<u8>,
}

/// Sends the ends of a path to the next stage: of one that goes on by some last moves from a position with this unturned
/// inverse, as it looks after a symmetry.
#[inline(always)]
pub fn arrive(
    flow: &mut Flow<impl Processor>,
    path: Path,
    inverse: Cubies,
    symmetry: AxisSymmetry,
    last_moves: Option<&LastMoves>,
) {
    let tables = flow.tables;
    let then = |inverse: Cubies| {
        last_moves
            .map_or(inverse, |last_moves| tables.processor.then_unturned(&last_moves.inverse(), &inverse))
    };
    let to_other = last_moves.map(|last_moves| half_turn(last_moves.last_move()));
    let pre_move = flow.search.pre_move();
    Ending { path, inverse: then(inverse), pre_move, to_other }.send(flow);
    if let Some(pre_move) = pre_move {
        // The pre-moves R and R' differ by a half turn before all other moves.
        let half_turn = tables.sym1.symmetries.image(symmetry, half_turn(pre_move.index() as u8).into());
        let half_turn = &tables.unturned.moves[half_turn.number()];
        let inverse = then(tables.processor.then_unturned(&inverse, half_turn));
        Ending { path, inverse, pre_move: Some(pre_move.inverse()), to_other }.send(flow);
    }
}

/// The half turn of the face of a clockwise turn.
#[inline]
fn half_turn(clockwise: u8) -> u8 {
    clockwise + 1
}

impl Ending {
    /// Sends an end to the next stage, unless it cannot be among the best: by its corners and middle edges it is at least so
    /// far from solved.
    fn send(self, flow: &mut Flow<impl Processor>) {
        let sought = flow.tables.unturned.seek(&self.inverse);
        let (class, slice_perm) = sought.corners_and_slice();
        let bound = flow.tables.bounds.of(class, slice_perm);
        if !flow.search.is_too_far(self.nearest(bound)) && self.can_be_better(bound, flow) {
            flow.send(Arrival { sought, ending: self });
        }
    }

    /// How far the nearer of both ends with this one's path is from solved at least, if this one is so far: they are a
    /// half turn apart.
    #[inline]
    fn nearest(&self, distance: u8) -> u8 {
        distance.saturating_sub(self.to_other.is_some().into())
    }

    /// Whether this end, so far from solved, or the one with the last turn in the other sense may be among the best.
    #[inline]
    fn can_be_better(&self, distance: u8, flow: &Flow<impl Processor>) -> bool {
        let distance = self.nearest(distance);
        flow.search.is_better(distance, flow.limits, || {
            let mut path = self.path;
            if self.to_other.is_some() {
                // After a reflection this one's turn can be the counter-clockwise one, which is the greater.
                let last = &mut path[flow.search.length() - 1];
                *last = (*last).min(last.inverse());
            }
            flow.search.rank(path, self.pre_move, distance, flow.limits)
        })
    }

    /// The end with the last turn in the other sense.
    fn other(mut self, half_turn: u8, flow: &Flow<impl Processor>) -> Ending {
        let last = &mut self.path[flow.search.length() - 1];
        *last = last.inverse();
        let Tables { processor, unturned, .. } = flow.tables;
        let inverse = processor.then_unturned(&unturned.moves[usize::from(half_turn)], &self.inverse);
        Ending { inverse, to_other: None, ..self }
    }
}

impl Stage for Arrival {
    fn queue(queues: &mut Queues) -> &mut Vec<Sent<Arrival>> {
        Arrival::own_queue(queues)
    }

    #[inline]
    fn prefetch(&self, tables: &Tables<impl Processor>) {
        tables.unturned.prefetch(self.sought);
    }

    #[inline(always)]
    fn advance(self, flow: &mut Flow<impl Processor>) {
        let at = flow.tables.unturned.finish(self.sought);
        flow.send(End { at, ending: self.ending });
    }
}

impl Stage for End {
    fn queue(queues: &mut Queues) -> &mut Vec<Sent<End>> {
        End::own_queue(queues)
    }

    #[inline]
    fn prefetch(&self, tables: &Tables<impl Processor>) {
        tables.to_solved.prefetch(self.at);
    }

    /// Compares the end with the best so far, and sends the one with the last turn in the other sense to the first stage of ends.
    #[inline(always)]
    fn advance(self, flow: &mut Flow<impl Processor>) {
        let End { at, ending } = self;
        let distance = flow.tables.to_solved.distance(at, flow.search.reach());
        let rank = |search: &Search| search.rank(ending.path, ending.pre_move, distance, flow.limits);
        if flow.search.is_better(distance, flow.limits, || rank(flow.search)) {
            let rank = rank(flow.search);
            flow.search.take(rank, flow.tables, flow.limits);
        }
        if let Some(half_turn) = ending.to_other.filter(|_| ending.can_be_better(distance, flow)) {
            ending.other(half_turn, flow).send(flow);
        }
    }
}

#[cfg(test)]
impl Arrival {
    /// The path of this length that ends here, and the one with the last turn in the other sense.
    pub fn paths(&self, length: usize) -> [Vec<Move>; 2] {
        let path = &self.ending.path[..length];
        let other = [&path[..length - 1], &[path[length - 1].inverse()]].concat();
        [path.to_vec(), other].map(|mut path| {
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
    use crate::engine::cpu::two_phase::trial::{Trial, look_up_after};
    use crate::engine::two_phase::direction::{DIRECTIONS, PRE_MOVE_FACES, after_pre_move};
    use crate::engine::two_phase::{self, enters_g1};

    impl Ending {
        /// Fails unless it is where its path and its pre-move lead from a position, looked at after a symmetry.
        fn assert_is_end_of(&self, cube: &Cube, length: usize, symmetry: AxisSymmetry) -> Cube {
            let end = after_pre_move(cube, self.pre_move).apply(&self.path[..length]);
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
            let from = look_up_after(&start, &moves, 6);
            let symmetry = from.at.symmetry;
            let mut pre_moves = Vec::new();
            for arrival in trial.arrivals(from) {
                let ending = arrival.ending;
                pre_moves.push(ending.pre_move);
                let image = ending.assert_is_end_of(&cube, length, symmetry);
                let half_turn = ending.to_other.expect("the last turn has two senses");
                ending.other(half_turn, &trial.flow(&[])).assert_is_end_of(&cube, length, symmetry);
                let ends: Vec<End> = trial.advance(arrival);
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
            for end in trial.advance::<Arrival, End>(arrival) {
                arrivals.extend(trial.advance::<End, Arrival>(end));
            }
        }
        trial.search.into_ends().expect("no table is damaged").remove(0)
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
            let mut arrivals = trial.arrivals(look_up_after(&start, &[], length as u8));
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
