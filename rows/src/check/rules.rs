//! The columns of a row that can contradict each other, its position, or its moves.

use super::answer::Answer;
use crate::columns::*;
use crate::none::{MoreThan, NoneWithin};
use cubebatch::Cube;
use cubebatch::notation::parse_moves;
use cubebatch_cube::goal::Task;

/// What is compared: a row, the position, and what the moves of each solution do.
pub struct Case<'a> {
    pub cube: &'a Cube,
    pub task: &'a Task,
    pub row: &'a Answer,
    /// The bound that is asked for, if one is.
    pub bound: Option<usize>,
    /// For each solution what its moves are, or why it is none.
    pub solutions: &'a [Result<Replayed, String>],
}

/// A solution that leads to where it has to.
pub struct Replayed {
    /// A hash of its face turns, which may be many.
    pub hash: u128,
    pub length: usize,
    /// What it costs, if that decides which solution comes first.
    pub cost: Option<usize>,
    /// Whether an earlier one has the same moves.
    pub is_repeated: bool,
}

/// What the text of a broken rule says.
type Broken = Option<String>;

/// A rule about a row as a whole, with the columns that it compares.
pub type RowRule = (&'static [&'static str], fn(&Case) -> Broken);

/// A rule about a solution of a row. It is asked for one after the other.
pub type SolutionRule = (&'static [&'static str], fn(&Case, &Replayed) -> Broken);

/// What is wrong with a row is said of its first solution. The first rule that is broken is named.
pub const ROW_RULES: &[RowRule] = &[
    (&[CUBE], other_cube),
    (&[SOLUTION, MOVES], two_solutions),
    (&[SOLUTION, MOVES, ERROR], solved_with_error),
    (
        &[
            SOLUTION,
            MOVES,
            OTHERS,
            LENGTH,
            PHASE1_LENGTH,
            PHASE2_LENGTH,
            PHASE3_LENGTH,
            PHASE4_LENGTH,
            PROVED,
            BOUND_MET,
        ],
        about_no_solution,
    ),
    (&[LENGTH, SOLUTION, MOVES, METRIC], other_length),
    (&[PHASE1_LENGTH, PHASE2_LENGTH, PHASE3_LENGTH, PHASE4_LENGTH, SOLUTION, MOVES, METRIC], other_phases),
    (&[PROVED, LENGTH, AT_LEAST, METRIC, TURNS], too_far),
    (&[PROVED, LENGTH, AT_LEAST, CUBE, GOAL, TO], there_already),
    (&[AT_LEAST, ERROR], less_than_none_within),
    (&[BOUND_MET, SOLUTION, MOVES, OTHERS, METRIC], bound),
];

/// What is wrong with a solution beside the others and what is said of all.
pub const SOLUTION_RULES: &[SolutionRule] = &[
    (&[PROVED, LENGTH, SOLUTION, MOVES, OTHERS], shorter_than_shortest),
    (&[AT_LEAST, SOLUTION, MOVES, OTHERS], shorter_than_least),
    (&[COST, SOLUTION, MOVES, OTHERS], cheaper_than_first),
    (&[SOLUTION, MOVES, OTHERS], repeated),
];

impl Case<'_> {
    fn replayed(&self) -> impl Iterator<Item = &Replayed> {
        self.solutions.iter().flatten()
    }

    /// The first solution, if it is one.
    fn first(&self) -> Option<&Replayed> {
        self.solutions.first()?.as_ref().ok()
    }

    /// How many moves the first solution has, as the row says, or as it is.
    fn length(&self) -> Option<usize> {
        self.row.told.length.or(self.first().map(|first| first.length))
    }

    /// How many moves the position needs, according to the row.
    fn needed(&self) -> Option<usize> {
        let shortest = self.length().filter(|_| self.row.told.proved == Some(true));
        shortest.max(self.row.told.at_least)
    }
}

fn other_cube(case: &Case) -> Broken {
    let told = case.row.told.cube.as_ref()?;
    let is_other = told.parse::<Cube>().ok() != Some(*case.cube);
    is_other.then(|| "the row is of another cube".to_owned())
}

fn two_solutions(case: &Case) -> Broken {
    let (one, other) = (case.row.told.moves.as_ref()?, case.row.told.solution.as_ref()?);
    let moves = |text: &str| parse_moves(text).map(|read| read.moves().to_vec()).ok();
    let are_same = one.0 == other.0 || moves(&one.0).is_some_and(|one| moves(&other.0) == Some(one));
    (!are_same).then(|| format!("its `{MOVES}` and its `{SOLUTION}` are different"))
}

