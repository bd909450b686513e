//! The descent from G1 to solved.

use super::ball::Ball;
use super::{PHASE1, PHASE2};
use crate::coord::phase2::PHASE2_MOVES;
use crate::coord::sym_phase2::{SymPhase2, SymPhase2Tables};
use crate::cube::Move;
use crate::engine::descent::Way;
use crate::table::{NEAR, Phase2Table, TableId};

const MOVES: usize = PHASE2_MOVES.len();

/// Descents that go side by side, so that their waits for memory overlap.
const GROUP: usize = 16;

/// An end of phase 1 from which a descent begins.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// The moves into G1.
    pub moves: Vec<Move>,
    /// The position there.
    pub at: SymPhase2,
    /// How far it is from solved.
    pub distance: u8,
}

/// Descents in a table of all distances.
pub struct Descents<'a> {
    pub table: Phase2Table<'a>,
    ball: &'static Ball,
}

impl<'a> Descents<'a> {
    pub fn new(table: Phase2Table<'a>) -> Descents<'a> {
        Descents { table, ball: Ball::get() }
    }

    /// Descends from ends of phase 1, where there are any.
    pub fn descend(&self, ends: impl Iterator<Item = Option<Arrival>>) -> Vec<Result<Way, TableId>> {
        let mut descents: Vec<Descent> = ends.map(Descent::new).collect();
        for group in descents.chunks_mut(GROUP) {
            while group.iter().any(Descent::is_under_way) {
                group.iter_mut().for_each(|descent| descent.look_around(&self.table));
                group.iter_mut().for_each(|descent| descent.go_on(self));
            }
        }
        descents.into_iter().map(Descent::way).collect()
    }
}

/// A descent that others go beside: it asks the memory for what it will read, and goes on when the others
/// have asked as well.
struct Descent {
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
    Failed(TableId),
}

impl Descent {
    /// From the end of phase 1; `None` if there is none.
    fn new(end: Option<Arrival>) -> Descent {
        let state = if end.is_some() { State::UnderWay } else { State::Failed(PHASE1) };
        let (moves, place, distance) =
            end.map_or_else(Default::default, |end| (end.moves, end.at, end.distance));
        let next = [SymPhase2::default(); AT_ONCE];
        Descent { state, phase1_length: moves.len(), moves, place, distance, tried: 0, next }
    }

    fn is_under_way(&self) -> bool {
        self.state == State::UnderWay
    }

    /// Asks for what [`Descent::go_on`] will read.
    fn look_around(&mut self, table: &Phase2Table) {
        if self.state == State::UnderWay && self.distance > NEAR {
            let places = SymPhase2Tables::get();
            for (m, next) in (self.tried..MOVES).zip(&mut self.next) {
                *next = places.neighbour(self.place, places.symmetries.turn(self.place.symmetry.into(), m));
                table.prefetch(*next);
            }
        }
    }

    /// Tries some more moves and makes the first that leads nearer, or all moves if the position
    /// is near.
    fn go_on(&mut self, descents: &Descents) {
        if self.state != State::UnderWay {
            return;
        }
        if self.distance <= NEAR {
            self.state =
                if self.finish(descents.ball).is_some() { State::Solved } else { State::Failed(PHASE2) };
            return;
        }
        let mut next = (self.tried..MOVES).zip(self.next);
        if let Some((m, place)) = next.find(|&(_, place)| descents.table.at(place) < self.distance) {
            self.moves.push(PHASE2_MOVES[m]);
            self.place = place;
            self.distance -= 1;
            self.tried = 0;
        } else {
            self.tried += AT_ONCE;
            if self.tried >= MOVES {
                self.state = State::Failed(PHASE2);
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

    fn finish(&mut self, ball: &Ball) -> Option<()> {
        while self.place.index() != 0 {
            self.turn(ball.nearer(self.place)?)?;
        }
        Some(())
    }

    /// The whole way; the phase whose table led nowhere, if there is none.
    fn way(self) -> Result<Way, TableId> {
        match self.state {
            State::Failed(phase) => Err(phase),
            _ => Ok(Way { moves: self.moves, phase1_length: self.phase1_length }),
        }
    }
}
