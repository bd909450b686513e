//! Whether what a row says about a position holds.

use std::collections::HashSet;

use xxhash_rust::xxh3::xxh3_128;

use super::answer::Answer;
use super::ends::RowTasks;
use super::rules::{Case, ROW_RULES, Replayed, SOLUTION_RULES};
use cubebatch::cube::{Costs, Metric};
use cubebatch::goal::Goal;
use cubebatch::notation::parse_moves;
use cubebatch::{Cube, Move, Stop};
use cubebatch_cube::goal::Task;
use cubebatch_cube::notation::{Length, content_to_read, told_length};

/// What is found of a row.
pub enum Verdict {
    /// It says that there is no solution as short as was asked for, which is not checked.
    None,
    /// It has solutions, or should have.
    Solutions {
        /// The costs by which they are counted.
        costs: Costs,
        /// The length of each, or what is wrong with it; for a row without one, why there is none.
        lengths: Vec<Result<usize, String>>,
    },
}

/// Looks at all that a row says about a position whose solutions lead to this end. Looks at no more of its solutions after a request
/// to stop.
pub fn judge(cube: &Cube, end: &mut RowTasks, row: &Answer, stop: &Stop) -> Verdict {
    let (bound, costs) = (end.bound(), end.costs());
    let task = match (&row.told.unread, end.of(row)) {
        (Some(problem), _) => return Verdict::Solutions { costs, lengths: vec![Err(problem.clone())] },
        (None, Err(problem)) => return Verdict::Solutions { costs, lengths: vec![Err(problem)] },
        (None, Ok(task)) => task,
    };
    let solutions = replay(cube, task, row, stop);
    let case = Case { cube, task, row, bound, solutions: &solutions };
    let broken = ROW_RULES.iter().find_map(|(_, rule)| rule(&case));
    let lengths = match (&row.solutions, row.told.at_least, broken) {
        (Ok(_), _, broken) => lengths(&case, broken),
        (Err(_), Some(_), None) => return Verdict::None,
        (Err(_), Some(_), Some(problem)) => vec![Err(problem)],
        (Err(problem), None, _) => vec![Err(problem.clone())],
    };
    Verdict::Solutions { costs: task.set().costs, lengths }
}

/// The length of each solution, or the first thing that is wrong with it; what is wrong with the row is said of the first one.
fn lengths(case: &Case, mut broken: Option<String>) -> Vec<Result<usize, String>> {
    let length = |solution: &Result<Replayed, String>| {
        let of_row = broken.take();
        let solution = solution.as_ref().map_err(Clone::clone)?;
        let broken = of_row.or_else(|| SOLUTION_RULES.iter().find_map(|(_, rule)| rule(case, solution)));
        broken.map_or(Ok(solution.length), Err)
    };
    case.solutions.iter().map(length).collect()
}

fn replay(cube: &Cube, task: &Task, row: &Answer, stop: &Stop) -> Vec<Result<Replayed, String>> {
    let mut seen = HashSet::new();
    let wanted = row.solutions.iter().flatten().take_while(|_| !stop.is_requested());
    let replayed = |text: &String| {
        let solution = replayed(cube, task, text)?;
        Ok(Replayed { is_repeated: !seen.insert(solution.hash), ..solution })
    };
    wanted.map(replayed).collect()
}

/// What the moves of a solution are; or why it is none.
fn replayed(cube: &Cube, task: &Task, text: &str) -> Result<Replayed, String> {
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
    let length = length.ok_or_else(|| format!("it has other turns than {}", task.set().allowed))?;
    let cost = task.cost().map(|cost| cost.length(manoeuvre.moves()));
    Ok(Replayed { hash: xxh3_128(&numbers), length, cost, is_repeated: false })
}

