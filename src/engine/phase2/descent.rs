//! The descent from G1 to solved.

use super::ball::Ball;
use super::{PHASE1, PHASE2};
use crate::coord::phase2::PHASE2_MOVES;
use crate::coord::sym_phase2::{SymPhase2, SymPhase2Tables};
use crate::cube::Move;
use crate::engine::descent::PhasedPath;
use crate::table::{NEAR, Phase2Table, TableId};

const MOVES: usize = PHASE2_MOVES.len();

/// Descents that advance in turns, so that their waits for memory overlap.
const GROUP: usize = 16;

/// An end of phase 1 from which a descent begins.
#[derive(Clone, Debug)]
pub struct Phase1End {
    /// The moves into G1.
    pub moves: Vec<Move>,
    /// The position there.
    pub at: SymPhase2,
    /// The distance from solved.
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
    pub fn descend(&self, ends: impl Iterator<Item = Option<Phase1End>>) -> Vec<Result<PhasedPath, TableId>> {
        let mut descents: Vec<Descent> = ends.map(Descent::new).collect();
        for group in descents.chunks_mut(GROUP) {
            while group.iter().any(Descent::is_under_way) {
                group.iter_mut().for_each(|descent| descent.prefetch(&self.table));
                group.iter_mut().for_each(|descent| descent.advance(self));
            }
        }
        descents.into_iter().map(Descent::path).collect()
    }
}

/// One of the descents of a group: it prefetches what it will read, and advances when all others have prefetched
/// as well.
struct Descent {
    state: State,
    moves: Vec<Move>,
    phase1_length: usize,
    at: SymPhase2,
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
    fn new(end: Option<Phase1End>) -> Descent {
        let state = if end.is_some() { State::UnderWay } else { State::Failed(PHASE1) };
        let (moves, at, distance) =
            end.map_or_else(Default::default, |end| (end.moves, end.at, end.distance));
        let next = [SymPhase2::default(); AT_ONCE];
        Descent { state, phase1_length: moves.len(), moves, at, distance, tried: 0, next }
    }

    fn is_under_way(&self) -> bool {
        self.state == State::UnderWay
    }

    /// Asks the memory for what [`Descent::advance`] will read.
    fn prefetch(&mut self, table: &Phase2Table) {
        if self.state == State::UnderWay && self.distance > NEAR {
            let tables = SymPhase2Tables::get();
            for (m, next) in (self.tried..MOVES).zip(&mut self.next) {
                *next = tables.turn(self.at, m);
                table.prefetch(*next);
            }
        }
    }

    /// Tries some more moves and makes the first that leads nearer, or all moves if the position
    /// is near.
    fn advance(&mut self, descents: &Descents) {
        if self.state != State::UnderWay {
            return;
        }
        if self.distance <= NEAR {
            self.state =
                if self.finish(descents.ball).is_some() { State::Solved } else { State::Failed(PHASE2) };
            return;
        }
        let mut next = (self.tried..MOVES).zip(self.next);
        if let Some((m, at)) = next.find(|&(_, at)| descents.table.at(at) < self.distance) {
            self.moves.push(PHASE2_MOVES[m]);
            self.at = at;
            self.distance -= 1;
            self.tried = 0;
        } else {
            self.tried += AT_ONCE;
            if self.tried >= MOVES {
                self.state = State::Failed(PHASE2);
            }
        }
    }

    /// Makes the first of some moves, of whose images each has a bit.
    fn turn(&mut self, images: u16) -> Option<()> {
        let tables = SymPhase2Tables::get();
        let m = (0..MOVES).find(|&m| images >> tables.image(self.at, m).number() & 1 == 1)?;
        self.at = tables.turn(self.at, m);
        self.moves.push(PHASE2_MOVES[m]);
        Some(())
    }

    fn finish(&mut self, ball: &Ball) -> Option<()> {
        while self.at.index() != 0 {
            self.turn(ball.nearer(self.at)?)?;
        }
        Some(())
    }

    /// The whole path; the phase whose table led nowhere, if there is none.
    fn path(self) -> Result<PhasedPath, TableId> {
        match self.state {
            State::Failed(phase) => Err(phase),
            _ => Ok(PhasedPath { moves: self.moves, phase1_length: self.phase1_length }),
        }
    }
}
