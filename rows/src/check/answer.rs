//! A row of solutions: of text, of JSON Lines, of CSV with a header, or of Parquet, whose rows come as JSON.

use std::borrow::Cow;
use std::fmt;

use serde::Deserializer as _;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

use crate::columns::{self, Told};
use crate::ends::Ends;
use crate::header::Header;
use crate::line::{BYTE_ORDER_MARK, Line, LineError, is_object, parse_field};
use crate::none::{MoreThan, NoneWithin};
use cubebatch::Cube;
use cubebatch::notation::Format;
use cubebatch_cube::notation::{content, sequences};

/// What a row says.
#[derive(Debug)]
pub struct Answer {
    /// Its line in the file of the rows, from 1.
    pub number: u64,
    /// The line of its position, if the row names it.
    pub line: Option<u64>,
    /// The moves of each solution, the best first; or why there are none.
    pub solutions: Result<Vec<String>, String>,
    /// What the solutions do, as far as the row says it.
    pub ends: Ends,
    /// What else stands in its columns.
    pub told: Told,
    /// The bound that a solution misses according to a comment behind it.
    pub missed: Option<MoreThan>,
}

/// Why no position stands in a row.
#[derive(Debug)]
pub enum NoPosition {
    /// The one that stands there is invalid.
    Invalid(LineError),
    /// There is none.
    Missing(String),
}

/// The columns that hold solutions: rows have one of them.
pub const NEEDED: &[&str] = &[columns::MOVES, columns::SOLUTION];

const NONE: &str = "there is no solution";

impl Answer {
    /// Reads a row; `None` if the line is a comment or a header. A line longer than `longest` bytes is incomplete.
    pub fn read(line: Line, header: Option<&Header>, longest: usize) -> Option<Answer> {
        let number = line.number;
        if line.bytes.len() > longest {
            let problem = format!("the row is longer than {longest} bytes, and was not read");
            return Some(Answer::none(number, problem));
        }
        let text = String::from_utf8_lossy(line.bytes);
        let text = text.trim_start_matches(BYTE_ORDER_MARK).trim_end();
        match header {
            Some(_) if text.is_empty() => None,
            Some(header) => Answer::of_record(number, text, header),
            None if is_object(text) => Some(Answer::of_object(number, text)),
            None => Answer::of_text(number, text),
        }
    }

    /// Moves of this position without a row.
    pub fn of_moves(cube: String, moves: &str, ends: Ends) -> Answer {
        let told = Told { cube: Some(cube), ..Told::default() };
        Answer { ends, told, ..Answer::with(1, listed(moves)) }
    }

    fn none(number: u64, problem: String) -> Answer {
        Answer { solutions: Err(problem), ..Answer::with(number, Vec::new()) }
    }

    fn with(number: u64, solutions: Vec<String>) -> Answer {
        let (ends, told) = (Ends::default(), Told::default());
        Answer { number, line: None, solutions: Ok(solutions), ends, told, missed: None }
    }

    fn of_object(number: u64, text: &str) -> Answer {
        let mut row = serde_json::Deserializer::from_str(text);
        let told = row.deserialize_map(ToldVisitor).and_then(|told| row.end().map(|()| told));
        match told {
            Ok(told) => Answer::of_columns(number, told),
            Err(error) => Answer::none(number, format!("the row is no JSON object: {error}")),
        }
    }

    /// A record of CSV; `None` if it is the header.
    fn of_record(number: u64, text: &str, header: &Header) -> Option<Answer> {
        let record = match header.record(text) {
            Ok(record) => record?,
            Err(error) => return Some(Answer::none(number, format!("the row is not read: {error}"))),
        };
        // An empty field alone is the solution of a solved cube, and several are below a table.
        if record.len() > 1 && record.iter().all(str::is_empty) {
            return None;
        }
        let mut told = Told::default();
        for name in columns::READ {
            told.take(name, header.get(&record, name).map_or(Value::Null, Value::from));
        }
        // A solved cube has an empty solution, of length 0; an invalid line has no length.
        if told.error.is_none() && told.moves.is_none() && told.solution.is_none() {
            told.take(columns::SOLUTION, Value::from(""));
        }
        Some(Answer::of_columns(number, told))
    }

    fn of_columns(number: u64, mut told: Told) -> Answer {
        let first = told.moves.as_ref().or(told.solution.as_ref()).map(|first| first.0.clone());
        let others = told.others.iter().flat_map(|others| &others.0).cloned();
        let solutions = first.map(|first| std::iter::once(first).chain(others).collect());
        told.error = told.error.filter(|error| !error.is_empty());
        Answer {
            number,
            line: told.line,
            solutions: solutions.ok_or_else(|| NONE.to_owned()),
            ends: [&mut told.goal, &mut told.to, &mut told.metric, &mut told.turns, &mut told.cost]
                .map(Option::take),
            told,
            missed: None,
        }
    }

    /// A line of moves, or a comment that stands for an invalid line; `None` for other comments.
    fn of_text(number: u64, text: &str) -> Option<Answer> {
        let moves = content(text);
        if moves.trim_start().is_empty() && !text.is_empty() {
            let (line, reason) = line_of_comment(text.trim_start())?;
            let at_least = reason.parse().ok().map(|NoneWithin(moves)| usize::from(moves) + 1);
            let told = Told { at_least, error: Some(reason.to_owned()), ..Told::default() };
            return Some(Answer { line: Some(line), told, ..Answer::none(number, NONE.to_owned()) });
        }
        // Between phases there can be seams.
        let comment = text.find('#').map_or("", |at| &text[at..]);
        let missed = comment.strip_prefix("# ").and_then(|comment| comment.parse().ok());
        Some(Answer { missed, ..Answer::with(number, listed(&moves.replace('|', " "))) })
    }

