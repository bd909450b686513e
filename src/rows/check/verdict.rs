//! Whether what a row says about a position holds.

use std::collections::HashSet;

use xxhash_rust::xxh3::xxh3_128;

use super::answer::Answer;
use crate::goal::{Goal, WrongGoal};
use crate::notation::{Length, parse_moves, told_length};
use crate::{Cube, Move, Stop};

/// No position needs more moves.
const GREATEST_DISTANCE: usize = 20;

/// What is found of a row.
pub enum Verdict {
    /// It says that there is no solution as short as was asked for, which is not checked.
    None,
    /// The length of each solution, or what is wrong with it; for a row without one, why there is none.
    Solutions(Vec<Result<usize, String>>),
}

/// Where the solutions of rows lead.
#[derive(Default)]
pub struct End {
    asked: Option<Goal>,
    /// What the last row that named an end said of it: most files have one goal, and to read it takes longer than to replay moves.
    last: Option<(Named, Result<Goal, String>)>,
}

/// The goal and the position that a row names.
type Named = (Option<String>, Option<String>);

impl End {
    /// The end that is asked for, or that each row names; the solved cube for rows that name none.
    pub fn new(asked: Option<Goal>) -> End {
        End { asked, last: None }
    }

    /// The end of a row.
    fn of(&mut self, row: &Answer) -> Result<Goal, String> {
        if row.goal.is_none() && row.to.is_none() {
            return Ok(self.asked.unwrap_or(Goal::SOLVED));
        }
        let is_same = |(goal, to): &Named| *goal == row.goal && *to == row.to;
        match &self.last {
            Some((named, end)) if is_same(named) => end.clone(),
            _ => {
                let end = self.read(row);
                self.last = Some(((row.goal.clone(), row.to.clone()), end.clone()));
                end
            }
        }
    }

    fn read(&self, row: &Answer) -> Result<Goal, String> {
        let end = match (&row.goal, &row.to) {
            (Some(_), Some(_)) => {
                return Err("the row has a goal, and a position to lead to as well".to_owned());
            }
            (Some(goal), None) => goal.parse().map_err(|error: WrongGoal| format!("its goal: {error}"))?,
            (None, Some(to)) => {
                let to: Result<Cube, _> = to.parse();
                Goal::position(&to.map_err(|error| format!("the position to lead to: {error}"))?)
            }
            (None, None) => Goal::SOLVED,
        };
        match self.asked {
            Some(asked) if asked != end => {
                Err(format!("the row is of the goal {end}, and {asked} is asked for"))
            }
            _ => Ok(end),
        }
    }
}

/// Looks at all that a row says about a position whose solutions lead to this end. Looks at no more of its solutions after a request
/// to stop.
pub fn judge(cube: &Cube, end: &mut End, row: &Answer, stop: &Stop) -> Verdict {
    let goal = match end.of(row) {
        Ok(goal) => goal,
        Err(problem) => return Verdict::Solutions(vec![Err(problem)]),
    };
    let claims = claims(cube, row);
    let solutions = match (&row.solutions, row.at_least) {
        (Ok(solutions), _) => solutions,
        (Err(problem), None) => return Verdict::Solutions(vec![Err(problem.clone())]),
        (Err(_), Some(_)) => {
            return claims.map_or_else(|problem| Verdict::Solutions(vec![Err(problem)]), |()| Verdict::None);
        }
    };
    let is_shorter = |length| row.proved && row.length.is_some_and(|claimed| length < claimed);
    let mut seen = HashSet::new();
    let wanted = solutions.iter().enumerate().take_while(|_| !stop.is_requested());
    let lengths = wanted.map(|(index, text)| {
        length(cube, &goal, text).and_then(|(hash, length)| match &claims {
            Err(problem) if index == 0 => Err(problem.clone()),
            _ if index == 0 && row.length.is_some_and(|claimed| claimed != length) => {
                Err(format!("it is said to have {} moves, but has {length}", row.length.unwrap_or(0)))
            }
            _ if index == 0 && !phases_fit(&row.phases, length) => {
                Err(format!("its phases do not have {length} moves together"))
            }
            _ if is_shorter(length) => {
                Err("it is shorter than the one that is said to be shortest".to_owned())
            }
            _ if !seen.insert(hash) => Err("two of its solutions are the same".to_owned()),
            _ => Ok(length),
        })
    });
    Verdict::Solutions(lengths.collect())
}

/// Whether what a row says besides its solutions can be.
fn claims(cube: &Cube, row: &Answer) -> Result<(), String> {
    if let Some(claimed) = &row.cube
        && claimed.parse::<Cube>().ok() != Some(*cube)
    {
        return Err("the row is of another cube".to_owned());
    }
    if row.has_error && row.solutions.is_ok() {
        return Err("the row has a solution, and an error as well".to_owned());
    }
    let proved = row.length.filter(|_| row.proved).max(row.at_least);
    if let Some(proved) = proved.filter(|&length| length > GREATEST_DISTANCE) {
        return Err(format!("it is said to need {proved} moves, and no position needs more than 20"));
    }
    Ok(())
}

/// Whether the lengths of phases are those of a solution; the first phase alone may be a part of it.
fn phases_fit(phases: &[usize], length: usize) -> bool {
    match phases {
        [] => true,
        [first] => *first <= length,
        _ => phases.iter().sum::<usize>() == length,
    }
}

/// A hash of the face turns of a solution, which may be many, and their number; or why it is none.
fn length(cube: &Cube, goal: &Goal, text: &str) -> Result<(u128, usize), String> {
    let manoeuvre = parse_moves(text).map_err(|error| error.to_string())?;
    if !goal.holds(&manoeuvre.apply(cube)) {
        return Err(match *goal {
            Goal::SOLVED => "the moves do not solve it".to_owned(),
            _ => format!("the moves do not lead to {goal}"),
        });
    }
    if let Some((told, has)) = told_length(text).and_then(|told| wrong_length(told, manoeuvre.moves())) {
        return Err(format!("it is said to have {told} moves, but has {has}"));
    }
    let numbers: Vec<u8> = manoeuvre.moves().iter().map(|turn| turn.index() as u8).collect();
    Ok((xxh3_128(&numbers), manoeuvre.htm_length()))
}

/// The length that stands behind moves, and the one that they have, if it is another.
fn wrong_length(told: Length, moves: &[Move]) -> Option<(usize, usize)> {
    let (told, has) = match told {
        Length::FaceTurns(told) => (told, moves.len()),
        Length::QuarterTurns(told) => {
            (told, moves.iter().map(|turn| if turn.turns() == 2 { 2 } else { 1 }).sum())
        }
    };
    (told != has).then_some((told, has))
}
