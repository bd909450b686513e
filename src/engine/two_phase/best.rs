//! The best ends so far of a position.

use super::Rank;
use crate::cube::Move;

/// The best ends with different solutions, as many as are wanted at most. What it holds in the end does not depend on
/// the order in which ends are offered.
pub struct Best {
    wanted: usize,
    /// The best first.
    kept: Vec<(Rank, Vec<Move>)>,
}

impl Best {
    /// Nothing yet; so many are wanted, at least one.
    pub fn new(wanted: usize) -> Best {
        Best { wanted: wanted.max(1), kept: Vec::new() }
    }

    /// The worst that would be taken now, once there are as many as are wanted.
    #[inline]
    pub fn worst(&self) -> Option<&Rank> {
        self.kept.get(self.wanted - 1).map(|(rank, _)| rank)
    }

    /// Whether an end would be among them.
    #[inline]
    pub fn is_better(&self, rank: &Rank) -> bool {
        self.worst().is_none_or(|worst| rank < worst)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Whether as many as are wanted are within the bound, so that no later pass has a better one.
    pub fn is_enough(&self) -> bool {
        self.worst().is_some_and(Rank::is_within)
    }

    /// Whether no end of this pass with a later first move than those found is better.
    #[inline]
    pub fn is_settled_before(&self, first_move: Move) -> bool {
        self.worst().is_some_and(|worst| worst.is_within() && worst.first_move() < first_move)
    }

    /// Takes an end if it is among the best. Its solution tells whether it is new; it need not be known where
    /// one is wanted.
    pub fn offer(&mut self, rank: Rank, solution: impl FnOnce() -> Vec<Move>) {
        if !self.is_better(&rank) {
            return;
        }
        let solution = if self.wanted > 1 { solution() } else { Vec::new() };
        if self.wanted > 1
            && let Some(same) = self.kept.iter().position(|(_, kept)| *kept == solution)
        {
            if self.kept[same].0 < rank {
                return;
            }
            self.kept.remove(same);
        }
        let i = self.kept.partition_point(|(kept, _)| *kept < rank);
        self.kept.insert(i, (rank, solution));
        self.kept.truncate(self.wanted);
    }

    /// The ranks, the best first.
    pub fn into_ranks(self) -> impl Iterator<Item = Rank> {
        self.kept.into_iter().map(|(rank, _)| rank)
    }
}

/// Whether a path that leads into G1 is one of phase 1: its last move is a quarter turn of a side, and so is the one
/// before if the two can be made in either order. Otherwise it had arrived before.
pub fn enters_g1(path: &[Move]) -> bool {
    let is_quarter_turn_of_side = |mv: &Move| mv.face().axis() != 0 && mv.turns() != 2;
    match path {
        [] => true,
        [.., before, last] if before.face().opposite() == last.face() => {
            is_quarter_turn_of_side(before) && is_quarter_turn_of_side(last)
        }
        [.., last] => is_quarter_turn_of_side(last),
    }
}
