//! The ball around solved: the positions of G1 so near that the complete table does not tell them apart.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::coord::PhaseMoves;
use crate::coord::phase2::{PHASE2_MOVES, Phase2, Phase2Moves};
use crate::coord::sym_phase2::{SymPhase2, SymPhase2Tables};
use crate::table::NEAR;

/// The places of positions at most [`NEAR`] moves from solved, in their order.
pub struct Ball {
    entries: Vec<BallEntry>,
}

/// A place near solved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct BallEntry {
    /// See [`SymPhase2::index`].
    pub index: u32,
    /// A bit for each move that leads nearer, as the moves look after the symmetry of the place;
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
        // Symmetric positions share a place.
        entries.dedup();
        Ball { entries }
    }

    /// All, ascending.
    #[cfg(any(test, feature = "gpu"))]
    pub fn entries(&self) -> &[BallEntry] {
        &self.entries
    }

    /// The moves that lead nearer from a place, as [`BallEntry::nearer`]; `None` if it is not near.
    pub fn nearer(&self, place: SymPhase2) -> Option<u16> {
        let found = self.entries.binary_search_by_key(&(place.index() as u32), |near| near.index);
        found.ok().map(|i| self.entries[i].nearer)
    }

    /// The number of moves to solved from a place; `None` if it is not near.
    pub fn distance(&self, place: SymPhase2) -> Option<u8> {
        let mut place = place;
        let mut distance = 0;
        while place.index() != 0 {
            let number = self.nearer(place)?.trailing_zeros() as usize;
            place = SymPhase2Tables::get().neighbour(place, number);
            distance += 1;
        }
        Some(distance)
    }
}

/// How far each position is from solved that is at most [`NEAR`] moves away.
pub fn distances() -> HashMap<Phase2, u8> {
    let mut distances = HashMap::from([(Phase2::default(), 0)]);
    let mut level = vec![Phase2::default()];
    for distance in 1..=NEAR {
        level = level.into_iter().flat_map(around).collect();
        for &at in &level {
            distances.entry(at).or_insert(distance);
        }
    }
    distances
}

/// Where each move leads.
fn around(at: Phase2) -> impl Iterator<Item = Phase2> {
    (0..PHASE2_MOVES.len()).map(move |m| Phase2Moves::get().turn(at, m))
}

fn ball_entry(at: Phase2, distances: &HashMap<Phase2, u8>) -> BallEntry {
    let places = SymPhase2Tables::get();
    let place = places.reduce(at);
    let is_nearer = |there| distances.get(&there).is_some_and(|there| there < &distances[&at]);
    let numbers = around(at).enumerate().filter(|&(_, there)| is_nearer(there));
    let bit = |m| 1 << places.symmetries.turn(place.symmetry.into(), m);
    BallEntry { index: place.index() as u32, nearer: numbers.fold(0, |bits, (m, _)| bits | bit(m)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So that a place has one entry, whichever of its positions it was made of.
    #[test]
    fn symmetric_positions_have_the_same_way() {
        let ball = Ball::new();
        assert!(ball.entries.is_sorted_by(|a, b| a.index < b.index));
        assert!(ball.entries[0] == BallEntry { index: 0, nearer: 0 });
        assert!(ball.entries[1..].iter().all(|place| place.nearer != 0));
    }
}
