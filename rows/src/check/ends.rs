//! What the solutions of rows have to do: what each row names, or what is asked for.

use std::collections::HashMap;

use super::answer::Answer;
use crate::ends::{ENDS, Ends};
use cubebatch::cube::Costs;
use cubebatch_cube::goal::Task;
use cubebatch_search::method::{Question, SolveOption};

/// Goals that are kept. To read one takes longer than to replay moves, and most files have a few.
pub const KEPT_GOALS: usize = 4096;

/// What the solutions of rows have to do.
#[derive(Default)]
pub struct RowTasks {
    asked: Question,
    /// What the columns of rows came to, by their texts.
    known: HashMap<Ends, Result<Task, String>>,
    read: usize,
}

impl RowTasks {
    /// What is asked for, or what each row names; the solved cube by all moves for rows that name nothing.
    pub fn new(asked: Question) -> RowTasks {
        RowTasks { asked, ..RowTasks::default() }
    }

    /// The most moves that were asked for.
    pub(super) fn bound(&self) -> Option<usize> {
        self.asked.value(SolveOption::MaxLength).map(|bound| bound as usize)
    }

    /// The costs by which lengths are counted where a row names none that can be read.
    pub(super) fn costs(&self) -> Costs {
        self.asked.move_set().costs
    }

    /// How many goals were read: rows with the same texts share one.
    pub fn read(&self) -> usize {
        self.read
    }

    /// What the solutions of a row have to do.
    pub(super) fn of(&mut self, row: &Answer) -> Result<&Task, String> {
        if !self.known.contains_key(&row.ends) {
            if self.known.len() == KEPT_GOALS {
                self.known.clear();
            }
            self.read += 1;
            self.known.insert(row.ends.clone(), self.task(&row.ends));
        }
        self.known[&row.ends].as_ref().map_err(Clone::clone)
    }

    fn task(&self, ends: &Ends) -> Result<Task, String> {
        let mut question = Question::default();
        for ((option, column), text) in ENDS.into_iter().zip(ends) {
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
        Ok(Task::new(end, &question.move_set()).with_cost(question.cost()))
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

#[cfg(test)]
mod tests {
    use super::super::verdict::judge;
    use super::*;
    use crate::Line;
    use cubebatch::{Cube, Stop};

    #[test]
    fn a_goal_is_read_once() {
        let mut end = RowTasks::default();
        for _ in 0..50 {
            for goal in ["cross", "f2l", "nonsense"] {
                let row = format!("{{\"solution\":\"\",\"goal\":\"{goal}\"}}");
                let row = Answer::read(Line { number: 1, bytes: row.as_bytes() }, None, 1000).unwrap();
                judge(&Cube::SOLVED, &mut end, &row, &Stop::default());
            }
        }
        assert_eq!(end.read(), 3);
    }

    #[test]
    fn goals_without_end_fill_no_memory() {
        let mut end = RowTasks::default();
        for number in 0..3 * KEPT_GOALS {
            let ends = [Some(number.to_string()), None, None, None, None];
            assert!(end.of(&Answer::of_moves("R".to_owned(), "R'", ends)).is_err());
            assert!(end.known.len() <= KEPT_GOALS);
        }
    }
}
