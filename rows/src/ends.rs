//! What the solutions of rows do, and which of them comes first: the options that decide it, and a column for each.

use super::columns;
use cubebatch::cube::{AllowedMoves, Costs};
use cubebatch::goal::Goal;
use cubebatch_search::method::{Question, SolveOption};

/// The options, each with its column. `moves` is the name of a column of solutions.
pub const ENDS: [(SolveOption, &str); 5] = [
    (SolveOption::Goal, columns::GOAL),
    (SolveOption::To, columns::TO),
    (SolveOption::Metric, columns::METRIC),
    (SolveOption::Moves, columns::TURNS),
    (SolveOption::Cost, columns::COST),
];

/// The text of each column, if a row has it.
pub type Ends = [Option<String>; ENDS.len()];

/// The columns that rows of a question have, each with its text.
pub fn texts(question: &Question) -> Vec<(&'static str, String)> {
    let deciding = deciding(question);
    ENDS.into_iter().filter_map(|(option, column)| Some((column, deciding.text(option)?))).collect()
}

/// The options of a question that decide what solutions do, without the options that ask for what is usual: the solved cube, by all moves,
/// in HTM.
pub fn deciding(question: &Question) -> Question {
    question.only(|option| match option {
        SolveOption::Goal => question.goal() != Some(Goal::SOLVED),
        SolveOption::Metric => question.move_set().costs != Costs::default(),
        SolveOption::Moves => question.move_set().allowed != AllowedMoves::default(),
        option => matches!(option, SolveOption::To | SolveOption::Cost),
    })
}