fn solved_with_error(case: &Case) -> Broken {
    let has_both = case.row.told.error.is_some() && case.row.solutions.is_ok();
    has_both.then(|| "the row has a solution, and an error as well".to_owned())
}

fn about_no_solution(case: &Case) -> Broken {
    let told = &case.row.told;
    let claims = [
        (LENGTH, told.length.is_some()),
        ("phases", !told.phase_lengths().is_empty()),
        (OTHERS, told.others.as_ref().is_some_and(|others| !others.0.is_empty())),
        (PROVED, told.proved == Some(true)),
        (BOUND_MET, told.bound_met == Some(true)),
    ];
    let (claim, _) = claims.into_iter().find(|&(_, is_there)| is_there && case.row.solutions.is_err())?;
    Some(format!("the row has no solution, but says something of one in `{claim}`"))
}

fn other_length(case: &Case) -> Broken {
    let (told, has) = (case.row.told.length?, case.first()?.length);
    (told != has).then(|| format!("it is said to have {told} moves, but has {has}"))
}

/// The first phase alone may be a part of the solution.
fn other_phases(case: &Case) -> Broken {
    let length = case.first()?.length;
    let fit = match &case.row.told.phase_lengths()[..] {
        [] => true,
        [first] => *first <= length,
        phases => phases.iter().try_fold(0_usize, |sum, &phase| sum.checked_add(phase)) == Some(length),
    };
    (!fit).then(|| format!("its phases do not have {length} moves together"))
}

fn too_far(case: &Case) -> Broken {
    let (needed, farthest) = (case.needed()?, usize::from(case.task.set().farthest()?));
    let is_too_far = needed > farthest;
    is_too_far
        .then(|| format!("it is said to need {needed} moves, and no position needs more than {farthest}"))
}

fn there_already(case: &Case) -> Broken {
    let needed = case.needed().filter(|&needed| needed > 0)?;
    let is_there = case.task.goal.holds(case.cube);
    is_there.then(|| format!("it is said to need {needed} moves, and needs none"))
}

fn less_than_none_within(case: &Case) -> Broken {
    let told = &case.row.told;
    let (at_least, NoneWithin(moves)) = (told.at_least?, told.error.as_ref()?.parse().ok()?);
    // The greatest number stands for any.
    let is_less = moves < u8::MAX && at_least <= moves.into();
    is_less.then(|| {
        format!("no solution of at most {moves} moves has at least {} moves, not {at_least}", moves + 1)
    })
}

fn bound(case: &Case) -> Broken {
    let noted = case.row.missed.map(|MoreThan(bound)| usize::from(bound));
    let told = case.row.told.bound_met.or(noted.map(|_| false));
    let longest = case.replayed().map(|solution| solution.length).max()?;
    match (told, noted.or(case.bound)) {
        (Some(false), Some(bound)) if longest <= bound => {
            Some(format!("it is said to have more than {bound} moves, but has {longest}"))
        }
        // No bound is less.
        (Some(false), None) if longest == 0 => {
            Some("it is said to have more moves than were asked for, but has none".to_owned())
        }
        (None | Some(true), Some(bound)) if longest > bound => {
            Some(format!("it has {longest} moves, more than {bound}, and the row does not say so"))
        }
        _ => None,
    }
}

fn shorter_than_shortest(case: &Case, solution: &Replayed) -> Broken {
    let is_shorter = case.row.told.proved == Some(true) && Some(solution.length) < case.length();
    is_shorter.then(|| "it is shorter than the one that is said to be shortest".to_owned())
}

fn shorter_than_least(case: &Case, solution: &Replayed) -> Broken {
    let (least, length) = (case.row.told.at_least?, solution.length);
    (length < least)
        .then(|| format!("each solution is said to have {least} moves at least, but it has {length}"))
}

fn cheaper_than_first(case: &Case, solution: &Replayed) -> Broken {
    let is_cheaper = case.replayed().next().is_some_and(|first| solution.cost < first.cost);
    is_cheaper.then(|| "it costs less than the first one, which is said to be the cheapest".to_owned())
}

fn repeated(_: &Case, solution: &Replayed) -> Broken {
    solution.is_repeated.then(|| "two of its solutions are the same".to_owned())
}
