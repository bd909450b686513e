//! Shortest ways to any goal: a cross, a block, oriented edges, any picture with gaps.
//!
//! The goal sees some cubies. Where one table has room for all that it sees, the distances lead straight to it. Else the largest
//! parts that have room bound an iterative deepening search (R. Korf 1997). A first table takes some hundredths of a second for
//! a cross, and some seconds for a hundred million positions; it is made in memory, when the solver opens.

mod parts;
mod search;
mod seen;
mod tables;

use std::sync::Arc;

use super::limits::Limits;
use super::question::Effect;
use super::{Card, Fault, Loading, Ready, Solve, SolveOption, Takes};
use crate::cube::{Algorithm, Cube, Move};
use crate::engine::EngineError;
use crate::goal::Goal;
use crate::progress::{Cancelled, Control};
use crate::solution::{Proof, Solution};
use parts::parts;
use search::Search;
use tables::Bounds;

pub(super) const CARD: Card = Card {
    name: "goal",
    title: "Shortest moves to a goal such as a cross, a block or oriented edges; needs no table files",
    alias: None,
    phases: &[],
    proves: true,
    options: &[
        Takes::of(SolveOption::Goal),
        Takes::of(SolveOption::MaxLength),
        Takes::of(SolveOption::Solutions).usual(1),
        Takes::of(SolveOption::AllOptimal),
        // It decides how large the parts of a goal are, and so how many nodes a row reports.
        Takes { effect: Effect::Rows, ..Takes::of(SolveOption::Memory) },
    ],
    budgets: &[],
    is_quick: |_| false,
    short_batch: None,
    gpu: |_| Err("this method"),
    tables: |_| Vec::new(),
    load,
};

/// Bytes for the distances of a goal: enough for a cross with a pair, and for all corners.
const MEMORY: u64 = 256 << 20;

/// Positions for a thread at a time.
const BATCH: usize = 64;

/// No position is farther from any goal.
const GODS_NUMBER: u8 = 20;

fn load(loading: &Loading) -> Ready {
    let goal = loading.question.goal().expect("a resolved question has a goal");
    let bounds = Bounds::new(
        &goal,
        room(loading.question.value(SolveOption::Memory).unwrap_or(MEMORY)),
        loading.control,
    )?;
    Ok(Arc::new(ToGoal { goal, bounds }))
}

/// How many of all that the goal sees of positions lie at each distance from it (HTM); `None` if one table has no room for them. The
/// work uses all threads of the current pool.
///
/// # Errors
/// [`Cancelled`], if a stop was requested.
pub fn histogram(goal: &Goal, control: &Control) -> Result<Option<Vec<u64>>, Cancelled> {
    let has_room = parts(goal, room(MEMORY)).len() == 1;
    if has_room {
        Bounds::new(goal, room(MEMORY), control).map(|bounds| bounds.histogram())
    } else {
        Ok(None)
    }
}

/// How many positions a table may have in this memory: beside a byte for each, a search has two bits for it.
const fn room(memory: u64) -> u64 {
    memory / 5 * 4
}

/// Finds shortest ways to a goal.
struct ToGoal {
    goal: Goal,
    bounds: Bounds,
}

impl ToGoal {
    fn solution(&self, cube: &Cube, limits: &Limits) -> Result<Result<Solution, Fault>, EngineError> {
        let question = limits.question();
        let bound = question.value(SolveOption::MaxLength).map_or(GODS_NUMBER, |bound| bound as u8);
        let wants_all = question.asks(SolveOption::AllOptimal);
        let wanted = if wants_all { usize::MAX } else { question.filled(SolveOption::Solutions) as usize };
        let mut search = Search::new(&self.goal, &self.bounds, cube, wanted, limits.control());
        let mut proof = Proof { at_least: search.least(), nodes: 0 };
        let mut length = proof.at_least;
        while length <= bound && search.found.len() < wanted {
            search.of_length(length)?;
            length += 1;
            if search.found.is_empty() {
                proof.at_least = length;
            } else if wants_all {
                break;
            }
        }
        proof.nodes = search.nodes;
        if search.found.is_empty() {
            return Ok(Err(Fault::NoneWithin { moves: bound, proof }));
        }
        Ok(self.checked(cube, search.found, proof))
    }

