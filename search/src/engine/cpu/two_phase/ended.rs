//! Searches that have ended, of which the solutions are still to be made: some at a time, so that their waits for memory
//! overlap.

use crate::engine::phase2::descent::Phase2Path;
use crate::engine::two_phase::Rank;
use crate::engine::two_phase::near::before_others;
use cubebatch_cube::cube::Move;
use cubebatch_tables::coord::unturned::Sought;
use cubebatch_tables::table::TableId;

/// Solutions that are made at a time. With fewer the caches lose more often what searches read: 64 cost a few per cent.
const ENOUGH: usize = 1024;

/// Rounds that a search waits for others at most; they take some tens of milliseconds.
const PATIENCE: usize = 8192;

/// An end of phase 1, and the position there.
pub struct Reached {
    pub rank: Rank,
    pub at: Sought,
}

/// A search that waits for others that have ended.
#[derive(Debug, PartialEq)]
struct EndedSearch {
    /// The number of its position.
    number: usize,
    near: Option<Vec<Move>>,
    /// How many ends it has, or the table that led nowhere.
    ends: Result<usize, TableId>,
}

/// Searches that wait for others that have ended.
#[derive(Default)]
pub struct Ended {
    /// In the order in which they ended.
    searches: Vec<EndedSearch>,
    /// The ends of all.
    pub ends: Vec<Reached>,
    /// The rounds since the first of them ended.
    rounds: usize,
}

impl Ended {
    /// Takes what the search of the position with this number found: the shortest solution, if it is near, and the best ends.
    pub fn add(
        &mut self,
        number: usize,
        near: Option<&[Move]>,
        ends: Result<impl Iterator<Item = Reached>, TableId>,
    ) {
        let before = self.ends.len();
        let ends = ends.map(|ends| {
            self.ends.extend(ends);
            self.ends.len() - before
        });
        self.searches.push(EndedSearch { number, near: near.map(<[Move]>::to_vec), ends });
    }

    /// Counts a round; whether there is enough that waits, or it has waited for long.
    pub fn are_due_after_round(&mut self) -> bool {
        if self.searches.is_empty() {
            return false;
        }
        self.rounds += 1;
        self.ends.len().max(self.searches.len()) >= ENOUGH || self.rounds >= PATIENCE
    }

    /// The number of each position, and its solutions, `most` together, which go on by these paths from the ends of all.
    pub fn solutions<'a>(
        &'a self,
        paths: &'a [Result<Phase2Path, TableId>],
        most: usize,
    ) -> impl Iterator<Item = (usize, Result<Vec<Vec<Move>>, TableId>)> {
        let mut before = 0;
        let solution = |(reached, path): (&Reached, &Result<Phase2Path, TableId>)| {
            path.map(|path| reached.rank.solution(path.moves()))
        };
        self.searches.iter().map(move |search| {
            let found = search.ends.and_then(|count| {
                let these = before..before + count;
                before += count;
                self.ends[these.clone()].iter().zip(&paths[these]).map(solution).collect()
            });
            let solutions = found.map(|found| before_others(search.near.clone(), found, most));
            (search.number, solutions)
        })
    }

    /// Forgets all that waited.
    pub fn clear(&mut self) {
        self.searches.clear();
        self.ends.clear();
        self.rounds = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::two_phase::stages::Stage;
    use crate::engine::two_phase::{LONGEST, MeasuredEnding, Pass};
    use cubebatch_cube::cube::HTM;
    use cubebatch_tables::coord::cubies::Cubies;
    use cubebatch_tables::coord::unturned::UnturnedTables;
    use cubebatch_tables::table::Complete;

    /// The ends of a position, `count` of them.
    fn ends(count: usize) -> Result<impl Iterator<Item = Reached>, TableId> {
        let ending = MeasuredEnding { path: [Move::FIRST; LONGEST], is_other_pre_move: false, distance: 0 };
        let stage = Stage { outside: 0, pre_moves: 0, slack: 0 };
        let rank = Rank::new(21, Pass::default(), stage, &ending);
        let at = UnturnedTables::get().seek(&Cubies::SOLVED);
        Ok((0..count).map(move |_| Reached { rank, at }))
    }

    #[test]
    fn solutions_wait_until_there_are_enough_or_for_some_rounds() {
        let damaged = TableId::Complete(Complete::Phase1(HTM));
        let mut ended = Ended::default();
        for _ in 0..2 {
            assert!((0..2 * PATIENCE).all(|_| !ended.are_due_after_round()), "there is nothing");

            (0..ENOUGH - 3).for_each(|number| ended.add(number, None, ends(1)));
            ended.add(98, None, Err::<std::iter::Empty<_>, _>(damaged));
            assert!(!ended.are_due_after_round());
            ended.add(99, Some(&[Move::FIRST]), ends(3));
            assert!(ended.are_due_after_round());
            let ended_with = |number, near, ends| EndedSearch { number, near, ends };
            let ones = (0..ENOUGH - 3).map(|number| ended_with(number, None, Ok(1)));
            let near = Some(vec![Move::FIRST]);
            let others = [ended_with(98, None, Err(damaged)), ended_with(99, near, Ok(3))];
            let expected: Vec<_> = ones.chain(others).collect();
            assert_eq!((&ended.searches, ended.ends.len()), (&expected, ENOUGH));
            ended.clear();

            ended.add(7, None, ends(1));
            assert!((1..PATIENCE).all(|_| !ended.are_due_after_round()), "it can wait");
            assert!(ended.are_due_after_round());
            ended.clear();
        }
    }
}
