//! A row: what became of a line.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::columns::{Cell, Column, Kind};
use super::moves::{Listed, Moves, Notation};
use super::none::NoneWithin;
use crate::method::SolveOption;
use crate::{Cube, Limits, Method, Move, Proof, Solution};

/// How the rows of solutions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Form {
    /// A solution a line, empty for a solved cube, a comment for an invalid line
    Text,
    /// An object a line (JSON Lines)
    #[cfg_attr(feature = "cli", value(alias = "json"))]
    Jsonl,
    /// Comma-separated values with a header
    Csv,
    /// Columns; moves are numbers, 0 to 17 for U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'
    Parquet,
}

/// One line of input and what became of it.
pub struct Row<'a> {
    /// The file, when there are several.
    pub file: Option<&'a str>,
    /// From 1.
    pub line: u64,
    /// What became of it.
    pub outcome: Outcome<'a>,
}

/// What became of a line.
pub enum Outcome<'a> {
    /// It holds a position, and there is a solution.
    Solved {
        /// The position.
        cube: &'a Cube,
        /// Its solution.
        solution: &'a Solution,
        /// How long it took, if that is told.
        microseconds: Option<f64>,
    },
    /// It is proved that there is no solution as short as was asked for.
    NoneWithin {
        /// The position.
        cube: &'a Cube,
        /// What was proved.
        proof: &'a Proof,
        /// How long it took, if that is told.
        microseconds: Option<f64>,
        /// How many moves were asked for at most.
        moves: u8,
    },
    /// It holds no position.
    Invalid {
        /// Why.
        error: &'a str,
    },
}

/// How rows are written.
#[derive(Clone, Copy)]
pub struct Style {
    /// In which form.
    pub form: Form,
    /// How positions are solved.
    pub method: Method,
    /// How moves are written.
    pub notation: Notation,
    /// Whether there are several files.
    pub files: bool,
    /// The phases of a solution.
    pub phases: usize,
    /// Whether text shows where phases end.
    pub seams: bool,
    /// Whether there can be other solutions.
    pub others: bool,
    /// Whether it is told what was proved.
    pub proofs: bool,
    /// Whether it can be that there is no solution as short as is asked for.
    pub bounds: bool,
    /// The most moves that are asked for, where a budget may end the search with more.
    pub aim: Option<u8>,
    /// Whether times are asked for.
    pub time: bool,
}

impl Style {
    /// What the form, the method and what is asked of it decide: moves are letters, and there is no more than there must be.
    pub fn of(form: Form, method: Method, limits: &Limits) -> Style {
        let asked = limits.question();
        Style {
            form,
            method,
            notation: Notation::Letters,
            files: false,
            phases: method.phases(),
            seams: false,
            others: asked.asks_several(),
            proofs: method.proves(),
            bounds: method.proves() && asked.asks(SolveOption::MaxLength),
            aim: method.aim(asked),
            time: false,
        }
    }

    /// Whether no solution is longer than was asked for, where that can be.
    fn is_bound_met(self, solution: &Solution) -> Option<bool> {
        let is_met = |aim: u8| solution.all().all(|solution| solution.length() <= aim.into());
        self.aim.map(is_met)
    }

    /// What comes before the first row.
    pub fn header(self) -> String {
        if self.form != Form::Csv {
            return String::new();
        }
        let names: Vec<&str> = self.columns().iter().map(|column| column.name).collect();
        names.join(",") + "\n"
    }

    /// The columns of a table, in their order.
    pub fn columns(self) -> Vec<Column> {
        let columns = Fields::default().table(self).into_iter();
        columns.map(|(name, kind, _)| Column { name, kind }).collect()
    }

