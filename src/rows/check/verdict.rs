//! Whether what a row says about a position holds.

use std::collections::HashSet;

use xxhash_rust::xxh3::xxh3_128;

use super::answer::Answer;
use crate::cube::{Costs, Metric};
use crate::goal::{Goal, Task};
use crate::method::{Question, SolveOption};
use crate::notation::{Length, content_to_read, parse_moves, told_length};
use crate::rows::ends::{ENDS, Ends};
use crate::{Cube, Move, Stop};

/// What is found of a row.
pub enum Verdict {
    /// It says that there is no solution as short as was asked for, which is not checked.
    None,
    /// The length of each solution, or what is wrong with it; for a row without one, why there is none.
    Solutions(Vec<Result<usize, String>>),
}

/// What the solutions of rows have to do.
#[derive(Default)]
pub struct End {
    asked: Question,
    /// What the last row came to: most files have one goal, and to read it takes longer than to replay moves.
    last: Option<(Ends, Result<Task, String>)>,
}

impl End {
    /// What is asked for, or what each row names; the solved cube by all moves for rows that name nothing.
    pub fn new(asked: Question) -> End {
        End { asked, last: None }
    }

    /// The costs by which lengths of the last row are counted.
    pub fn costs(&self) -> Costs {
        let task = self.last.as_ref().and_then(|(_, task)| task.as_ref().ok());
        task.map_or(self.asked.move_set(), |task| *task.set()).costs
    }

    /// What the solutions of a row have to do.
    fn of(&mut self, row: &Answer) -> Result<&Task, String> {
        if self.last.as_ref().is_none_or(|(named, _)| *named != row.ends) {
            self.last = Some((row.ends.clone(), self.read(row)));
        }
        let (_, task) = self.last.as_ref().expect("it was read");
        task.as_ref().map_err(Clone::clone)
    }

    fn read(&self, row: &Answer) -> Result<Task, String> {
        let mut question = Question::default();
        for ((option, column), text) in ENDS.into_iter().zip(&row.ends) {
            let Some(text) = text else { continue };
            question =
                question.with_text(option, text).map_err(|error| format!("its column {column}: {error}"))?;
        }
        if question.goal().is_some() && question.to().is_some() {
            return Err("the row has a goal, and a position to lead to as well".to_owned());
        }
        // A row that names nothing is of what is asked for.
        let [own, asked] =
            [&question, &self.asked].map(|question| ENDS.map(|(option, _)| end_of(question, option)));
        for ((_, column), (own, asked)) in ENDS.into_iter().zip(own.into_iter().zip(asked)) {
            if let (Some(own), Some(asked)) = (own, asked)
                && own != asked
            {
                return Err(format!("the row is of the {column} {own}, and {asked} is asked for"));
            }
        }
        let names_end = end_of(&question, SolveOption::Goal).is_some();
        let end = if names_end { question.end() } else { self.asked.end() };
        let question = question.and(&self.asked);
        Ok(Task::new(end, &question.move_set()).with_price(question.price()))
    }
}

/// What a question says of an option, if it is given. A position where solutions end is a goal.
fn end_of(question: &Question, option: SolveOption) -> Option<String> {
    match option {
        SolveOption::Goal | SolveOption::To => {
            let is_given = question.goal().is_some() || question.to().is_some();
            is_given.then(|| question.end().to_string())
        }
        option => question.text(option),
    }
}

/// Looks at all that a row says about a position whose solutions lead to this end. Looks at no more of its solutions after a request
/// to stop.
pub fn judge(cube: &Cube, end: &mut End, row: &Answer, stop: &Stop) -> Verdict {
    let task = match end.of(row) {
        Ok(task) => task,
        Err(problem) => return Verdict::Solutions(vec![Err(problem)]),
    };
    let claims = claims(cube, task, row);
    let solutions = match (&row.solutions, row.at_least) {
        (Ok(solutions), _) => solutions,
        (Err(problem), None) => return Verdict::Solutions(vec![Err(problem.clone())]),
        (Err(_), Some(_)) => {
            return claims.map_or_else(|problem| Verdict::Solutions(vec![Err(problem)]), |()| Verdict::None);
        }
    };
    let is_shorter = |length| row.proved && row.length.is_some_and(|claimed| length < claimed);
    let mut seen = HashSet::new();
    let mut first_price = None;
    let mut is_cheaper = |price: Option<usize>| price < *first_price.get_or_insert(price);
    let wanted = solutions.iter().enumerate().take_while(|_| !stop.is_requested());
    let lengths = wanted.map(|(index, text)| {
        length(cube, task, text).and_then(|(hash, length, price)| match &claims {
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
            _ if is_cheaper(price) => {
                Err("it costs less than the first one, which is said to be the cheapest".to_owned())
            }
            _ if !seen.insert(hash) => Err("two of its solutions are the same".to_owned()),
            _ => Ok(length),
        })
    });
    Verdict::Solutions(lengths.collect())
}

/// Whether what a row says besides its solutions can be.
fn claims(cube: &Cube, task: &Task, row: &Answer) -> Result<(), String> {
    if let Some(claimed) = &row.cube
        && claimed.parse::<Cube>().ok() != Some(*cube)
    {
        return Err("the row is of another cube".to_owned());
    }
    if row.has_error && row.solutions.is_ok() {
        return Err("the row has a solution, and an error as well".to_owned());
    }
    let proved = row.length.filter(|_| row.proved).max(row.at_least);
    if let Some(farthest) = task.set().farthest()
        && let Some(proved) = proved.filter(|&length| length > farthest.into())
    {
        return Err(format!("it is said to need {proved} moves, and no position needs more than {farthest}"));
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

/// A hash of the face turns of a solution, which may be many, their number, and what they cost if that decides which solution comes first;
/// or why it is none.
fn length(cube: &Cube, task: &Task, text: &str) -> Result<(u128, usize, Option<usize>), String> {
    let text = &*content_to_read(text).map_err(|error| error.to_string())?;
    let manoeuvre = parse_moves(text).map_err(|error| error.to_string())?;
    if !task.goal.holds(&manoeuvre.apply(cube)) {
        return Err(match task.goal {
            Goal::SOLVED => "the moves do not solve it".to_owned(),
            goal => format!("the moves do not lead to {goal}"),
        });
    }
    if let Some((told, has)) = told_length(text).and_then(|told| wrong_length(told, manoeuvre.moves())) {
        return Err(format!("it is said to have {told} moves, but has {has}"));
    }
    let numbers: Vec<u8> = manoeuvre.moves().iter().map(|turn| turn.index() as u8).collect();
    let length = task.length(manoeuvre.moves());
    let length = length.ok_or_else(|| format!("it has other turns than {}", task.set().turns))?;
    let price = task.price().map(|price| price.length(manoeuvre.moves()));
    Ok((xxh3_128(&numbers), length, price))
}

/// The length that stands behind moves, and the one that they have, if it is another.
fn wrong_length(told: Length, moves: &[Move]) -> Option<(usize, usize)> {
    let (told, has) = match told {
        Length::FaceTurns(told) => (told, moves.len()),
        Length::QuarterTurns(told) => (told, Metric::QuarterTurn.length(moves)),
    };
    (told != has).then_some((told, has))
}
