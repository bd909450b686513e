//! The descent from G1 to solved.

use std::collections::HashMap;

use super::Complete;
use super::walk::End;
use crate::coord::PhaseMoves;
use crate::coord::phase2::{PHASE2_MOVES, Phase2, Phase2Moves};
use crate::coord::phase2_places::{Phase2Place, Phase2Places};
use crate::cube::Move;
use crate::solve::SolveError;
use crate::table::{Phase, Phase2Distances};

const MOVES: usize = PHASE2_MOVES.len();

/// A descent that other descents go beside, as walks do.
pub struct Descent {
    state: State,
    moves: Vec<Move>,
    phase1_length: usize,
    place: Phase2Place,
    distance: u8,
    /// Where moves lead from here.
    around: [Phase2Place; MOVES],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    UnderWay,
    Solved,
    Failed(Phase),
}

impl Descent {
    /// From the end of phase 1; `None` if there is none.
    pub fn new(end: Option<(End, u8)>) -> Descent {
        let state = if end.is_some() { State::UnderWay } else { State::Failed(Phase::One) };
        let (moves, place, distance) =
            end.map_or_else(Default::default, |(end, distance)| (end.moves, end.place, distance));
        let around = [Phase2Place::default(); MOVES];
        Descent { state, phase1_length: moves.len(), moves, place, distance, around }
    }

    pub fn is_under_way(&self) -> bool {
        self.state == State::UnderWay
    }

    /// Asks for what [`Descent::go_on`] will read.
    pub fn look_around(&mut self, distances: &Phase2Distances) {
        if self.state == State::UnderWay && self.distance > Phase::NEAR {
            for (place, beside) in self.around.iter_mut().zip(Phase2Places::get().around(self.place)) {
                distances.prefetch(beside);
                *place = beside;
            }
        }
    }

    /// Makes the first move that leads nearer, or all if the position is near.
    pub fn go_on(&mut self, solver: &Complete) {
        if self.state != State::UnderWay {
            return;
        }
        if self.distance <= Phase::NEAR {
            self.state =
                if self.finish(&solver.near).is_some() { State::Solved } else { State::Failed(Phase::Two) };
            return;
        }
        let numbers = self.around.iter().enumerate().fold(0, |numbers, (number, &place)| {
            numbers | u16::from(solver.phase2.at(place) < self.distance) << number
        });
        if self.turn(numbers).is_none() {
            self.state = State::Failed(Phase::Two);
        }
        self.distance -= 1;
    }

    /// Makes the first of some moves, given as they look after the symmetry of the place.
    fn turn(&mut self, numbers: u16) -> Option<()> {
        let places = Phase2Places::get();
        let number = |m: usize| places.symmetries.turn(self.place.symmetry.into(), m);
        let m = (0..MOVES).find(|&m| numbers >> number(m) & 1 == 1)?;
        self.place = places.around(self.place).nth(number(m)).expect("a place for each move");
        self.moves.push(PHASE2_MOVES[m]);
        Some(())
    }

    fn finish(&mut self, near: &Near) -> Option<()> {
        while self.place.index() != 0 {
            self.turn(*near.nearer.get(&self.place.index())?)?;
        }
        Some(())
    }

    /// The moves of both phases, and how many are of phase 1.
    pub fn moves(self) -> Result<(Vec<Move>, usize), SolveError> {
        match self.state {
            State::Failed(phase) => Err(SolveError::Complete(phase)),
            _ => Ok((self.moves, self.phase1_length)),
        }
    }
}

/// The positions 1 … [`Phase::NEAR`] moves from solved.
pub struct Near {
    /// For the place of each, a bit for each move that leads nearer, as the moves look after the
    /// symmetry of the place.
    nearer: HashMap<usize, u16>,
}

impl Near {
    pub fn new() -> Near {
        let (moves, places) = (Phase2Moves::get(), Phase2Places::get());
        let around = |at| (0..MOVES).map(move |m| moves.turn(at, m));
        let mut distances = HashMap::from([(Phase2::default(), 0)]);
        let mut level = vec![Phase2::default()];
        for distance in 1..=Phase::NEAR {
            level = level.into_iter().flat_map(around).collect();
            for &at in &level {
                distances.entry(at).or_insert(distance);
            }
        }
        let is_nearer = |at, distance| distances.get(&at).is_some_and(|&there| there < distance);
        let nearer = distances.iter().map(|(&at, &distance)| {
            let place = places.place(at);
            let number = |m| places.symmetries.turn(place.symmetry.into(), m);
            let numbers = around(at).enumerate().filter(|&(_, there)| is_nearer(there, distance));
            (place.index(), numbers.fold(0, |numbers, (m, _)| numbers | 1 << number(m)))
        });
        Near { nearer: nearer.collect() }
    }

    /// The number of moves to solved from a place that is near.
    pub fn distance(&self, place: Phase2Place) -> Option<u8> {
        let mut place = place;
        let mut distance = 0;
        while place.index() != 0 {
            let number = self.nearer.get(&place.index())?.trailing_zeros() as usize;
            place = Phase2Places::get().around(place).nth(number)?;
            distance += 1;
        }
        Some(distance)
    }
}
