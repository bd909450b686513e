//! The best ends so far of a position.

use super::Rank;
use cubebatch_cube::cube::Move;

/// The best ends with different solutions, as many as are wanted at most. What it holds in the end does not depend on
/// the order in which ends are offered.
#[derive(Clone)]
pub struct Best {
    wanted: usize,
    /// The best first.
    kept: Vec<(Rank, Vec<Move>)>,
}

impl Best {
    /// Nothing yet; `wanted` solutions are wanted, at least one.
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

    /// Takes an end if it is among the best. Its solution shows whether it is new; it is not computed if only one solution is
    /// wanted.
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
    pub fn ranks(&self) -> impl Iterator<Item = &Rank> {
        self.kept.iter().map(|(rank, _)| rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::two_phase::stages::Stage;
    use crate::engine::two_phase::{LONGEST, MeasuredEnding, Pass, Path};
    use cubebatch_cube::cube::random::Random;

    /// The rank of an end of a path of this length, for a bound of 20 moves.
    fn rank(pass: Pass, length: u8, path: Path, distance: u8) -> Rank {
        let stage = Stage { outside: length, pre_moves: 0, slack: 0 };
        Rank::new(20, pass, stage, &MeasuredEnding { path, is_other_pre_move: false, distance })
    }

    /// An end of some pass, within a bound of 20 moves or beyond it.
    fn random_rank(random: &mut Random) -> Rank {
        let mut below = |bound| random.below(bound) as u8;
        let (stage, start, distance) = (below(3), below(3).into(), 10 + below(6));
        let mut path = [Move::FIRST; LONGEST];
        path[..3].fill_with(|| Move::from_index(below(18).into()));
        rank(Pass { stage: stage.into(), start }, 6 + stage, path, distance)
    }

    #[test]
    fn in_whatever_order_ends_come_the_best_of_each_solution_are_kept() {
        let mut random = Random::new(168);
        for wanted in 1..6 {
            for _ in 0..200 {
                // Some of the ends have the same solution.
                let mut ends: Vec<(Rank, Vec<Move>)> = (0..30)
                    .map(|_| (random_rank(&mut random), vec![Move::from_index(random.below(9) as usize)]))
                    .collect();
                let mut best = Best::new(wanted);
                ends.iter().for_each(|(rank, solution)| best.offer(*rank, || solution.clone()));

                ends.sort();
                let mut expected: Vec<(Rank, Vec<Move>)> = Vec::new();
                for (rank, solution) in ends {
                    if expected.iter().all(|(_, known)| *known != solution) {
                        expected.push((rank, solution));
                    }
                }
                expected.truncate(wanted);
                assert_eq!(best.worst(), expected.get(wanted - 1).map(|(rank, _)| rank));
                assert!(best.ranks().eq(expected.iter().map(|(rank, _)| rank)));
            }
        }
    }

    #[test]
    fn a_search_is_settled_when_all_that_is_wanted_is_within_the_bound() {
        let of_first_move = |first_move: usize, distance| {
            let mut path = [Move::FIRST; LONGEST];
            path[0] = Move::from_index(first_move);
            rank(Pass::default(), 9, path, distance)
        };
        let mut best = Best::new(2);
        best.offer(of_first_move(4, 11), || vec![Move::from_index(0)]);
        assert!(!best.is_enough(), "another one is wanted");
        best.offer(of_first_move(7, 12), || vec![Move::from_index(1)]);
        assert!(!best.is_enough(), "one is beyond the bound");
        best.offer(of_first_move(5, 10), || vec![Move::from_index(2)]);
        assert!(best.is_enough());
        let is_settled = |first_move| best.is_settled_before(Move::from_index(first_move));
        assert!([6, 17].into_iter().all(is_settled) && ![0, 4, 5].into_iter().any(is_settled));
    }
}
