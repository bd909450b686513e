//! Shortest ways to any goal: a cross, a block, oriented edges, any picture with gaps; in any metric, with any set of moves.
//!
//! The goal sees some cubies. Where one table has room for all that it sees, the distances lead straight to it. Else the largest
//! parts that have room bound an iterative deepening search (R. Korf 1997). A first table takes some hundredths of a second for
//! a cross, and some seconds for a hundred million positions. Tables are made in memory, those of the solver's goal when it opens;
//! `kept.rs` keeps those of the goals that calls asked for last.

mod bound;
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
use crate::cube::{Algorithm, Cube, Move, MoveSet, Steps};
use crate::engine::EngineError;
use crate::goal::{Goal, Task};
use crate::progress::Control;
use crate::solution::{Proof, Solution};
use crate::space::UNREACHED;
pub use bound::GoalBounds;
pub use drawn::{AtDistance, NotThere};
use kept::{Kept, Sights, room};
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
        Takes::of(SolveOption::Metric),
        Takes::of(SolveOption::Moves),
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
    usual_length: |_| None,
    counts_by: |_| true,
};

/// Bytes for the distances of all goals that are kept: enough for the parts of the first two layers.
const MEMORY: u64 = 320 << 20;

/// Positions for a thread at a time.
const BATCH: usize = 64;

/// The most that moves may cost: a distance is less than [`UNREACHED`].
const MOST_COST: u8 = UNREACHED - 1;

fn load(loading: &Loading) -> Ready {
    let memory = loading.question.value(SolveOption::Memory).unwrap_or(MEMORY);
    let goals = Goals(Kept::new(memory, loading.pool));
    goals.to(&loading.question, loading.control)?;
    Ok(Arc::new(goals))
}

/// How many of all that the goal sees of positions lie at each distance from it, by these moves. The work uses all threads of the
/// current pool.
///
/// # Errors
/// When one table has no room for them, or a stop was requested.
pub fn histogram(goal: &Goal, set: &MoveSet, control: &Control) -> Result<Vec<u64>, NotThere> {
    Ok(one_table(goal, set, control)?.histogram())
}

/// The table of all that the goal sees.
fn one_table(goal: &Goal, set: &MoveSet, control: &Control) -> Result<Arc<Table>, NotThere> {
    let steps = Steps::new(set);
    let has_room = goal.orientations().1.len() == 1 && parts(goal, &steps, room(MEMORY)).len() == 1;
    let bounds = if has_room { Some(Bounds::new(goal, &steps, room(MEMORY), control)?) } else { None };
    bounds.and_then(Bounds::only).ok_or(NotThere::SeesTooMuch { goal: *goal })
}

/// Finds shortest ways to the goal of each call.
struct Goals(Kept);

impl Goals {
    /// Finds ways to the goal of a resolved question.
    fn to(&self, question: &Question, control: &Control) -> Result<ToGoal, EngineError> {
        let goal = question.goal().expect("a resolved question has a goal");
        let set = question.move_set();
        Ok(ToGoal::new(goal, &set, self.0.of(&goal, &set, control)?))
    }
}

/// Finds cheapest ways to a goal.
struct ToGoal {
    task: Task,
    /// The goal with the cube held in one way.
    held: Goal,
    /// The most that moves may cost unless another bound is given.
    most: u8,
    /// The rotations to all ways of holding it, each with the moves as seen from there.
    ways: Vec<(Symmetry, MoveSet)>,
    sights: Arc<Sights>,
}

impl ToGoal {
    fn new(goal: Goal, set: &MoveSet, sights: Arc<Sights>) -> ToGoal {
        let (held, rotations) = goal.orientations();
        let ways = rotations.into_iter().map(|rotation| (rotation, set.image(&rotation))).collect();
        ToGoal { task: Task::new(goal, set), held, most: set.farthest().unwrap_or(MOST_COST), ways, sights }
    }

