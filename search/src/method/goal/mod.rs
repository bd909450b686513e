//! Shortest ways to any goal: a cross, a block, oriented edges, any picture with gaps; in any metric, with any set of moves.
//!
//! The goal sees some cubies. Where one table has room for all that it sees, the distances lead straight to it. Else the largest
//! parts that have room bound an iterative deepening search (R. Korf 1997). A first table takes some hundredths of a second for
//! a cross, and some seconds for a hundred million positions. Tables are made in memory, those of a goal of the solver when it opens;
//! `kept.rs` keeps those of the goals that calls asked for last.

mod bound;
mod drawn;
mod kept;
mod parts;
mod reach;
mod search;
mod seen;
mod tables;

use std::sync::Arc;

use super::question::{Effect, Question};
use super::solve_options::SolveOptions;
use super::{HandOn, Loading, MethodCard, Ready, Solve, SolveOption, Takes, Unsolved};
use crate::engine::EngineError;
use crate::pool::Pool;
use crate::solution::{Proof, Solution};
pub use bound::GoalBounds;
use cubebatch_cube::cube::symmetry::Symmetry;
use cubebatch_cube::cube::{Algorithm, Cube, Move, MoveSet, SearchSteps};
use cubebatch_cube::goal::{Goal, Task};
use cubebatch_tables::progress::Control;
use cubebatch_tables::space::UNREACHED;
use cubebatch_tables::table::Vouched;
pub use drawn::{AtDistance, NotThere};
use kept::{GoalShelf, Sights, room};
use parts::parts;
use search::{GoalSearch, More};
use tables::{Lenses, PartTable};

pub(super) const CARD: MethodCard = MethodCard {
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
    seconds: |_| 3e-3,
    short_batch: None,
    gpu: |_| Err("this method"),
    tables: |_| Vec::new(),
    load,
    usual_length: |_| None,
    longest: MoveSet::farthest,
    counts_by: |_| true,
    solves_by: |_| true,
    is_of_moves: false,
};

/// Bytes for the distances of all goals that are kept: enough for the parts of the first two layers.
pub(super) const MEMORY: u64 = 320 << 20;

/// Positions for a thread at a time, where one table leads to the goal, and where a search does.
const BATCH: usize = 256;
const SEARCHED: usize = 16;

/// The most that moves may cost: a distance is less than [`UNREACHED`].
const MOST_COST: u8 = UNREACHED - 1;