    fn checked(&self, cube: &Cube, found: Vec<Vec<Move>>, proof: Proof) -> Result<Solution, Fault> {
        let found = found.into_iter().map(Algorithm::from).collect();
        let solution = Solution::replayed(cube, &self.goal, found).ok_or(Fault::WrongSolution)?;
        Ok(Solution { proof: Some(proof), ..solution })
    }
}

impl Solve for ToGoal {
    fn solve(
        &self,
        cubes: &[Cube],
        limits: &Limits,
        hand_on: &mut dyn FnMut(usize, Result<Solution, Fault>),
    ) -> Result<(), EngineError> {
        for (number, cube) in cubes.iter().enumerate() {
            hand_on(number, self.solution(cube, limits)?);
        }
        Ok(())
    }

    fn best_batch(&self, _: &Limits, _: usize) -> usize {
        BATCH
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Coordinate;
    use crate::coord::flip::Flip;
    use crate::coord::twist::Twist;
    use crate::cube::canonical::Sequences;
    use crate::cube::random::Random;

    fn to_goal(text: &str, most: u64) -> ToGoal {
        let goal = text.parse().expect(text);
        let bounds = Bounds::new(&goal, most, &Control::default()).expect("no one stops it");
        ToGoal { goal, bounds }
    }

    /// The distances of a goal of which one table shows all.
    fn histogram(text: &str) -> Vec<u64> {
        to_goal(text, 1 << 23).bounds.histogram().expect("one table has room")
    }

    #[test]
    fn distances_are_those_that_others_found() {
        // https://www.cubezone.be/crossstudy.html
        assert_eq!(histogram("cross"), [1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102]);
        assert_eq!(histogram("cross-U"), histogram("cross"));
        let counts = |counts: &[usize]| counts.iter().map(|&count| count as u64).collect::<Vec<_>>();
        assert_eq!(histogram("eo"), counts(Flip::HISTOGRAM));
        assert_eq!(histogram("co"), counts(Twist::HISTOGRAM));
        assert_eq!(histogram("block-222").iter().sum::<u64>(), 12 * 11 * 10 * 8 * 24);
    }

    /// Sequences of up to three moves, in the order of lengths.
    fn short_sequences() -> Vec<Vec<Move>> {
        let all: Vec<Move> = Move::all().collect();
        let sequences = Sequences::new(&all, &all, 3);
        let of_length = |length| (0..sequences.count(length)).map(move |number| (length, number));
        (0..=3).flat_map(of_length).map(|(length, number)| sequences.unrank(length, number)).collect()
    }

    #[test]
    fn all_shortest_ways_are_those_of_a_plain_search() {
        let (sequences, limits) = (short_sequences(), Limits::default());
        let question = limits.question().with(SolveOption::AllOptimal, 1).with_usual(crate::Method::Goal);
        let limits = limits.asking(question);
        let mut random = Random::new(9);
        // With little room, several parts bound the search.
        for (goal, most) in
            [("cross", 1 << 20), ("f2l", 1 << 20), ("solved", 1 << 20), ("dr", 1 << 22), ("oll", 1 << 18)]
        {
            let to_goal = to_goal(goal, most);
            for _ in 0..20 {
                let turns = (0..3).map(|_| Move::from_index(random.below(18) as usize));
                let cube = Cube::SOLVED.apply(&turns.collect::<Vec<_>>());
                let solution =
                    to_goal.solution(&cube, &limits).expect("no one stops it").expect("it is near");
                let holds = |moves: &&Vec<Move>| to_goal.goal.holds(&cube.apply(moves));
                let shortest = sequences.iter().find(holds).expect("it is near").len();
                let all: Vec<_> =
                    sequences.iter().filter(|moves| moves.len() == shortest).filter(holds).cloned().collect();
                let found: Vec<_> = solution.all().map(|solution| solution.moves.to_vec()).collect();
                assert_eq!(found, all, "{goal} {cube}");
                assert_eq!(solution.proof.map(|proof| proof.at_least), Some(shortest as u8));
            }
        }
    }
}
