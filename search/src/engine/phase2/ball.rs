//! The ball around solved: the positions of G1 that are too near for the complete table to distinguish.

use std::collections::HashMap;
use std::sync::LazyLock;

use cubebatch_tables::coord::PhaseMoves;
use cubebatch_tables::coord::phase2::{PHASE2_MOVES, Phase2, Phase2Moves};
use cubebatch_tables::coord::sym_phase2::{SymPhase2, SymPhase2Tables};
use cubebatch_tables::coord::symmetry::MoveImage;
use cubebatch_tables::table::NEAR;

/// The indices of positions at most [`NEAR`] moves from solved, in their order.
pub struct Ball {
    entries: Vec<BallEntry>,
}

/// An index near solved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct BallEntry {
    /// See [`SymPhase2::index`].
    pub index: u32,
    /// A bit for each move that leads nearer, as the moves look after the symmetry of the position;
    /// none if it is solved.
    pub nearer: u16,
}

impl Ball {
    /// The ball, found on first use.
    pub fn get() -> &'static Ball {
        static BALL: LazyLock<Ball> = LazyLock::new(Ball::new);
        &BALL
    }

    fn new() -> Ball {
        let distances = distances();
        let mut entries: Vec<BallEntry> = distances.keys().map(|&at| ball_entry(at, &distances)).collect();
        entries.sort_unstable();
        // Symmetric positions share an index.
        entries.dedup();
        Ball { entries }
    }

    /// All, ascending.
    pub fn entries(&self) -> &[BallEntry] {
        &self.entries
    }

    /// The moves that lead nearer from a position, as [`BallEntry::nearer`]; `None` if it is not in the ball.
    pub fn nearer(&self, at: SymPhase2) -> Option<u16> {
        let found = self.entries.binary_search_by_key(&(at.index() as u32), |entry| entry.index);
        found.ok().map(|i| self.entries[i].nearer)
    }

    /// The number of moves to solved from a position; `None` if it is not in the ball.
    pub fn distance(&self, mut at: SymPhase2) -> Option<u8> {
        let mut distance = 0;
        while at.index() != 0 {
            at = SymPhase2Tables::get().neighbour(at, MoveImage::first_of(self.nearer(at)?.into())?);
            distance += 1;
        }
        Some(distance)
    }
}

/// The distance of each position at most [`NEAR`] moves from solved.
pub fn distances() -> HashMap<Phase2, u8> {
    let mut distances = HashMap::from([(Phase2::default(), 0)]);
    let mut level = vec![Phase2::default()];
    for distance in 1..=NEAR {
        level = level.into_iter().flat_map(neighbours).collect();
        for &at in &level {
            distances.entry(at).or_insert(distance);
        }
    }
    distances
}

/// The position after each move.
fn neighbours(at: Phase2) -> impl Iterator<Item = Phase2> {
    (0..PHASE2_MOVES.len()).map(move |m| Phase2Moves::get().turn(at, m))
}

fn ball_entry(at: Phase2, distances: &HashMap<Phase2, u8>) -> BallEntry {
    let tables = SymPhase2Tables::get();
    let reduced = tables.reduce(at);
    let is_nearer = |there| distances.get(&there).is_some_and(|there| there < &distances[&at]);
    let numbers = neighbours(at).enumerate().filter(|&(_, there)| is_nearer(there));
    let bit = |m| 1 << tables.image(reduced, m).number();
    BallEntry { index: reduced.index() as u32, nearer: numbers.fold(0, |bits, (m, _)| bits | bit(m)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So that an index has one entry, whichever of its positions it was made of.
    #[test]
    fn symmetric_positions_have_the_same_entry() {
        let ball = Ball::new();
        assert!(ball.entries.is_sorted_by(|a, b| a.index < b.index));
        assert!(ball.entries[0] == BallEntry { index: 0, nearer: 0 });
        assert!(ball.entries[1..].iter().all(|entry| entry.nearer != 0));
    }
}