fn load(loading: &Loading) -> Ready {
    Ok(Arc::new(match loading.question.goal() {
        Some(_) => Goals::open(loading, MEMORY)?,
        // Tables of the solved cube take seconds, and calls may all have goals of their own.
        None => Goals::sized(loading, MEMORY),
    }))
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
fn one_table(goal: &Goal, set: &MoveSet, control: &Control) -> Result<Arc<PartTable>, NotThere> {
    let steps = SearchSteps::new(set);
    let has_room = goal.orientations().1.len() == 1 && parts(goal, &steps, room(MEMORY)).len() == 1;
    let bounds = if has_room { Some(Lenses::new(goal, &steps, room(MEMORY), control)?) } else { None };
    bounds.and_then(Lenses::only).ok_or(NotThere::SeesTooMuch { goal: *goal })
}

/// Finds shortest ways to the goal of each call, the solved cube for methods that take no goal.
pub(super) struct Goals(GoalShelf);

impl Goals {
    /// With tables for the goal of a solver. All tables together take the memory that is granted, else `usual` bytes.
    ///
    /// # Errors
    /// When a caller asked to stop, or the system gives no threads.
    pub fn open(loading: &Loading, usual: u64) -> Result<Goals, EngineError> {
        let goals = Goals::sized(loading, usual);
        goals.to(&loading.question, loading.control)?;
        Ok(goals)
    }

    /// Without tables; those of calls take the memory that is granted, else `usual` bytes.
    fn sized(loading: &Loading, usual: u64) -> Goals {
        Goals::new(loading.question.value(SolveOption::Memory).unwrap_or(usual), loading.pool)
    }

    /// Without tables; those of calls take `memory` bytes.
    pub fn new(memory: u64, pool: &Pool) -> Goals {
        Goals(GoalShelf::new(memory, pool))
    }

    /// Finds ways to the goal of a resolved question.
    fn to(&self, question: &Question, control: &Control) -> Result<ToGoal, EngineError> {
        let (goal, set) = Goals::asked(question);
        Ok(ToGoal::new(goal, &set, self.0.of(&goal, &set, control)?))
    }

    fn asked(question: &Question) -> (Goal, MoveSet) {
        (question.goal().unwrap_or(Goal::SOLVED), question.move_set())
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

    fn solution(
        &self,
        cube: &Cube,
        limits: &SolveOptions,
    ) -> Result<Result<Solution, Unsolved>, EngineError> {
        let question = limits.question();
        let bound = question.value(SolveOption::MaxLength).map_or(self.most, |bound| bound as u8);
        let wants_all = question.asks(SolveOption::AllOptimal);
        let most = question.value(SolveOption::Solutions).map_or(1, |most| most as usize);
        // One more than there may be shows that there are more.
        let wanted = match wants_all {
            true if question.asks(SolveOption::Solutions) => most + 1,
            true => usize::MAX,
            false => most,
        };
        let mut seen = Vec::new();
        for (rotation, set) in &self.ways {
            let (sight, cube) = (self.sights.of(set), rotation.conjugate(cube));
            if sight.reach.may_lead_from(&cube) {
                seen.push((rotation.inverse(), sight, cube));
            }
        }
        let mut searches = Vec::new();
        for (_, sight, cube) in &seen {
            let search = GoalSearch::new(&self.held, &sight.steps, &sight.bounds, cube, limits.control());
            searches.push(search);
        }
        let least = searches.iter().map(GoalSearch::least).min().unwrap_or(UNREACHED);
        let (mut at_least, mut found) = (least, Vec::new());
        let mut cost = least;
        while cost <= bound.min(MOST_COST) && found.len() < wanted {
            for ((back, ..), search) in seen.iter().zip(&mut searches) {
                let more = search.of_cost(cost, |moves| {
                    // Opposite faces may change their order, and two quarter turns become one half turn.
                    let moves = moves.into_iter().map(|mv| back.turn(mv)).collect::<Algorithm>().canonical();
                    // It may lead to the goal in two orientations, at once or one after the other.
                    let is_known = || found.contains(&moves) || self.passes_through(cube, &moves);
                    if seen.len() == 1 || !is_known() {
                        found.push(moves);
                    }
                    if found.len() < wanted { More::Wanted } else { More::No }
                })?;
                if more == More::No {
                    break;
                }
            }
            cost += 1;
            if found.is_empty() {
                at_least = cost;
            } else if wants_all {
                if found.len() == wanted {
                    return Ok(Err(Unsolved::TooMany { most }));
                }
                found.sort_by(|a, b| a[..].cmp(&b[..]));
                break;
            }
        }
        let nodes = searches.iter().map(|search| search.nodes).sum();
        let proof = Proof::new(at_least, nodes, &Vouched::computed());
        if found.is_empty() {
            // No number of moves reaches what a table did not, or what is outside of the group.
            let moves = if least == UNREACHED { UNREACHED } else { bound.min(MOST_COST) };
            return Ok(Err(Unsolved::NoneWithin { moves, proof }));
        }
        Ok(self.checked(cube, found, proof))
    }

    /// Whether a way reaches the goal before its end.
    fn passes_through(&self, cube: &Cube, moves: &[Move]) -> bool {
        (0..moves.len()).any(|made| self.task.goal.holds(&cube.apply(&moves[..made])))
    }

    fn checked(&self, cube: &Cube, found: Vec<Algorithm>, proof: Proof) -> Result<Solution, Unsolved> {
        let solution = Solution::replayed(cube, &self.task, found).ok_or(Unsolved::WrongSolution)?;
        Ok(Solution { proof: Some(proof), ..solution })
    }
}

impl Solve for Goals {
    fn solve(&self, cubes: &[Cube], limits: &SolveOptions, hand_on: HandOn) -> Result<(), EngineError> {
        let to_goal = self.to(limits.question(), limits.control())?;
        for (number, cube) in cubes.iter().enumerate() {
            hand_on(number, to_goal.solution(cube, limits)?);
        }
        Ok(())
    }

    fn best_batch(&self, limits: &SolveOptions, _: usize) -> usize {
        let (goal, set) = Goals::asked(limits.question());
        if self.0.has_one_table(&goal, &set) { BATCH } else { SEARCHED }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::kept::Key;
    use super::*;
    use cubebatch_cube::cube::random::Random;
    use cubebatch_tables::coord::Coordinate;
    use cubebatch_tables::coord::flip::Flip;
    use cubebatch_tables::coord::twist::Twist;

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
    fn sequences(steps: &SearchSteps, most: usize) -> Vec<(usize, Vec<Move>)> {
        let mut open = vec![(0, Vec::new(), SearchSteps::START)];
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
        let question = SolveOptions::default()
            .question()
            .with(SolveOption::AllOptimal, 1)
            .with_usual(crate::Method::Goal.card());
        let limits = SolveOptions::default().asking(question);
        let set = MoveSet::new(costs.parse().expect(costs), turns.parse().expect(turns));
        let to_goal = to_goal(goal, &set, most);
        let sequences = sequences(&SearchSteps::new(&set), nearest);
        let mut random = Random::new(9);
        for _ in 0..20 {
            let (_, moves) = &sequences[random.below(sequences.len() as u64) as usize];
            let cube = Cube::SOLVED.apply(&cubebatch_cube::cube::inverse(moves));
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
            assert_eq!(solution.proof.map(|proof| usize::from(proof.at_least())), Some(least));
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
            ("eoll", 1 << 18),
            ("cpll", 1 << 18),
            ("cmll", 1 << 18),
            ("htr", 1 << 18),
            ("htr", 1 << 22),
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
    fn distances_in_quarter_turns_are_those_of_a_plain_search() {
        let quarter_turns: Vec<Move> = Move::all().filter(|mv| mv.turns() != 2).collect();
        let mut levels = vec![HashSet::from([Cube::SOLVED])];
        for depth in 1..=6 {
            let last: &HashSet<Cube> = &levels[depth - 1];
            let next = last.iter().flat_map(|cube| quarter_turns.iter().map(|&mv| cube.turn(mv)));
            // A turn more leads one farther or one nearer.
            let is_new = |cube: &Cube| depth < 2 || !levels[depth - 2].contains(cube);
            levels.push(next.filter(is_new).collect());
        }
        // https://cube20.org/qtm
        assert!(levels.iter().map(HashSet::len).eq([1, 12, 114, 1068, 10_011, 93_840, 878_880]));
        let set = MoveSet::new(cubebatch_cube::cube::Metric::QuarterTurn.into(), Default::default());
        let to_solved = to_goal("solved", &set, 1 << 22);
        let limits = SolveOptions::default().asking(Question::default());
        for (distance, level) in levels.iter().enumerate() {
            for cube in level.iter().step_by((level.len() / 20).max(1)) {
                let solution =
                    to_solved.solution(cube, &limits).expect("no one stops it").expect("it is near");
                assert_eq!((solution.length(), solution.is_shortest()), (distance, true), "{cube}");
            }
        }
    }

    #[test]
    fn all_shortest_ways_are_as_many_as_are_allowed_or_too_many() {
        let to_goal = to_goal("cross", &MoveSet::default(), 1 << 20);
        let cube = Cube::SOLVED.apply(&"U2 D".parse::<Algorithm>().expect("moves"));
        let of = |cube: &Cube, most: Option<u64>| {
            let all = Question::default().with(SolveOption::AllOptimal, 1);
            let asked = most.map_or(all, |most| all.with(SolveOption::Solutions, most));
            let found =
                to_goal.solution(cube, &SolveOptions::default().asking(asked)).expect("no one stops it");
            found.map(|solution| solution.all().count())
        };
        assert_eq!(of(&cube, None), Ok(1));
        let cube = Cube::SOLVED.apply(&"R U F2 D' L B R2 F D L2 B' U".parse::<Algorithm>().expect("moves"));
        let count = of(&cube, None).expect("there are some");
        assert!(count > 1);
        assert_eq!(of(&cube, Some(count as u64)), Ok(count));
        assert_eq!(of(&cube, Some(count as u64 - 1)), Err(Unsolved::TooMany { most: count - 1 }));
    }

    #[test]
    fn a_position_outside_of_the_group_of_the_moves_is_told_where_no_table_shows_it() {
        let most = 1 << 20;
        let limits = SolveOptions::default();
        let limits = limits.asking(limits.question().with_usual(crate::Method::Goal.card()));
        let of = |goal: &str, turns: &str, moves: &str| {
            let set = MoveSet::new(Default::default(), turns.parse().expect("turns"));
            let cube = Cube::SOLVED.apply(&moves.parse::<Algorithm>().expect(moves));
            let none = Err(Unsolved::NoneWithin {
                moves: UNREACHED,
                proof: Proof::new(UNREACHED, 0, &Vouched::computed()),
            });
            let solution = to_goal(goal, &set, most).solution(&cube, &limits).expect("no one stops it");
            if solution == none { None } else { Some(solution.expect("it is near").length()) }
        };
        // Two corners and two edges change places: turns of U, R and F make that, those of U and R do not.
        let t_perm = "R U R' U' R' F R2 U' R' U' R U R' F'";
        for (goal, turns, moves, length) in [
            ("solved", "U R F", "U R F' U2", Some(4)),
            ("solved", "U R", t_perm, None),
            ("solved", "U R F", "L", None),
            ("solved", "U M", "R", None),
            ("edges", "U R", "U R U2", Some(3)),
            ("corners", "U R", t_perm, None),
            ("f2l", "U R F", "U R F", Some(2)),
            ("f2l", "U R", "R F", None),
            ("solved/any", "U R", "R2 U", Some(2)),
        ] {
            assert_eq!(of(goal, turns, moves), length, "{goal} by {turns}: {moves}");
        }
    }

    #[test]
    fn a_position_outside_of_what_moves_reach_is_told() {
        let set = MoveSet::new(Default::default(), "U2 D2 R2 L2 F2 B2".parse().expect("turns"));
        let to_goal = to_goal("solved", &set, 1 << 22);
        let limits = SolveOptions::default();
        let limits = limits.asking(limits.question().with_usual(crate::Method::Goal.card()));
        let of = |moves: &str| {
            let cube = Cube::SOLVED.apply(&moves.parse::<Algorithm>().expect(moves));
            to_goal.solution(&cube, &limits).expect("no one stops it")
        };
        assert_eq!(of("U2 R2 F2").map(|solution| solution.length()), Ok(3));
        for moves in ["U", "R F", "U R2 F2 U'"] {
            let Err(Unsolved::NoneWithin { moves: u8::MAX, proof }) = of(moves) else { panic!("{moves}") };
            assert_eq!(proof, Proof::new(u8::MAX, 0, &Vouched::computed()));
        }
    }
}