    /// The values of a row, in the order of the columns.
    pub fn cells<'a>(self, row: &Row<'a>) -> impl Iterator<Item = (Kind, Cell<'a>)> {
        Fields::of(row, self).table(self).into_iter().map(|(_, kind, cell)| (kind, cell))
    }

    /// Appends a row with its line end; of [`Form::Parquet`] there are [cells](Style::cells) alone.
    pub fn write(self, row: &Row, to: &mut Vec<u8>) {
        match self.form {
            Form::Text => self.write_text(row, to),
            Form::Jsonl => self.write_json(row, to),
            Form::Csv => self.write_csv(row, to),
            Form::Parquet => {}
        }
    }

    fn write_text(self, row: &Row, to: &mut Vec<u8>) {
        let written = match &row.outcome {
            Outcome::Solved { solution, .. } => self.write_solution(solution, to),
            Outcome::Invalid { error } => write!(to, "# {}: {error}", Place(row)),
            Outcome::NoneWithin { moves, .. } => write!(to, "# {}: {}", Place(row), NoneWithin(*moves)),
        };
        written.expect("a vector takes everything");
        to.push(b'\n');
    }

    /// The moves, and a comment if there are more than was asked for.
    fn write_solution(self, solution: &Solution, to: &mut Vec<u8>) -> io::Result<()> {
        if self.seams {
            write!(to, "{}", Listed(solution.all().map(|solution| self.with_seams(solution))))?;
        } else {
            write!(to, "{}", Listed(solution.all().map(|solution| self.moves(&solution.moves))))?;
        }
        match self.aim.filter(|_| self.is_bound_met(solution) == Some(false)) {
            Some(aim) => write!(to, " # more than {aim} moves: the best that was found"),
            None => Ok(()),
        }
    }

    fn write_csv(self, row: &Row, to: &mut Vec<u8>) {
        let record = self.cells(row).map(|(_, cell)| cell.to_string());
        csv::Writer::from_writer(to).write_record(record).expect("a vector takes everything");
    }

    fn write_json(self, row: &Row, to: &mut Vec<u8>) {
        serde_json::to_writer(&mut *to, &Fields::of(row, self)).expect("a vector takes everything");
        to.push(b'\n');
    }

    fn moves(self, moves: &[Move]) -> Moves<'_> {
        Moves { moves, notation: self.notation }
    }

    /// The moves with a `|` between phases, also where one is empty.
    fn with_seams(self, solution: &Solution) -> String {
        let phases: Vec<String> = solution.phases().map(|phase| self.moves(phase).to_string()).collect();
        phases.join(" | ").split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// The line of a row, and its file, if there are several.
struct Place<'a>(&'a Row<'a>);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.file.map_or(Ok(()), |file| write!(f, "{file} "))?;
        write!(f, "line {}", self.0.line)
    }
}

#[derive(Default, Serialize)]
struct Fields<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    cube: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Moves<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(flatten)]
    phases: PhaseLengths<'a>,
    /// An object says it only where it is false.
    #[serde(skip_serializing_if = "is_not_false")]
    bound_met: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<Moves<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    microseconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Cow<'a, str>>,
}

fn is_not_false(truth: &Option<bool>) -> bool {
    *truth != Some(false)
}

/// The length of each phase under a key of its own; none for an invalid line.
#[derive(Default)]
struct PhaseLengths<'a>(&'a [usize]);

impl Serialize for PhaseLengths<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(PHASE_KEYS.iter().zip(self.0))
    }
}

/// No method has more phases.
const PHASE_KEYS: [&str; 4] = ["phase1_length", "phase2_length", "phase3_length", "phase4_length"];

