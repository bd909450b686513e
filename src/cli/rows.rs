//! Rows of output: text, JSON Lines, CSV.

use std::io::Write;

use cubebatch::cube::{Cube, Sequence};
use cubebatch::solve::Solution;
use serde::Serialize;

use super::args::Output;

/// One line of input and what became of it.
pub struct Row<'a> {
    /// The file, when there are several.
    pub file: Option<&'a str>,
    /// From 1.
    pub line: u64,
    pub outcome: Outcome<'a>,
}

pub enum Outcome<'a> {
    Solved { cube: &'a Cube, solution: &'a Solution, microseconds: Option<f64> },
    Invalid { error: &'a str },
}

/// How rows are written.
#[derive(Clone, Copy)]
pub struct Style {
    pub output: Output,
    /// Whether there are several files.
    pub files: bool,
    /// Whether times are asked for.
    pub time: bool,
}

impl Style {
    /// What comes before the first row.
    pub fn header(self) -> String {
        let columns = [
            (self.files, "file"),
            (true, "line"),
            (true, "cube"),
            (true, "solution"),
            (true, "length"),
            (true, "phase1_length"),
            (true, "phase2_length"),
            (self.time, "microseconds"),
            (true, "error"),
        ];
        let names: Vec<&str> = columns.iter().filter(|(shown, _)| *shown).map(|(_, name)| *name).collect();
        if self.output == Output::Csv { names.join(",") + "\n" } else { String::new() }
    }

    /// Appends a row with its line end.
    pub fn write(self, row: &Row, to: &mut Vec<u8>) {
        match self.output {
            Output::Text => write_text(row, to),
            Output::Jsonl => write_json(row, to),
            Output::Csv => self.write_csv(row, to),
        }
    }

    fn write_csv(self, row: &Row, to: &mut Vec<u8>) {
        let fields = Fields::of(row);
        let number = |n: Option<usize>| n.map_or(String::new(), |n| n.to_string());
        let line = fields.line.to_string();
        let numbers = [fields.length, fields.phase1_length, fields.phase2_length].map(number);
        let time = fields.microseconds.map_or(String::new(), |time| time.to_string());
        let columns = [
            (self.files, fields.file.unwrap_or_default()),
            (true, &line),
            (true, fields.cube.as_deref().unwrap_or_default()),
            (true, fields.solution.as_deref().unwrap_or_default()),
            (true, &numbers[0]),
            (true, &numbers[1]),
            (true, &numbers[2]),
            (self.time, &time),
            (true, fields.error.unwrap_or_default()),
        ];
        let record = columns.iter().filter(|(shown, _)| *shown).map(|(_, field)| field);
        csv::Writer::from_writer(to).write_record(record).expect("a vector takes everything");
    }
}

fn write_text(row: &Row, to: &mut Vec<u8>) {
    let written = match &row.outcome {
        Outcome::Solved { solution, .. } => writeln!(to, "{}", Sequence(&solution.moves)),
        Outcome::Invalid { error } => {
            let file = row.file.map_or(String::new(), |file| format!("{file} "));
            writeln!(to, "# {file}line {}: {error}", row.line)
        }
    };
    written.expect("a vector takes everything");
}

fn write_json(row: &Row, to: &mut Vec<u8>) {
    serde_json::to_writer(&mut *to, &Fields::of(row)).expect("a vector takes everything");
    to.push(b'\n');
}

#[derive(Default, Serialize)]
struct Fields<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    cube: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phase1_length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phase2_length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    microseconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

impl<'a> Fields<'a> {
    fn of(row: &Row<'a>) -> Fields<'a> {
        let line = Fields { file: row.file, line: row.line, ..Fields::default() };
        match row.outcome {
            Outcome::Invalid { error } => Fields { error: Some(error), ..line },
            Outcome::Solved { cube, solution, microseconds } => Fields {
                cube: Some(cube.to_facelet_string()),
                solution: Some(Sequence(&solution.moves).to_string()),
                length: Some(solution.length()),
                phase1_length: Some(solution.phase1_length),
                phase2_length: Some(solution.phase2_length()),
                microseconds,
                ..line
            },
        }
    }
}
