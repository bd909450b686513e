//! Shortest ways to any goal: a cross, a block, oriented edges, any picture with gaps.
//!
//! The goal sees some cubies. Where one table has room for all that it sees, the distances lead straight to it. Else the largest
//! parts that have room bound an iterative deepening search (R. Korf 1997). A first table takes some hundredths of a second for
//! a cross, and some seconds for a hundred million positions. Tables are made in memory, those of the solver's goal when it opens;
//! `kept.rs` keeps those of the goals that calls asked for last.

mod drawn;
mod kept;
mod parts;
mod search;
mod seen;
mod tables;

use std::sync::Arc;

use super::limits::Limits;
use super::question::{Effect, Question};
use super::{Card, Fault, Loading, Ready, Solve, SolveOption, Takes};
use crate::cube::symmetry::Symmetry;
use crate::cube::{Algorithm, Cube, Move};
use crate::engine::EngineError;
use crate::goal::Goal;
use crate::progress::Control;
use crate::solution::{Proof, Solution};
pub use drawn::{AtDistance, NotThere};
use kept::{Kept, room};
use parts::parts;
use search::Search;
use tables::{Bounds, Table};

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

/// Bytes for the distances of all goals that are kept: enough for the parts of the first two layers.
const MEMORY: u64 = 320 << 20;

/// Positions for a thread at a time.
const BATCH: usize = 64;

/// No position is farther from any goal.
const GODS_NUMBER: u8 = 20;

fn load(loading: &Loading) -> Ready {
    let memory = loading.question.value(SolveOption::Memory).unwrap_or(MEMORY);
    let goals = Goals(Kept::new(memory, loading.pool));
    goals.to(&loading.question, loading.control)?;
    Ok(Arc::new(goals))
}

/// How many of all that the goal sees of positions lie at each distance from it (HTM). The work uses all threads of the current pool.
///
/// # Errors
/// When one table has no room for them, or a stop was requested.
pub fn histogram(goal: &Goal, control: &Control) -> Result<Vec<u64>, NotThere> {
    Ok(one_table(goal, control)?.histogram())
}

/// The table of all that the goal sees.
fn one_table(goal: &Goal, control: &Control) -> Result<Arc<Table>, NotThere> {
    let has_room = goal.orientations().1.len() == 1 && parts(goal, room(MEMORY)).len() == 1;
    let bounds = if has_room { Some(Bounds::new(goal, room(MEMORY), control)?) } else { None };
    bounds.and_then(Bounds::only).ok_or(NotThere::SeesTooMuch { goal: *goal })
}

/// Finds shortest ways to the goal of each call.
struct Goals(Kept);

impl Goals {
    /// Finds ways to the goal of a resolved question.
    fn to(&self, question: &Question, control: &Control) -> Result<ToGoal, EngineError> {
        let goal = question.goal().expect("a resolved question has a goal");
        Ok(ToGoal::new(goal, self.0.of(&goal, control)?))
    }
}

/// Finds shortest ways to a goal.
struct ToGoal {
    goal: Goal,
    /// The goal with the cube held in one way.
    held: Goal,
    /// The rotations to all ways of holding it.
    rotations: Vec<Symmetry>,
    bounds: Arc<Bounds>,
}

impl ToGoal {
    fn new(goal: Goal, bounds: Arc<Bounds>) -> ToGoal {
        let (held, rotations) = goal.orientations();
        ToGoal { goal, held, rotations, bounds }
    }

    fn solution(&self, cube: &Cube, limits: &Limits) -> Result<Result<Solution, Fault>, EngineError> {
        let question = limits.question();
        let bound = question.value(SolveOption::MaxLength).map_or(GODS_NUMBER, |bound| bound as u8);
        let wants_all = question.asks(SolveOption::AllOptimal);
        let wanted = if wants_all { usize::MAX } else { question.filled(SolveOption::Solutions) as usize };
        let cubes: Vec<Cube> = self.rotations.iter().map(|rotation| rotation.conjugate(cube)).collect();
        let search = |cube| Search::new(&self.held, &self.bounds, cube, wanted, limits.control());
        let mut searches: Vec<Search> = cubes.iter().map(search).collect();
        let least = searches.iter().map(Search::least).min().unwrap_or(0);
        let (mut proof, mut found) = (Proof { at_least: least, nodes: 0 }, Vec::new());
        let mut length = least;
        while length <= bound && found.len() < wanted {
            for (rotation, search) in self.rotations.iter().zip(&mut searches) {
                search.of_length(length)?;
                let back = rotation.inverse();
                for moves in search.found.drain(..) {
                    // Opposite faces may change their order.
                    let moves = moves.into_iter().map(|mv| back.turn(mv)).collect::<Algorithm>().canonical();
                    // It may lead to the goal in two orientations, at once or one after the other.
                    let is_new = || !found.contains(&moves) && !self.passes_through(cube, &moves);
                    if found.len() < wanted && is_new() {
                        found.push(moves);
                    }
                }
                if found.len() == wanted {
                    break;
                }
            }
            length += 1;
            if found.is_empty() {
                proof.at_least = length;
            } else if wants_all {
                found.sort_by(|a, b| a[..].cmp(&b[..]));
                break;
            }
        }
        proof.nodes = searches.iter().map(|search| search.nodes).sum();
        if found.is_empty() {
            return Ok(Err(Fault::NoneWithin { moves: bound, proof }));
        }
        Ok(self.checked(cube, found, proof))
    }

    /// Whether a way reaches the goal before its end.
    fn passes_through(&self, cube: &Cube, moves: &[Move]) -> bool {
        (0..moves.len()).any(|made| self.goal.holds(&cube.apply(&moves[..made])))
    }

    fn checked(&self, cube: &Cube, found: Vec<Algorithm>, proof: Proof) -> Result<Solution, Fault> {
        let solution = Solution::replayed(cube, &self.goal, found).ok_or(Fault::WrongSolution)?;
        Ok(Solution { proof: Some(proof), ..solution })
    }
}

impl Solve for Goals {
    fn solve(
        &self,
        cubes: &[Cube],
        limits: &Limits,
        hand_on: &mut dyn FnMut(usize, Result<Solution, Fault>),
    ) -> Result<(), EngineError> {
        let to_goal = self.to(limits.question(), limits.control())?;
        for (number, cube) in cubes.iter().enumerate() {
            hand_on(number, to_goal.solution(cube, limits)?);
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
        let goal: Goal = text.parse().expect(text);
        let bounds = Bounds::new(&goal.held(), most, &Control::default()).expect("no one stops it");
        ToGoal::new(goal, Arc::new(bounds))
    }

    /// The distances of a goal of which one table shows all.
    fn histogram(text: &str) -> Vec<u64> {
        super::histogram(&text.parse().expect(text), &Control::default()).expect("one table has room")
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
        for (goal, most) in [
            ("cross", 1 << 20),
            ("cross/any", 1 << 20),
            ("f2l", 1 << 20),
            ("solved", 1 << 20),
            ("dr", 1 << 22),
            ("oll", 1 << 18),
        ] {
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
