//! The descent from G1 to solved.

use super::Descender;
use super::walk::End;
use crate::coord::phase2::PHASE2_MOVES;
use crate::coord::sym_phase2::{SymPhase2, SymPhase2Tables};
use crate::cube::Move;
use crate::engine::Way;
use crate::engine::near::Near;
use crate::table::{Phase, Phase2Table};

const MOVES: usize = PHASE2_MOVES.len();

/// A descent that other descents go beside, as walks do.
pub struct Descent {
    state: State,
    moves: Vec<Move>,
    phase1_length: usize,
    place: SymPhase2,
    distance: u8,
    /// The moves that were tried here and did not lead nearer.
    tried: usize,
    /// Where the next ones lead.
    next: [SymPhase2; AT_ONCE],
}

/// Moves that are tried at a time. One of the first often leads nearer, so that the memory need
/// not be asked for all of them.
const AT_ONCE: usize = 2;

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
        let next = [SymPhase2::default(); AT_ONCE];
        Descent { state, phase1_length: moves.len(), moves, place, distance, tried: 0, next }
    }

    pub fn is_under_way(&self) -> bool {
        self.state == State::UnderWay
    }

    /// Asks for what [`Descent::go_on`] will read.
    pub fn look_around(&mut self, distances: &Phase2Table) {
        if self.state == State::UnderWay && self.distance > Phase::NEAR {
            let places = SymPhase2Tables::get();
            for (m, next) in (self.tried..MOVES).zip(&mut self.next) {
                *next = places.neighbour(self.place, places.symmetries.turn(self.place.symmetry.into(), m));
                distances.prefetch(*next);
            }
        }
    }

    /// Tries some more moves and makes the first that leads nearer, or all moves if the position
    /// is near.
    pub fn go_on(&mut self, tables: &Descender) {
        if self.state != State::UnderWay {
            return;
        }
        if self.distance <= Phase::NEAR {
            self.state =
                if self.finish(&tables.near).is_some() { State::Solved } else { State::Failed(Phase::Two) };
            return;
        }
        let mut next = (self.tried..MOVES).zip(self.next);
        if let Some((m, place)) = next.find(|&(_, place)| tables.distances.at(place) < self.distance) {
            self.moves.push(PHASE2_MOVES[m]);
            self.place = place;
            self.distance -= 1;
            self.tried = 0;
        } else {
            self.tried += AT_ONCE;
            if self.tried >= MOVES {
                self.state = State::Failed(Phase::Two);
            }
        }
    }

    /// Makes the first of some moves, given as they look after the symmetry of the place.
    fn turn(&mut self, numbers: u16) -> Option<()> {
        let places = SymPhase2Tables::get();
        let number = |m: usize| places.symmetries.turn(self.place.symmetry.into(), m);
        let m = (0..MOVES).find(|&m| numbers >> number(m) & 1 == 1)?;
        self.place = places.neighbour(self.place, number(m));
        self.moves.push(PHASE2_MOVES[m]);
        Some(())
    }

    fn finish(&mut self, near: &Near) -> Option<()> {
        while self.place.index() != 0 {
            self.turn(near.nearer(self.place)?)?;
        }
        Some(())
    }

    /// The whole way; the phase whose table led nowhere, if there is none.
    pub fn way(self) -> Result<Way, Phase> {
        match self.state {
            State::Failed(phase) => Err(phase),
            _ => Ok(Way { moves: self.moves, phase1_length: self.phase1_length }),
        }
    }
}
