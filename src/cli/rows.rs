//! Rows of output: text, JSON Lines, CSV.

use std::fmt::{self, Display};
use std::io::Write;

use cubebatch::cube::Sequence;
use cubebatch::notation::Digits;
use cubebatch::{Cube, Move, Proof, Solution};
use serde::{Serialize, Serializer};

use super::args::{Notation, Output};

/// One line of input and what became of it.
pub struct Row<'a> {
    /// The file, when there are several.
    pub file: Option<&'a str>,
    /// From 1.
    pub line: u64,
    pub outcome: Outcome<'a>,
}

pub enum Outcome<'a> {
    Solved {
        cube: &'a Cube,
        solution: &'a Solution,
        microseconds: Option<f64>,
    },
    /// It is proved that there is no solution as short as was asked for.
    NoneWithin {
        cube: &'a Cube,
        proof: &'a Proof,
        microseconds: Option<f64>,
        error: &'a str,
    },
    Invalid {
        error: &'a str,
    },
}

/// How rows are written.
#[derive(Clone, Copy)]
pub struct Style {
    pub output: Output,
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
    /// Whether times are asked for.
    pub time: bool,
}

impl Style {
    /// What comes before the first row.
    pub fn header(self) -> String {
        if self.output != Output::Csv {
            return String::new();
        }
        let file = self.files.then_some("file");
        let phases: Vec<String> = (1..=self.phases).map(phase_key).collect();
        let time = self.time.then_some("microseconds");
        let proved = self.proofs.then_some("proved");
        let at_least = self.bounds.then_some("at_least");
        let nodes = self.proofs.then_some("nodes");
        let others = self.others.then_some("others");
        let before = file.into_iter().chain(["line", "cube", "solution", "length"]);
        let proof = proved.into_iter().chain(at_least).chain(nodes);
        let names = before.chain(phases.iter().map(String::as_str)).chain(proof);
        let names = names.chain(others).chain(time).chain(["error"]);
        names.collect::<Vec<_>>().join(",") + "\n"
    }

    /// Appends a row with its line end.
    pub fn write(self, row: &Row, to: &mut Vec<u8>) {
        match self.output {
            Output::Text => self.write_text(row, to),
            Output::Jsonl => self.write_json(row, to),
            Output::Csv => self.write_csv(row, to),
        }
    }

    fn write_text(self, row: &Row, to: &mut Vec<u8>) {
        let written = match &row.outcome {
            Outcome::Solved { solution, .. } if self.seams => {
                write!(to, "{}", Listed(solution.all().map(|solution| self.with_seams(solution))))
            }
            Outcome::Solved { solution, .. } => {
                write!(to, "{}", Listed(solution.all().map(|solution| self.moves(&solution.moves))))
            }
            Outcome::Invalid { error } | Outcome::NoneWithin { error, .. } => {
                let file = row.file.map_or(String::new(), |file| format!("{file} "));
                write!(to, "# {file}line {}: {error}", row.line)
            }
        };
        written.expect("a vector takes everything");
        to.push(b'\n');
    }

    fn write_csv(self, row: &Row, to: &mut Vec<u8>) {
        fn field(value: Option<impl Display>) -> String {
            value.map_or(String::new(), |value| value.to_string())
        }
        let Fields {
            file,
            line,
            cube,
            solution,
            length,
            phases,
            proved,
            at_least,
            nodes,
            others,
            microseconds,
            error,
        } = Fields::of(row, self);
        let file = self.files.then(|| file.unwrap_or_default().to_owned());
        let before = [line.to_string(), cube.unwrap_or_default(), field(solution), field(length)];
        let phases = (0..self.phases).map(|phase| field(phases.0.get(phase)));
        let proved = self.proofs.then(|| field(proved));
        let at_least = self.bounds.then(|| field(at_least));
        let nodes = self.proofs.then(|| field(nodes));
        let proof = proved.into_iter().chain(at_least).chain(nodes);
        let others = self.others.then(|| Listed(others.iter()).to_string());
        let error = error.unwrap_or_default().to_owned();
        let time = self.time.then(|| field(microseconds));
        let after = others.into_iter().chain(time).chain([error]);
        let record = file.into_iter().chain(before).chain(phases).chain(proof).chain(after);
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

/// Moves as they are asked for.
struct Moves<'a> {
    moves: &'a [Move],
    notation: Notation,
}

impl Display for Moves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.notation {
            Notation::Letters => Sequence(self.moves).fmt(f),
            Notation::Digits => Digits::spaced(self.moves).fmt(f),
        }
    }
}

impl Serialize for Moves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Solutions of one position in their row.
struct Listed<I>(I);

impl<I: Iterator<Item: Display> + Clone> Display for Listed<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.clone().enumerate().try_for_each(|(i, solution)| {
            f.write_str(if i == 0 { "" } else { ", " })?;
            solution.fmt(f)
        })
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
    error: Option<&'a str>,
}

/// The length of each phase under a key of its own; none for an invalid line.
#[derive(Default)]
struct PhaseLengths<'a>(&'a [usize]);

impl Serialize for PhaseLengths<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map((1..).map(phase_key).zip(self.0))
    }
}

fn phase_key(phase: usize) -> String {
    format!("phase{phase}_length")
}

impl<'a> Fields<'a> {
    fn of(row: &Row<'a>, style: Style) -> Fields<'a> {
        let line = Fields { file: row.file, line: row.line, ..Fields::default() };
        match row.outcome {
            Outcome::Invalid { error } => Fields { error: Some(error), ..line },
            Outcome::NoneWithin { cube, proof, microseconds, error } => Fields {
                cube: Some(cube.to_facelet_string()),
                at_least: Some(proof.at_least),
                nodes: Some(proof.nodes),
                microseconds,
                error: Some(error),
                ..line
            },
            Outcome::Solved { cube, solution, microseconds } => Fields {
                cube: Some(cube.to_facelet_string()),
                solution: Some(style.moves(&solution.moves)),
                length: Some(solution.length()),
                phases: PhaseLengths(&solution.phase_lengths),
                proved: style.proofs.then(|| solution.is_shortest()),
                nodes: solution.proof.map(|proof| proof.nodes),
                others: solution.others.iter().map(|other| style.moves(&other.moves)).collect(),
                microseconds,
                ..line
            },
        }
    }
}
