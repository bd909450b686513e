//! Ends of phase 1. Here, and nowhere else, a path becomes as many ends as it has: it may end with its last turn in
//! either sense, and the pre-move may be in either sense.

use crate::engine::cpu::two_phase::SearchTables;
use crate::engine::cpu::two_phase::last_moves::LastMoves;
use crate::engine::cpu::two_phase::queue::{Arrival, End, EndedPath, Ending};
use crate::engine::cpu::two_phase::round::Flow;
use crate::engine::cpu::two_phase::steps::PackedMoves;
use cubebatch_tables::coord::cubies::Cubies;
use cubebatch_tables::coord::processor::Processor;
use cubebatch_tables::coord::symmetry::{AxisSymmetry, MoveImage};
#[cfg(test)]
use {crate::engine::two_phase::make_canonical, cubebatch_cube::cube::Move};

impl EndedPath {
    /// No moves.
    const NONE: EndedPath =
        EndedPath { before: PackedMoves::NONE, last_moves: u32::MAX, symmetry: AxisSymmetry::from_number(0) };

    /// All moves, the last one in the clockwise sense of its table or in the other one.
    fn steps(&self, tables: &SearchTables<impl Processor>, is_other: bool) -> PackedMoves {
        let Some(last_moves) = tables.last_moves.entry(self.last_moves) else { return self.before };
        let images = last_moves.moves().iter().map(|&image| MoveImage::from_number(image.into()));
        let moves = images.map(|image| tables.rules.back(self.symmetry, image));
        let steps = moves.fold(self.before, PackedMoves::then);
        if is_other { steps.with_other_last() } else { steps }
    }
}

/// The half turn of the face of a clockwise turn.
#[inline]
fn half_turn(clockwise: u8) -> u8 {
    clockwise + 1
}

/// The least distance of both ends of a path, which are a half turn apart: one is so far from solved, and the other may still
/// have to be looked at.
#[inline]
fn nearest(distance: u8, to_other: Option<u8>) -> u8 {
    distance.saturating_sub(to_other.is_some().into())
}