    /// The row of the position that stands in it.
    pub fn beside(self) -> Answer {
        Answer { line: Some(self.number), ..self }
    }

    /// The position that stands in it.
    ///
    /// # Errors
    /// [`NoPosition`].
    pub fn position(&self, format: Option<Format>) -> Result<Cube, NoPosition> {
        match (&self.told.cube, &self.solutions) {
            (Some(cube), _) => parse_field(Some(cube), columns::CUBE, format).map_err(NoPosition::Invalid),
            (None, _) if self.told.error.is_some() => {
                Err(NoPosition::Invalid(LineError::NoCube(columns::CUBE.to_owned())))
            }
            (None, Ok(_)) => Err(NoPosition::Missing("there is no position with its solution".to_owned())),
            (None, Err(problem)) => Err(NoPosition::Missing(problem.clone())),
        }
    }

    /// Whether it is a line without moves.
    pub fn is_empty(&self) -> bool {
        self.line.is_none()
            && matches!(&self.solutions, Ok(solutions) if solutions.concat().trim().is_empty())
    }
}

/// The solutions of a text, with commas between them.
pub(crate) fn listed(text: &str) -> Vec<String> {
    sequences(&content(text)).map(str::to_owned).collect()
}

/// Reads the columns of an object, and passes over its other fields.
struct ToldVisitor;

impl<'de> Visitor<'de> for ToldVisitor {
    type Value = Told;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut fields: M) -> Result<Told, M::Error> {
        let mut told = Told::default();
        while let Some(name) = fields.next_key::<Cow<str>>()? {
            match columns::READ.contains(&&*name) {
                true => told.take(&name, fields.next_value()?),
                false => _ = fields.next_value::<IgnoredAny>()?,
            }
        }
        Ok(told)
    }
}

/// The line that `# line 7: …` or `# FILE line 7: …` is about, and what it says.
fn line_of_comment(comment: &str) -> Option<(u64, &str)> {
    let comment = comment.strip_prefix('#')?;
    let mut starts = comment.match_indices(" line ").map(|(at, word)| &comment[at + word.len()..]);
    starts.find_map(|rest| {
        let (line, reason) = rest.split_once(": ")?;
        Some((line.parse().ok()?, reason))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Answer> {
        Answer::read(Line { number: 1, bytes: text.as_bytes() }, None, 1000)
    }

    #[test]
    fn comments_are_passed_over_unless_they_stand_for_a_line() {
        for comment in ["# solutions", "// of the line 3: good", "  # line seven: none", "#line 3: x"] {
            assert!(read(comment).is_none(), "{comment}");
        }
        for (row, line) in [("# line 7: none", 7), ("# a line 3 of lines line 12: odd: none", 12)] {
            assert_eq!(read(row).unwrap().line, Some(line), "{row}");
        }
    }

    #[test]
    fn a_comment_can_tell_that_there_is_none_as_short() {
        let at_least = |reason: &str| {
            let row = format!("# line 7: {reason}");
            read(&row).unwrap().told.at_least
        };
        assert_eq!(at_least(&NoneWithin(17).to_string()), Some(18));
        assert_eq!(at_least("none"), None);
    }

    #[test]
    fn solutions_stand_between_commas_outside_of_brackets() {
        let solutions = |text| read(text).unwrap().solutions.unwrap();
        assert_eq!(solutions("\u{feff}R U, [R, U] F , F // # 7\r"), ["R U", " [R, U] F ", " F"]);
        assert_eq!(solutions(""), [""]);
        assert_eq!(listed("R // one, two\nU, F"), ["R            \nU", " F"]);
    }

    #[test]
    fn a_header_makes_a_table() {
        let names = "line,cube,solution,length,phase1_length,phase2_length,others,error";
        let header = Header::of(names, None, NEEDED).unwrap();
        let read = |text: &str| Answer::read(Line { number: 2, bytes: text.as_bytes() }, Some(&header), 1000);
        assert!(read(names).is_none() && read(",,,").is_none());
        let row = read("3,UUU,R U,2,1,1,\"R U, F\",\r").unwrap();
        assert_eq!(row.solutions, Ok(vec!["R U".to_owned(), "R U".to_owned(), " F".to_owned()]));
        assert_eq!(
            (row.line, row.told.cube.as_deref(), row.told.length, row.told.phase_lengths()),
            (Some(3), Some("UUU"), Some(2), vec![1, 1])
        );
        assert_eq!(read("4,UUU,,0,0,0,,").unwrap().solutions, Ok(vec![String::new()]));
        assert!(read("5,,,,,,,no cube").unwrap().solutions.is_err());
    }

    #[test]
    fn a_row_of_which_a_part_is_missing_is_not_judged() {
        let problem = read(&"R U ".repeat(300)).unwrap().solutions.unwrap_err();
        assert!(problem.starts_with("the row is longer than 1000 bytes"), "{problem}");
    }
}
