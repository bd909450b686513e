//! Searches that have ended, of which the solutions are still to be made: some at a time, so that their waits for memory
//! overlap.

use super::Ends;

/// Solutions that are made at a time. With fewer the caches lose more often what searches read: 64 cost a few per cent.
const ENOUGH: usize = 1024;

/// Rounds that a search waits for others at most; they take some tens of milliseconds.
const PATIENCE: usize = 8192;

/// Searches that wait for others that have ended.
#[derive(Default)]
pub struct Ended {
    /// The numbers of their positions, and their best ends.
    waiting: Vec<(usize, Ends)>,
    /// Their solutions.
    solutions: usize,
    /// The rounds since the first of them ended.
    rounds: usize,
}

impl Ended {
    /// Takes the best ends of the position with this number.
    pub fn add(&mut self, number: usize, ends: Ends) {
        self.solutions += ends.as_ref().map_or(0, Vec::len);
        self.waiting.push((number, ends));
    }

    /// Counts a round. Gives what waits, if there is enough of it or it has waited for long.
    pub fn after_round(&mut self) -> Option<Vec<(usize, Ends)>> {
        if self.waiting.is_empty() {
            return None;
        }
        self.rounds += 1;
        (self.solutions >= ENOUGH || self.rounds >= PATIENCE).then(|| self.take())
    }

    /// Gives all that waits.
    pub fn take(&mut self) -> Vec<(usize, Ends)> {
        std::mem::take(self).waiting
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::phase2::PHASE1;
    use crate::engine::two_phase::{End, PreMoves};

    /// The ends of a position, `count` of them.
    fn ends(count: usize) -> Ends {
        Ok(vec![End { direction: 0, pre_moves: PreMoves::NONE, moves: Vec::new(), distance: 0 }; count])
    }

    fn numbers(given: Vec<(usize, Ends)>) -> Vec<usize> {
        given.into_iter().map(|(number, _)| number).collect()
    }

    #[test]
    fn solutions_wait_until_there_are_enough_or_for_some_rounds() {
        let mut waiting = Ended::default();
        for _ in 0..2 {
            assert!((0..2 * PATIENCE).all(|_| waiting.after_round().is_none()), "there is nothing");

            (0..ENOUGH - 3).for_each(|number| waiting.add(number, ends(1)));
            waiting.add(98, Err(PHASE1));
            assert!(waiting.after_round().is_none());
            waiting.add(99, ends(3));
            let expected: Vec<usize> = (0..ENOUGH - 3).chain([98, 99]).collect();
            assert_eq!(waiting.after_round().map(numbers), Some(expected));

            waiting.add(7, ends(1));
            assert!((1..PATIENCE).all(|_| waiting.after_round().is_none()), "it can wait");
            assert_eq!(waiting.after_round().map(numbers), Some(vec![7]));
        }
        waiting.add(8, ends(1));
        assert_eq!([waiting.take(), waiting.take()].map(numbers), [vec![8], vec![]]);
    }
}