impl<At> Ending<At> {
    /// The same end with something else known.
    #[inline(always)]
    fn with<There>(&self, at: There) -> Ending<There> {
        let Ending { inverse, path, to_other, is_other_pre_move, .. } = *self;
        Ending { inverse, path, to_other, is_other_pre_move, at }
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

    /// Sends the ends of a path on. The path goes on by its last moves from a position with this unturned
    /// inverse; with the pre-move in the other sense it has the other inverse.
    #[inline(always)]
    pub fn arrive(
        &mut self,
        path: EndedPath,
        inverse: Cubies,
        with_other_pre_move: Option<Cubies>,
        last_moves: &LastMoves,
    ) {
        let to_other = Some(half_turn(last_moves.last_move()));
        let then = |inverse| self.tables.processor.then_unturned(&last_moves.inverse(), &inverse);
        let (inverse, with_other_pre_move) = (then(inverse), with_other_pre_move.map(then));
        self.send_ending(Ending { inverse, path, to_other, is_other_pre_move: false, at: () });
        if let Some(inverse) = with_other_pre_move {
            self.send_ending(Ending { inverse, path, to_other, is_other_pre_move: true, at: () });
        }
    }

    /// Sends the ends of the path without moves from a start in G1 on.
    pub fn arrive_at_once(&mut self) {
        let (path, inverse, to_other) = (EndedPath::NONE, *self.search.inverse(), None);
        self.send_ending(Ending { inverse, path, to_other, is_other_pre_move: false, at: () });
        if let Some(inverse) = self.with_other_pre_move(inverse, path.symmetry) {
            self.send_ending(Ending { inverse, path, to_other, is_other_pre_move: true, at: () });
        }
    }

    /// Sends an end on, unless it cannot be among the best: by its corners and middle edges it is at least so
    /// far from solved.
    #[inline(always)]
    fn send_ending(&mut self, ending: Ending<()>) {
        let begun = self.tables.unturned.begin(&ending.inverse);
        let (class, slice_perm) = begun.corners_and_slice();
        let bound = self.tables.bounds.of(class, slice_perm);
        if !self.search.is_too_far(nearest(bound, ending.to_other)) {
            let sought = self.tables.unturned.seek_ud_edges(&ending.inverse, begun);
            self.tables.unturned.prefetch(sought);
            self.search.queues.sent.arrivals.push(ending.with(sought));
        }
    }

    /// Finds the index of a position in G1.
    #[inline(always)]
    pub fn read_arrival(&mut self, arrival: &Arrival) {
        let at = self.tables.unturned.finish(arrival.at);
        self.tables.to_solved.prefetch(at);
        self.search.queues.sent.ends.push(arrival.with(at));
    }

    /// Compares an end with the best so far, and sends the one with the last turn in the other sense back to where ends begin.
    #[inline(always)]
    pub fn read_end(&mut self, end: &End) {
        let distance = self.tables.to_solved.distance(end.at, self.search.reach());
        if !self.search.is_too_far(distance) {
            self.take(end, distance);
        }
        if let Some(half_turn) = end.to_other
            && !self.search.is_too_far(nearest(distance, end.to_other))
        {
            self.send_ending(self.other(end, half_turn));
        }
    }

    /// Offers an end, so far from solved, to the best so far.
    #[cold]
    #[inline(never)]
    fn take(&mut self, end: &End, distance: u8) {
        let steps = end.path.steps(self.tables, end.to_other.is_none());
        self.search.take(steps, end.is_other_pre_move, distance, self.tables, self.limits);
    }

    /// The end with the last turn in the other sense.
    #[inline(always)]
    fn other(&self, end: &End, half_turn: u8) -> Ending<()> {
        let half_turn = &self.tables.unturned.moves[usize::from(half_turn)];
        let inverse = self.tables.processor.then_unturned(half_turn, &end.inverse);
        Ending { inverse, to_other: None, ..end.with(()) }
    }
}

#[cfg(test)]
impl Arrival {
    /// The path of this length that ends here, and the one with the last turn in the other sense.
    pub fn paths(&self, tables: &SearchTables<impl Processor>, length: usize) -> [Vec<Move>; 2] {
        [false, true].map(|is_other| {
            let mut path = self.path.steps(tables, is_other).path(length as u8)[..length].to_vec();
            make_canonical(&mut path);
            path
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cpu::near::{NEAR_SOLVED, canonical_walk, distance2, walk};
    use crate::engine::cpu::two_phase::trial::{Trial, hit_after, tables};
    use crate::engine::two_phase::direction::DIRECTIONS;
    use crate::engine::two_phase::pre_moves::after_pre_moves;
    use crate::engine::two_phase::start::{direction_and_pre_moves, numbers};
    use crate::engine::two_phase::{PreMoves, enters_g1};
    use cubebatch_cube::cube::random::Random;
    use cubebatch_cube::cube::{Cube, inverse};
    use cubebatch_tables::coord::phase2::PHASE2_MOVES;
    use cubebatch_tables::coord::sym_phase2::SymPhase2Tables;
    use cubebatch_tables::coord::symmetry::symmetries;
    use cubebatch_tables::coord::{Phase1, Phase2};

    impl<At> Ending<At> {
        /// Fails unless it is where its path and its pre-moves lead from a position, looked at after a symmetry.
        fn assert_is_end_of(&self, cube: &Cube, pre_moves: &PreMoves, path: &[Move]) -> Cube {
            let pre_moves = pre_moves.in_sense(self.is_other_pre_move);
            let end = after_pre_moves(cube, pre_moves.moves()).apply(path);
            assert_eq!(Phase1::of(&end).code(), 0);
            let image = symmetries()[self.path.symmetry.number()].conjugate(&end);
            assert_eq!(self.inverse, Cubies::unturned_inverse(&image));
            image
        }
    }

    #[test]
    fn ends_are_where_paths_and_pre_moves_lead_in_both_senses() {
        let mut random = Random::new(166);
        for i in 0..300 {
            // In the first direction the position looks as it is.
            let starts = numbers(i % 4).step_by(DIRECTIONS);
            let number = starts.clone().nth(i % starts.len()).expect("there is one");
            let (_, pre_moves) = direction_and_pre_moves(number);
            let moves = canonical_walk(&mut random, i % 4);
            let g1 = Cube::SOLVED.apply(&walk(&mut random, &PHASE2_MOVES, 30));
            let start = g1.apply(&inverse(&[&moves[..], &canonical_walk(&mut random, 6)].concat()));
            let cube = after_pre_moves(&start, &inverse(pre_moves.moves()));

            let length = moves.len() + 6;
            let mut trial = Trial::new(&cube, 20, number, length);
            let hit = hit_after(&start, &moves, 6).expect("there is a path");
            let mut senses = Vec::new();
            for arrival in trial.arrivals(Some(hit)) {
                senses.push(arrival.is_other_pre_move);
                let path = |is_other| arrival.path.steps(&tables(), is_other).path(length as u8);
                let image = arrival.assert_is_end_of(&cube, pre_moves, &path(false)[..length]);
                trial.flow().read_arrival(&arrival);
                let ends = trial.queues().take_due().ends;
                assert_eq!(ends.len(), 1);
                let half_turn = ends[0].to_other.expect("the last turn has two senses");
                let other = trial.flow().other(&ends[0], half_turn);
                other.assert_is_end_of(&cube, pre_moves, &path(true)[..length]);
                assert_eq!(ends[0].at, SymPhase2Tables::get().reduce(Phase2::of(&image)));
            }
            let others = senses.iter().filter(|&&is_other| is_other).count();
            assert_eq!(others, if pre_moves.moves().is_empty() { 0 } else { senses.len() / 2 });
        }
    }

    /// The end that is taken of one that arrives and the one with the last turn in the other sense.
    fn taken(mut trial: Trial, arrival: Arrival) -> (u8, Vec<Move>) {
        let mut arrivals = vec![arrival];
        while let Some(arrival) = arrivals.pop() {
            trial.flow().read_arrival(&arrival);
            for end in trial.queues().take_due().ends {
                trial.flow().read_end(&end);
            }
            arrivals.extend(trial.queues().take_due().arrivals);
        }
        let mut ends = trial.search.ends(&trial.tables).expect("no table is damaged");
        let rank = ends.next().expect("there is one").rank;
        assert_eq!((rank.direction(), rank.pre_moves()), (0, PreMoves::NONE));
        (rank.distance(), rank.path().to_vec())
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
            arrivals.retain(|arrival| arrival.paths(&tables(), length).contains(&path));
            let [arrival] = <[Arrival; 1]>::try_from(arrivals).ok().expect("the path is found once");

            let paths = arrival.paths(&tables(), length).into_iter();
            let ends = paths.map(|path| (distance2(&start.apply(&path)).expect("it is near"), path));
            assert_eq!(Some(taken(trial, arrival)), ends.min());
        }
    }
}
