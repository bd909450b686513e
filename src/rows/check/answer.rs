//! A row of solutions: of text, of JSON Lines, of CSV with a header, or of Parquet, whose rows come as JSON.

use crate::notation::{content, sequences};
use crate::rows::columns::{self, Told, ToldMoves};
use crate::rows::ends::{ENDS, Ends};
use crate::rows::header::Header;
use crate::rows::line::{BYTE_ORDER_MARK, Line, is_object};
use crate::rows::none::NoneWithin;

/// What a row says.
#[derive(Debug)]
pub struct Answer {
    /// Its line in the file of the rows, from 1.
    pub number: u64,
    /// The line of its position, if the row names it.
    pub line: Option<u64>,
    /// The moves of each solution, the best first; or why there are none.
    pub solutions: Result<Vec<String>, String>,
    /// The position, if the row has it.
    pub cube: Option<String>,
    /// What the solutions do, as far as the row says it.
    pub ends: Ends,
    /// How many moves the first solution has, if the row says so.
    pub length: Option<usize>,
    /// How many moves each phase of the first solution has, if the row says so.
    pub phases: Vec<usize>,
    /// Whether the row reports an error.
    pub has_error: bool,
    /// Whether the row says that the first solution is proved to be shortest.
    pub proved: bool,
    /// How many moves each solution has at least, if the row says that there is none as short as was asked for.
    pub at_least: Option<usize>,
}

/// The columns that hold solutions: rows have one of them.
pub const NEEDED: &[&str] = &[columns::MOVES, columns::SOLUTION];

/// The other columns that say something about solutions.
pub const OTHERS: &[&str] = &[
    columns::LINE,
    columns::CUBE,
    columns::GOAL,
    columns::TO,
    columns::METRIC,
    columns::TURNS,
    columns::OTHERS,
    columns::LENGTH,
    columns::PHASE_LENGTHS[0],
    columns::PHASE_LENGTHS[1],
    columns::PHASE_LENGTHS[2],
    columns::PHASE_LENGTHS[3],
    columns::PROVED,
    columns::AT_LEAST,
    columns::ERROR,
];

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

    /// Moves without a row.
    pub fn of_moves(moves: &str) -> Answer {
        Answer { solutions: Ok(listed(moves)), ..Answer::none(1, String::new()) }
    }

    fn none(number: u64, problem: String) -> Answer {
        Answer {
            number,
            line: None,
            solutions: Err(problem),
            cube: None,
            ends: Ends::default(),
            length: None,
            phases: Vec::new(),
            has_error: false,
            proved: false,
            at_least: None,
        }
    }

    fn of_object(number: u64, text: &str) -> Answer {
        let row: Told = match serde_json::from_str(text) {
            Ok(row) => row,
            Err(error) => return Answer::none(number, format!("the row is no JSON object: {error}")),
        };
        let phases = row.phase_lengths();
        let all = |solution| std::iter::once(solution).chain(row.others).map(ToldMoves::text).collect();
        Answer {
            number,
            line: row.line,
            solutions: row.moves.or(row.solution).map(all).ok_or_else(|| NONE.to_owned()),
            cube: row.cube,
            ends: [row.goal, row.to, row.metric, row.turns, row.cost],
            length: row.length,
            phases,
            has_error: row.error.is_some_and(|error| !error.is_empty()),
            proved: row.proved == Some(true),
            at_least: row.at_least,
        }
    }

    /// A record of CSV; `None` if it is the header.
    fn of_record(number: u64, text: &str, header: &Header) -> Option<Answer> {
        let record = match header.record(text) {
            Ok(record) => record?,
            Err(error) => return Some(Answer::none(number, format!("the row is no CSV record: {error}"))),
        };
        // An empty field alone is the solution of a solved cube, and several are below a table.
        if record.len() > 1 && record.iter().all(str::is_empty) {
            return None;
        }
        let get = |name: &str| header.get(&record, name);
        let count = |name: &str| get(name).and_then(|count| count.parse().ok());
        // A solved cube has an empty solution, of length 0; an invalid line has no length.
        let has_error = get(columns::ERROR).is_some();
        let solution = NEEDED.iter().find_map(|name| get(name)).or((!has_error).then_some(""));
        let others = get(columns::OTHERS).map(listed).unwrap_or_default();
        let all = |solution: &str| std::iter::once(solution.to_owned()).chain(others).collect();
        let phases = columns::PHASE_LENGTHS.iter().map_while(|name| count(name)).collect();
        Some(Answer {
            number,
            line: count(columns::LINE).map(|line| line as u64),
            solutions: solution.map(all).ok_or_else(|| NONE.to_owned()),
            cube: get(columns::CUBE).map(str::to_owned),
            ends: ENDS.map(|(_, column)| get(column).map(str::to_owned)),
            length: count(columns::LENGTH),
            phases,
            has_error,
            proved: get(columns::PROVED) == Some("true"),
            at_least: count(columns::AT_LEAST),
        })
    }

    /// A line of moves, or a comment that stands for an invalid line; `None` for other comments.
    fn of_text(number: u64, text: &str) -> Option<Answer> {
        let moves = content(text);
        if moves.trim_start().is_empty() && !text.is_empty() {
            let (line, reason) = line_of_comment(text.trim_start())?;
            let at_least = reason.parse().ok().map(|NoneWithin(moves)| usize::from(moves) + 1);
            return Some(Answer { line: Some(line), at_least, ..Answer::none(number, NONE.to_owned()) });
        }
        // Between phases there can be seams.
        let solutions = Ok(listed(&moves.replace('|', " ")));
        Some(Answer { solutions, ..Answer::none(number, String::new()) })
    }

    /// The row of the position that stands in it.
    pub fn beside(self) -> Answer {
        let solutions = match self.cube {
            Some(_) => self.solutions,
            None => Err("there is no position with its solution".to_owned()),
        };
        Answer { line: Some(self.number), solutions, ..self }
    }

    /// Whether it is a line without moves.
    pub fn is_empty(&self) -> bool {
        self.line.is_none()
            && matches!(&self.solutions, Ok(solutions) if solutions.concat().trim().is_empty())
    }
}

/// The solutions of a text, with commas between them.
fn listed(text: &str) -> Vec<String> {
    sequences(&content(text)).map(str::to_owned).collect()
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
            read(&row).unwrap().at_least
        };
        assert_eq!(at_least(&NoneWithin(17).to_string()), Some(18));
        assert_eq!(at_least("none"), None);
    }

    #[test]
    fn solutions_stand_between_commas_outside_of_brackets() {
        let solutions = |text| read(text).unwrap().solutions.unwrap();
        assert_eq!(solutions("\u{feff}R U, [R, U] F , F // # 7\r"), ["R U", " [R, U] F ", " F"]);
        assert_eq!(solutions(""), [""]);
        assert_eq!(Answer::of_moves("R // one, two\nU, F").solutions.unwrap(), ["R             \nU", " F"]);
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
            (row.line, row.cube.as_deref(), row.length, &row.phases[..]),
            (Some(3), Some("UUU"), Some(2), &[1, 1][..])
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
