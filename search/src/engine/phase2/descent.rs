//! The descent from G1 to solved.

use super::ball::Ball;
use super::{PHASE1, PHASE2};
use cubebatch_cube::cube::Move;
use cubebatch_tables::coord::phase2::PHASE2_MOVES;
use cubebatch_tables::coord::sym_phase2::{SoughtNeighbour, SymPhase2, SymPhase2Tables};
use cubebatch_tables::table::{NEAR, Phase, Phase2Table, TableId};

const MOVES: usize = PHASE2_MOVES.len();

/// Descents that advance in turns, so that their waits for memory overlap.
const GROUP: usize = 32;

/// An end of phase 1 from which a descent begins.
#[derive(Clone, Copy, Debug)]
pub struct Phase1End {
    /// The position there.
    pub at: SymPhase2,
    /// The distance from solved.
    pub distance: u8,
}

/// A shortest path from G1 to solved.
#[derive(Clone, Copy, Debug)]
pub struct Phase2Path {
    moves: [Move; Phase::Two.diameter() as usize],
    length: u8,
}

impl Phase2Path {
    /// No moves.
    const NONE: Phase2Path = Phase2Path { moves: [Move::FIRST; Phase::Two.diameter() as usize], length: 0 };

    /// These moves.
    ///
    /// # Panics
    /// When they are more than phase 2 can have.
    pub fn of(moves: &[Move]) -> Phase2Path {
        let mut path = Phase2Path { length: moves.len() as u8, ..Phase2Path::NONE };
        path.moves[..moves.len()].copy_from_slice(moves);
        path
    }

    /// The moves.
    #[inline]
    pub fn moves(&self) -> &[Move] {
        &self.moves[..usize::from(self.length)]
    }

    /// Adds a move.
    #[inline]
    fn push(&mut self, mv: Move) {
        self.moves[usize::from(self.length)] = mv;
        self.length += 1;
    }
}

/// Descents in a table of all distances.
pub struct Descents<'a> {
    pub table: Phase2Table<'a>,
    tables: &'static SymPhase2Tables,
    ball: &'static Ball,
}