impl<'a> Fields<'a> {
    /// The columns of the style with what stands there: they are the same for all rows.
    fn table(self, style: Style) -> Vec<(&'static str, Kind, Cell<'a>)> {
        fn cell<'a, T>(value: Option<T>, of: impl FnOnce(T) -> Cell<'a>) -> Cell<'a> {
            value.map_or(Cell::None, of)
        }
        let count = |count: usize| Cell::Count(count as u64);
        let text = |text: &str| Cell::Text(text.to_owned());
        let is_parquet = style.form == Form::Parquet;
        let solution = if is_parquet { "moves" } else { "solution" };
        let others = self.solution.is_some().then_some(self.others);
        let lengths = self.phases.0;
        let phase = |(index, name)| (true, name, Kind::Byte, cell(lengths.get(index).copied(), count));
        let before = [
            (style.files, "file", Kind::Text, cell(self.file, text)),
            (true, "line", Kind::Count, Cell::Count(self.line)),
            (true, "cube", Kind::Text, cell(self.cube, Cell::Text)),
            (true, solution, Kind::Moves, cell(self.solution, Cell::Moves)),
            (true, "length", Kind::Byte, cell(self.length, count)),
            (is_parquet, "method", Kind::Text, text(style.method.name())),
        ];
        let phases = PHASE_KEYS.into_iter().take(style.phases).enumerate().map(phase);
        let after = [
            (style.aim.is_some(), "bound_met", Kind::Truth, cell(self.bound_met, Cell::Truth)),
            (style.proofs, "proved", Kind::Truth, cell(self.proved, Cell::Truth)),
            (style.bounds, "at_least", Kind::Byte, cell(self.at_least, |length| count(length.into()))),
            (style.proofs, "nodes", Kind::Count, cell(self.nodes, Cell::Count)),
            (style.others, "others", Kind::MoveLists, cell(others, Cell::MoveLists)),
            (style.time, "microseconds", Kind::Real, cell(self.microseconds, Cell::Real)),
            (true, "error", Kind::Text, cell(self.error, |error| Cell::Text(error.into_owned()))),
        ];
        let all = before.into_iter().chain(phases).chain(after).filter(|(is_shown, ..)| *is_shown);
        all.map(|(_, name, kind, cell)| (name, kind, cell)).collect()
    }

    fn of(row: &Row<'a>, style: Style) -> Fields<'a> {
        let line = Fields { file: row.file, line: row.line, ..Fields::default() };
        match row.outcome {
            Outcome::Invalid { error } => Fields { error: Some(error.into()), ..line },
            Outcome::NoneWithin { cube, proof, microseconds, moves } => Fields {
                cube: Some(cube.to_string()),
                at_least: Some(proof.at_least),
                nodes: Some(proof.nodes),
                microseconds,
                error: Some(NoneWithin(moves).to_string().into()),
                ..line
            },
            Outcome::Solved { cube, solution, microseconds } => Fields {
                cube: Some(cube.to_string()),
                solution: Some(style.moves(&solution.moves)),
                length: Some(solution.length()),
                phases: PhaseLengths(&solution.phase_lengths),
                bound_met: style.is_bound_met(solution),
                proved: style.proofs.then(|| solution.is_shortest()),
                nodes: solution.proof.map(|proof| proof.nodes),
                others: solution.others.iter().map(|other| style.moves(&other.moves)).collect(),
                microseconds,
                ..line
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of a solution of three moves, where this many are asked for with a budget.
    fn rows(form: Form, max_length: u8) -> String {
        let limits = Limits::at_most(max_length).max_nodes(1);
        let style = Style::of(form, Method::TwoPhase, &limits);
        let cube: Cube = "R U F".parse().unwrap();
        let solution = Solution::new([8, 2, 5].map(Move::from_index).to_vec(), vec![2, 1]);
        let outcome = Outcome::Solved { cube: &cube, solution: &solution, microseconds: None };
        let mut rows = style.header().into_bytes();
        style.write(&Row { file: None, line: 1, outcome }, &mut rows);
        String::from_utf8(rows).unwrap()
    }

    #[test]
    fn a_row_says_that_its_bound_was_missed() {
        assert_eq!(rows(Form::Text, 3), "F' U' R'\n");
        assert_eq!(rows(Form::Text, 2), "F' U' R' # more than 2 moves: the best that was found\n");
        assert!(!rows(Form::Jsonl, 3).contains("bound_met"));
        assert!(rows(Form::Jsonl, 2).contains(",\"bound_met\":false}"));
        for (max_length, ending) in [(3, ",true,\n"), (2, ",false,\n")] {
            let rows = rows(Form::Csv, max_length);
            assert!(rows.contains(",bound_met,error\n") && rows.ends_with(ending), "{rows}");
        }
    }

    #[test]
    fn the_bound_stands_in_a_column_where_a_budget_can_miss_it() {
        let has = |limits: &Limits, method| {
            let columns = Style::of(Form::Parquet, method, limits).columns();
            columns.iter().any(|column| column.name == "bound_met")
        };
        assert!(has(&Limits::default().max_nodes(5), Method::TwoPhase));
        assert!(!has(&Limits::at_most(20), Method::TwoPhase));
        assert!(!has(&Limits::at_most(20), Method::Optimal));
    }
}