    fn solution(&self, cube: &Cube, limits: &Limits) -> Result<Result<Solution, Fault>, EngineError> {
        let question = limits.question();
        let bound = question.value(SolveOption::MaxLength).map_or(self.most, |bound| bound as u8);
        let wants_all = question.asks(SolveOption::AllOptimal);
        let wanted = if wants_all { usize::MAX } else { question.filled(SolveOption::Solutions) as usize };
        let cubes: Vec<Cube> = self.ways.iter().map(|(rotation, _)| rotation.conjugate(cube)).collect();
        let mut searches = Vec::new();
        for ((_, set), cube) in self.ways.iter().zip(&cubes) {
            let (steps, bounds) = self.sights.of(set);
            searches.push(Search::new(&self.held, steps, bounds, cube, wanted, limits.control()));
        }
        let least = searches.iter().map(Search::least).min().unwrap_or(0);
        let (mut proof, mut found) = (Proof { at_least: least, nodes: 0 }, Vec::new());
        let mut cost = least;
        while cost <= bound.min(MOST_COST) && found.len() < wanted {
            for ((rotation, _), search) in self.ways.iter().zip(&mut searches) {
                search.of_cost(cost)?;
                let back = rotation.inverse();
                for moves in search.found.drain(..) {
                    // Opposite faces may change their order, and two quarter turns become one half turn.
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
            cost += 1;
            if found.is_empty() {
                proof.at_least = cost;
            } else if wants_all {
                found.sort_by(|a, b| a[..].cmp(&b[..]));
                break;
            }
        }
        proof.nodes = searches.iter().map(|search| search.nodes).sum();
        if found.is_empty() {
            // No number of moves reaches what the table did not.
            let moves = if least == UNREACHED { UNREACHED } else { bound.min(MOST_COST) };
            return Ok(Err(Fault::NoneWithin { moves, proof }));
        }
        Ok(self.checked(cube, found, proof))
    }

    /// Whether a way reaches the goal before its end.
    fn passes_through(&self, cube: &Cube, moves: &[Move]) -> bool {
        (0..moves.len()).any(|made| self.task.goal.holds(&cube.apply(&moves[..made])))
    }

    fn checked(&self, cube: &Cube, found: Vec<Algorithm>, proof: Proof) -> Result<Solution, Fault> {
        let solution = Solution::replayed(cube, &self.task, found).ok_or(Fault::WrongSolution)?;
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
    use super::kept::Key;
    use super::*;
    use crate::coord::Coordinate;
    use crate::coord::flip::Flip;
    use crate::coord::twist::Twist;
    use crate::cube::random::Random;

    fn to_goal(text: &str, set: &MoveSet, most: u64) -> ToGoal {
        let goal: Goal = text.parse().expect(text);
        let sights = Sights::new(&Key::of(&goal, set), most, &Control::default()).expect("no one stops it");
        ToGoal::new(goal, set, Arc::new(sights))
    }

    /// The distances of a goal of which one table shows all.
    fn histogram(text: &str) -> Vec<u64> {
        super::histogram(&text.parse().expect(text), &MoveSet::default(), &Control::default())
            .expect("one table has room")
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

    /// All sequences of steps that cost at most this, in the order of costs and then of steps.
    fn sequences(steps: &Steps, most: usize) -> Vec<(usize, Vec<Move>)> {
        let mut open = vec![(0, Vec::new(), Steps::START)];
        let mut next = 0;
        while let Some((cost, moves, state)) = open.get(next).cloned() {
            for &(m, state) in steps.next(state) {
                let step = steps.all()[m];
                let (cost, moves) =
                    (cost + usize::from(step.cost), [&moves[..], &step.turn.moves()].concat());
                if cost <= most {
                    open.push((cost, moves, state));
                }
            }
            next += 1;
        }
        open.into_iter().map(|(cost, moves, _)| (cost, Algorithm::from(moves).canonical().into())).collect()
    }

    /// All cheapest ways of a few random positions near a goal are those of a plain search.
    fn compare(goal: &str, costs: &str, turns: &str, most: u64, nearest: usize) {
        let question =
            Limits::default().question().with(SolveOption::AllOptimal, 1).with_usual(crate::Method::Goal);
        let limits = Limits::default().asking(question);
        let set = MoveSet::new(costs.parse().expect(costs), turns.parse().expect(turns));
        let to_goal = to_goal(goal, &set, most);
        let sequences = sequences(&Steps::new(&set), nearest);
        let mut random = Random::new(9);
        for _ in 0..20 {
            let (_, moves) = &sequences[random.below(sequences.len() as u64) as usize];
            let cube = Cube::SOLVED.apply(&crate::cube::inverse(moves));
            let holds = |moves: &Vec<Move>| to_goal.task.goal.holds(&cube.apply(moves));
            let reached: Vec<_> = sequences.iter().filter(|(_, moves)| holds(moves)).collect();
            let least = reached.iter().map(|(cost, _)| *cost).min().expect("it is near");
            // One that reaches the goal for as much with fewer turns ends there.
            let ends = |moves: &[Move]| (0..moves.len()).any(|made| holds(&moves[..made].to_vec()));
            let mut all: Vec<Vec<Move>> = reached
                .iter()
                .filter(|(cost, moves)| *cost == least && !ends(moves))
                .map(|(_, moves)| moves.clone())
                .collect();
            all.sort();
            all.dedup();
            let solution = to_goal.solution(&cube, &limits).expect("no one stops it").expect("it is near");
            let found: Vec<_> = solution.all().map(|solution| solution.moves.to_vec()).collect();
            assert_eq!(found, all, "{goal} {costs} {turns}: {cube}");
            assert!(solution.all().all(|solution| solution.length() == least));
            assert_eq!(solution.proof.map(|proof| usize::from(proof.at_least)), Some(least));
        }
    }

    const ALL: &str = "U R F D L B";

    #[test]
    fn all_shortest_ways_are_those_of_a_plain_search() {
        // With little room, several parts bound the search.
        for (goal, most) in [
            ("cross", 1 << 20),
            ("cross/any", 1 << 20),
            ("f2l", 1 << 20),
            ("solved", 1 << 20),
            ("dr", 1 << 22),
            ("oll", 1 << 18),
        ] {
            compare(goal, "htm", ALL, most, 3);
        }
    }

    #[test]
    fn all_cheapest_ways_in_other_metrics_are_those_of_a_plain_search() {
        for (goal, costs, turns, nearest) in [
            ("solved", "qtm", ALL, 4),
            ("cross/any", "qtm", ALL, 4),
            ("f2l", "atm", ALL, 2),
            ("cross", "stm", ALL, 3),
            ("solved", "quarter 2, half 3, parallel", ALL, 6),
            ("cross/any", "U 3, R 2, half 4", "U R F L B", 6),
            ("block-222", "htm", "U R F", 4),
            ("eo/any", "stm", "U M", 5),
        ] {
            compare(goal, costs, turns, 1 << 20, nearest);
        }
    }

    #[test]
    fn a_position_outside_of_what_moves_reach_is_told() {
        let set = MoveSet::new(Default::default(), "U2 D2 R2 L2 F2 B2".parse().expect("turns"));
        let to_goal = to_goal("solved", &set, 1 << 22);
        let limits = Limits::default();
        let limits = limits.asking(limits.question().with_usual(crate::Method::Goal));
        let of = |moves: &str| {
            let cube = Cube::SOLVED.apply(&moves.parse::<Algorithm>().expect(moves));
            to_goal.solution(&cube, &limits).expect("no one stops it")
        };
        assert_eq!(of("U2 R2 F2").map(|solution| solution.length()), Ok(3));
        for moves in ["U", "R F", "U R2 F2 U'"] {
            let Err(Fault::NoneWithin { moves: u8::MAX, proof }) = of(moves) else { panic!("{moves}") };
            assert_eq!(proof, Proof { at_least: u8::MAX, nodes: 0 });
        }
    }
}
