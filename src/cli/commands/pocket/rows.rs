//! Rows of `pocket solve`: text, JSON Lines, CSV.

use std::io::Write;

use cubebatch::cube::{Algorithm, Metric};
use cubebatch::pocket::{Alphabet, Facelets, Steps};
use cubebatch::rows::LineError;
use serde::Serialize;

use super::batch::{Line, write_comment};
use crate::cli::args::Output;

/// A solution, whole or in steps.
pub enum Solution {
    Optimal(Algorithm),
    Steps(Steps),
}

impl Solution {
    pub fn moves(&self) -> Algorithm {
        match self {
            Solution::Optimal(moves) => moves.clone(),
            Solution::Steps(steps) => steps.moves(),
        }
    }
}

/// How rows are written.
#[derive(Clone, Copy)]
pub struct Style {
    pub output: Output,
    /// Whether there are several files.
    pub files: bool,
    /// Whether solutions are in steps.
    pub steps: bool,
    pub metric: Metric,
}

/// What a row tells, in this order.
#[derive(Default, Serialize)]
struct Fields<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    cube: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_corner: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_layer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_layer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Style {
    /// What comes before the first row.
    pub fn header(self) -> String {
        let names = [
            (self.files, "file"),
            (true, "line"),
            (true, "cube"),
            (self.steps, "first_corner"),
            (self.steps, "first_layer"),
            (self.steps, "last_layer"),
            (true, "solution"),
            (true, "length"),
            (true, "error"),
        ];
        let names: Vec<&str> = names.iter().filter(|(shown, _)| *shown).map(|(_, name)| *name).collect();
        if self.output == Output::Csv { names.join(",") + "\n" } else { String::new() }
    }

    /// Appends the row of a solved line.
    pub fn write(self, line: &Line, facelets: &Facelets, solution: &Solution, to: &mut Vec<u8>) {
        if self.output == Output::Text {
            return write_text(solution, to);
        }
        let moves = solution.moves();
        let steps = match solution {
            Solution::Optimal(_) => Default::default(),
            Solution::Steps(Steps(steps)) => steps.each_ref().map(|step| Some(step.to_string())),
        };
        let [first_corner, first_layer, last_layer] = steps;
        let fields = Fields {
            cube: Some(facelets.to_text(Alphabet::Faces)),
            first_corner,
            first_layer,
            last_layer,
            solution: Some(moves.to_string()),
            length: Some(moves.length(self.metric)),
            ..Fields::of(line)
        };
        self.write_fields(&fields, to);
    }

    /// Appends the row of a line that is no position.
    pub fn write_invalid(self, line: &Line, error: &LineError, to: &mut Vec<u8>) {
        if self.output == Output::Text {
            return write_comment(line, error, to);
        }
        self.write_fields(&Fields { error: Some(error.told()), ..Fields::of(line) }, to);
    }

    fn write_fields(self, fields: &Fields, to: &mut Vec<u8>) {
        if self.output == Output::Csv {
            return self.write_csv(fields, to);
        }
        serde_json::to_writer(&mut *to, fields).expect("a vector takes everything");
        to.push(b'\n');
    }

    fn write_csv(self, fields: &Fields, to: &mut Vec<u8>) {
        let text = |field: &Option<String>| field.clone().unwrap_or_default();
        let columns = [
            (self.files, fields.file.unwrap_or_default().to_owned()),
            (true, fields.line.to_string()),
            (true, text(&fields.cube)),
            (self.steps, text(&fields.first_corner)),
            (self.steps, text(&fields.first_layer)),
            (self.steps, text(&fields.last_layer)),
            (true, text(&fields.solution)),
            (true, fields.length.map_or(String::new(), |length| length.to_string())),
            (true, text(&fields.error)),
        ];
        let record = columns.iter().filter(|(shown, _)| *shown).map(|(_, field)| field);
        csv::Writer::from_writer(to).write_record(record).expect("a vector takes everything");
    }
}

impl<'a> Fields<'a> {
    fn of(line: &Line<'a>) -> Fields<'a> {
        Fields { file: line.file, line: line.number, ..Fields::default() }
    }
}

fn write_text(solution: &Solution, to: &mut Vec<u8>) {
    let written = match solution {
        Solution::Optimal(moves) => writeln!(to, "{moves}"),
        Solution::Steps(Steps(steps)) => {
            let named = Steps::NAMES.iter().zip(steps).map(|(name, moves)| match moves.is_empty() {
                true => format!("{name}: none"),
                false => format!("{name}: {moves}"),
            });
            writeln!(to, "{}", named.collect::<Vec<_>>().join("; "))
        }
    };
    written.expect("a vector takes everything");
}