impl<'a> Descents<'a> {
    pub fn new(table: Phase2Table<'a>) -> Descents<'a> {
        Descents { table, tables: SymPhase2Tables::get(), ball: Ball::get() }
    }

    /// Descends from ends of phase 1, where there are any.
    pub fn descend(
        &self,
        mut ends: impl Iterator<Item = Option<Phase1End>>,
    ) -> Vec<Result<Phase2Path, TableId>> {
        let mut paths = Vec::with_capacity(ends.size_hint().0);
        let mut group: Vec<DescentUnderWay> = Vec::with_capacity(GROUP);
        loop {
            group.extend(ends.by_ref().take(GROUP).map(DescentUnderWay::new));
            if group.is_empty() {
                return paths;
            }
            while group.iter().any(DescentUnderWay::is_under_way) {
                group.iter_mut().for_each(|descent| descent.seek(self));
                group.iter_mut().for_each(|descent| descent.prefetch(self));
                group.iter_mut().for_each(|descent| descent.advance(self));
            }
            paths.extend(group.drain(..).map(DescentUnderWay::path));
        }
    }
}

/// One of the descents of a group: it prefetches what it will read, and advances when all others have prefetched
/// as well.
struct DescentUnderWay {
    state: DescentState,
    path: Phase2Path,
    at: SymPhase2,
    distance: u8,
    /// The moves that are still to be tried here, a bit each.
    left: u32,
    /// Where the next ones lead.
    sought: [SoughtNeighbour; AT_ONCE],
    next: [SymPhase2; AT_ONCE],
}

/// Moves that are tried at a time. One of the first often leads nearer, so that the memory need
/// not be asked for all of them.
const AT_ONCE: usize = 2;

/// A bit for each move.
const ALL: u32 = (1 << MOVES) - 1;

/// The moves that can lead nearer after the first that led nearer was made. A move of its face cannot: one move would have led
/// as near in place of the two. A move that could have been made before it cannot either: that one would have come first.
const AFTER: [u32; MOVES] = {
    let mut after = [0; MOVES];
    let mut i = 0;
    while i < MOVES * MOVES {
        let (first, next) = (i / MOVES, i % MOVES);
        if PHASE2_MOVES[first].may_precede(PHASE2_MOVES[next]) {
            after[first] |= 1 << next;
        }
        i += 1;
    }
    after
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum DescentState {
    UnderWay,
    Solved,
    Failed(TableId),
}

impl DescentUnderWay {
    /// From the end of phase 1; `None` if there is none.
    fn new(end: Option<Phase1End>) -> DescentUnderWay {
        let state = if end.is_some() { DescentState::UnderWay } else { DescentState::Failed(PHASE1) };
        let (at, distance) = end.map_or_else(Default::default, |end| (end.at, end.distance));
        let (sought, next) = ([SoughtNeighbour::default(); AT_ONCE], [SymPhase2::default(); AT_ONCE]);
        DescentUnderWay { state, path: Phase2Path::NONE, at, distance, left: ALL, sought, next }
    }

    #[inline]
    fn is_under_way(&self) -> bool {
        self.state == DescentState::UnderWay
    }

    /// Whether distances in the table lead on.
    #[inline]
    fn reads_table(&self) -> bool {
        self.state == DescentState::UnderWay && self.distance > NEAR
    }

    /// Asks the memory for what [`DescentUnderWay::prefetch`] will read.
    #[inline]
    fn seek(&mut self, descents: &Descents) {
        if self.reads_table() {
            for (m, sought) in bits(self.left).zip(&mut self.sought) {
                *sought = descents.tables.seek(self.at, descents.tables.image(self.at, m));
                descents.tables.prefetch(*sought);
            }
        }
    }

    /// Asks the memory for what [`DescentUnderWay::advance`] will read.
    #[inline]
    fn prefetch(&mut self, descents: &Descents) {
        if self.reads_table() {
            for (next, sought) in self.next.iter_mut().zip(self.sought) {
                *next = descents.tables.finish(sought);
                descents.table.prefetch(*next);
            }
        }
    }

    /// Tries some more moves and makes the first that leads nearer, or all moves if the position
    /// is near.
    #[inline]
    fn advance(&mut self, descents: &Descents) {
        if self.state != DescentState::UnderWay {
            return;
        }
        if self.distance <= NEAR {
            self.state = if self.finish(descents).is_some() {
                DescentState::Solved
            } else {
                DescentState::Failed(PHASE2)
            };
            return;
        }
        for (m, at) in bits(self.left).zip(self.next) {
            if descents.table.at(at) < self.distance {
                self.path.push(PHASE2_MOVES[m]);
                (self.at, self.left) = (at, AFTER[m]);
                self.distance -= 1;
                descents.tables.prefetch_neighbours(at);
                return;
            }
            self.left &= self.left - 1;
        }
        if self.left == 0 {
            self.state = DescentState::Failed(PHASE2);
        }
    }

    /// Makes the first of some moves, of whose images each has a bit.
    fn turn(&mut self, images: u16, tables: &SymPhase2Tables) -> Option<()> {
        let m = (0..MOVES).find(|&m| images >> tables.image(self.at, m).number() & 1 == 1)?;
        self.at = tables.turn(self.at, m);
        self.path.push(PHASE2_MOVES[m]);
        Some(())
    }

    fn finish(&mut self, descents: &Descents) -> Option<()> {
        while self.at.index() != 0 {
            self.turn(descents.ball.nearer(self.at)?, descents.tables)?;
        }
        Some(())
    }

    /// The path; the phase whose table led nowhere, if there is none.
    fn path(self) -> Result<Phase2Path, TableId> {
        match self.state {
            DescentState::Failed(table) => Err(table),
            _ => Ok(self.path),
        }
    }
}

/// The numbers of some bits, the least first.
#[inline]
fn bits(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            number
        })
    })
}