/// The length that stands behind moves, and the one that they have, if it is another.
fn wrong_length(told: Length, moves: &[Move]) -> Option<(usize, usize)> {
    let (told, has) = match told {
        Length::FaceTurns(told) => (told, moves.len()),
        Length::QuarterTurns(told) => (told, Metric::QuarterTurn.length(moves)),
    };
    (told != has).then_some((told, has))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::Line;
    use crate::columns::{GOAL, LINE, METRIC, READ, TO, TURNS};
    use cubebatch_search::method::{Question, SolveOption};

    /// Rows of the position R, what is wrong with each, and a row that differs a little and holds.
    const BROKEN: &[(&str, &str, &str)] = &[
        (r#""cube":"U","solution":"R'""#, "another cube", r#""cube":"R","solution":"R'""#),
        (r#""moves":"R'","solution":"R2 R""#, "are different", r#""moves":"R'","solution":"R3""#),
        (r#""solution":"R'","error":"none""#, "an error as well", r#""solution":"R'","error":"""#),
        (r#""at_least":1,"length":1"#, "says something of one in `length`", r#""at_least":1"#),
        (r#""at_least":1,"phase1_length":1"#, "in `phases`", r#""at_least":1,"phase1_length":null"#),
        (r#""at_least":1,"others":["R'"]"#, "in `others`", r#""at_least":1,"others":[]"#),
        (r#""at_least":1,"proved":true"#, "in `proved`", r#""at_least":1,"proved":false"#),
        (r#""at_least":1,"bound_met":true"#, "in `bound_met`", r#""at_least":1,"bound_met":false"#),
        (
            r#""solution":"R'","length":2"#,
            "said to have 2 moves, but has 1",
            r#""solution":"R'","length":1.0"#,
        ),
        (
            r#""solution":"R'","phase1_length":2"#,
            "do not have 1 moves",
            r#""solution":"R'","phase1_length":1"#,
        ),
        (r#""at_least":21"#, "no position needs more than 20", r#""at_least":20"#),
        (
            r#""solution":"R R'","to":"R","at_least":1"#,
            "needs none",
            r#""solution":"","to":"R","at_least":0"#,
        ),
        (
            r#""at_least":3,"error":"no solution of at most 3 moves, proved""#,
            "has at least 4 moves, not 3",
            r#""at_least":5,"error":"no solution of at most 3 moves, proved""#,
        ),
        (
            r#""solution":"","to":"R","bound_met":false"#,
            "more moves than were asked for, but has none",
            r#""solution":"R'","bound_met":false"#,
        ),
        (
            r#""solution":"R2 R","proved":"True","others":["R'"]"#,
            "shorter than the one that is said to be shortest",
            r#""solution":"R2 R","proved":"False","others":["R'"]"#,
        ),
        (
            r#""solution":"R'","length":1,"proved":true,"at_least":10"#,
            "said to have 10 moves at least, but it has 1",
            r#""solution":"R'","length":1,"proved":true,"at_least":1"#,
        ),
        (
            r#""solution":"R2 R","cost":"qtm","others":["R'"]"#,
            "costs less than the first one",
            r#""solution":"R'","cost":"qtm","others":["R2 R"]"#,
        ),
        (r#""solution":"R'","others":["R'"]"#, "are the same", r#""solution":"R'","others":["R2 R"]"#),
    ];

    fn read(fields: &str) -> Answer {
        let row = format!("{{{fields}}}");
        Answer::read(Line { number: 1, bytes: row.as_bytes() }, None, 1000).unwrap()
    }

    /// What is wrong with the solutions of the position R, in a row with these fields.
    fn problems(fields: &str, asked: Question) -> Vec<String> {
        match judge(&"R".parse().unwrap(), &mut RowTasks::new(asked), &read(fields), &Stop::default()) {
            Verdict::None => Vec::new(),
            Verdict::Solutions { lengths, .. } => lengths.into_iter().filter_map(Result::err).collect(),
        }
    }

    #[test]
    fn a_row_does_not_contradict_itself() {
        for (broken, problem, sound) in BROKEN {
            let problems_of = |fields| problems(fields, Question::default());
            let found = problems_of(broken);
            assert!(found.len() == 1 && found[0].contains(problem), "{broken}: {found:?}");
            assert_eq!(problems_of(sound), Vec::<String>::new(), "{sound}");
        }
    }

    #[test]
    fn each_rule_is_broken_by_an_example() {
        let (cube, mut end) = ("R".parse().unwrap(), RowTasks::default());
        let (mut of_rows, mut of_solutions) = (HashSet::new(), HashSet::new());
        for (fields, ..) in BROKEN {
            let row = read(fields);
            let task = end.of(&row).unwrap();
            let solutions = replay(&cube, task, &row, &Stop::default());
            let case = Case { cube: &cube, task, row: &row, bound: None, solutions: &solutions };
            of_rows.extend((0..ROW_RULES.len()).filter(|&rule| ROW_RULES[rule].1(&case).is_some()));
            let is_broken = |rule: &usize| {
                solutions.iter().flatten().any(|solution| SOLUTION_RULES[*rule].1(&case, solution).is_some())
            };
            of_solutions.extend((0..SOLUTION_RULES.len()).filter(is_broken));
        }
        assert_eq!((of_rows.len(), of_solutions.len()), (ROW_RULES.len(), SOLUTION_RULES.len()));
    }

    #[test]
    fn each_column_that_is_read_is_compared() {
        let of_rows = ROW_RULES.iter().flat_map(|(columns, _)| *columns);
        let of_solutions = SOLUTION_RULES.iter().flat_map(|(columns, _)| *columns);
        // `RowTasks` compares what is asked for, and `check` finds the position by its line.
        let elsewhere = &[GOAL, TO, METRIC, TURNS, LINE];
        let compared: HashSet<_> = of_rows.chain(of_solutions).chain(elsewhere).collect();
        for name in READ {
            assert!(compared.contains(name), "{name} is read and not compared: give it a rule");
        }
    }

    #[test]
    fn values_that_cannot_be_read_are_named() {
        for (fields, problem) in [
            (r#""solution":"R'","length":-1"#, "its `length` is not a whole number: -1"),
            (r#""solution":"R'","length":1.5"#, "its `length` is not a whole number: 1.5"),
            (r#""solution":"R'","length":"x""#, "its `length` is not a whole number: \"x\""),
            (r#""solution":"R'","proved":"yes""#, "its `proved` is not true or false: \"yes\""),
            (r#""solution":"R'","error":7"#, "its `error` is not a text: 7"),
            (r#""solution":7"#, "its `solution` is not moves: 7"),
            (r#""solution":"R'","others":"R2 R""#, ""),
            (r#""solution":"R'","others":[7.5]"#, "its `others` is not a list of moves: [7.5]"),
            (r#""solution":"R'","length":1,"length":1"#, "the row has two values of `length`"),
        ] {
            assert_eq!(problems(fields, Question::default()).concat(), problem, "{fields}");
        }
    }

    #[test]
    fn a_solution_beyond_the_bound_has_to_say_so() {
        let asked = Question::default().with(SolveOption::MaxLength, 1);
        for (fields, problem) in [
            (r#""solution":"R2 R""#, "it has 2 moves, more than 1, and the row does not say so"),
            (
                r#""solution":"R2 R","bound_met":true"#,
                "it has 2 moves, more than 1, and the row does not say so",
            ),
            (r#""solution":"R2 R","bound_met":false"#, ""),
            (r#""solution":"R'","bound_met":false"#, "it is said to have more than 1 moves, but has 1"),
        ] {
            assert_eq!(problems(fields, asked).concat(), problem, "{fields}");
        }
    }
}
