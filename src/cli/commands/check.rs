//! `cubebatch check`: do solutions of any origin solve their positions?

use std::collections::BTreeMap;
use std::path::Path;

use cubebatch::cube::Cube;
use cubebatch::notation::{Format, parse_moves};
use serde::Deserialize;

use crate::cli::args;
use crate::cli::failure::{Failure, INVALID, UNUSABLE};
use crate::cli::input::{Input, LINES, LineError, Parsed, parse};
use crate::cli::output::print;

/// What was found, by length where a solution holds.
#[derive(Default)]
struct Report {
    solutions: u64,
    invalid: u64,
    unsolved: u64,
    lengths: BTreeMap<usize, u64>,
    messages: u64,
}

/// Failed lines that are told one by one; of more only the number is.
const MESSAGES: u64 = 20;

/// Runs the command.
pub fn run(args: &args::Check) -> Result<u8, Failure> {
    let format = args.reading.notation();
    if args.cubes == *"-" && args.solutions == *"-" {
        let problem = "positions and solutions cannot both come from standard input";
        return Err(Failure::new(UNUSABLE, problem, "Put one of them in a file."));
    }
    let mut cubes = Lines::open(&args.cubes)?;
    let mut solutions = Lines::open(&args.solutions)?;
    let mut report = Report::default();
    while let Some((line, cube)) = cubes.next_position(format)? {
        let Some((_, solution)) = solutions.next()? else {
            let problem =
                format!("{} ends before {} line {line}", args.solutions.display(), args.cubes.display());
            return Err(Failure::new(UNUSABLE, problem, "Give one solution a line for each position."));
        };
        report.add(line, cube, &String::from_utf8_lossy(&solution));
    }
    while let Some((line, text)) = solutions.next()? {
        if !text.trim_ascii().is_empty() {
            let problem = format!("{} line {line} has no position", args.solutions.display());
            return Err(Failure::new(UNUSABLE, problem, "Give one solution a line for each position."));
        }
    }
    print(&report.to_string())?;
    Ok(if report.all_hold() { 0 } else { INVALID })
}

impl Report {
    fn add(&mut self, line: u64, cube: Result<Cube, LineError>, solution: &str) {
        let solutions = match solution_texts(solution) {
            Ok(solutions) => solutions.into_iter().map(Ok).collect(),
            Err(problem) => vec![Err(problem)],
        };
        self.solutions += solutions.len() as u64;
        for solution in solutions {
            match (&cube, solution) {
                (Ok(cube), solution) => {
                    self.add_solution(line, solution.and_then(|text| length(cube, &text)))
                }
                (Err(error), _) => {
                    self.invalid += 1;
                    self.tell(line, &format!("the position is invalid: {error}"));
                }
            }
        }
    }

    /// The length, or what is wrong.
    fn add_solution(&mut self, line: u64, length: Result<usize, String>) {
        match length {
            Ok(length) => *self.lengths.entry(length).or_default() += 1,
            Err(problem) => {
                self.unsolved += 1;
                self.tell(line, &problem);
            }
        }
    }

    fn tell(&mut self, line: u64, problem: &str) {
        self.messages += 1;
        if self.messages <= MESSAGES {
            tell!("line {line}: {problem}");
        }
    }

    fn holding(&self) -> u64 {
        self.lengths.values().sum()
    }

    fn all_hold(&self) -> bool {
        self.holding() == self.solutions
    }

    fn mean(&self) -> f64 {
        let moves: u64 = self.lengths.iter().map(|(&length, count)| length as u64 * count).sum();
        moves as f64 / self.holding() as f64
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{} of {} solutions hold", self.holding(), self.solutions)?;
        if self.invalid > 0 {
            writeln!(f, "{} positions are invalid", self.invalid)?;
        }
        if self.unsolved > 0 {
            writeln!(f, "{} solutions do not hold", self.unsolved)?;
        }
        if self.holding() > 0 {
            writeln!(f, "mean length {:.3} (HTM)", self.mean())?;
        }
        for (length, count) in &self.lengths {
            writeln!(f, "{length:>5} {count:>10}")?;
        }
        Ok(())
    }
}

/// The length of a solution, or why it is none.
fn length(cube: &Cube, text: &str) -> Result<usize, String> {
    let manoeuvre = parse_moves(text).map_err(|error| error.to_string())?;
    if !manoeuvre.apply(cube).is_solved() {
        return Err("the moves do not solve it".to_owned());
    }
    Ok(manoeuvre.htm_length())
}

/// The solutions on a line of text or JSON; the moves of each.
fn solution_texts(line: &str) -> Result<Vec<String>, String> {
    let none = || "there is no solution".to_owned();
    if line.trim_start().starts_with('{') {
        let Row { solution, others } = serde_json::from_str(line).map_err(|error| error.to_string())?;
        return Ok(std::iter::once(solution.ok_or_else(none)?).chain(others).collect());
    }
    let moves = match line.split_once('#') {
        Some((before, _)) if before.trim().is_empty() => return Err(none()),
        Some((before, _)) => before,
        None => line,
    };
    // Between phases there can be seams.
    Ok(moves.replace('|', " ").split(',').map(str::to_owned).collect())
}

/// What is looked at of a row of `solve --output jsonl`.
#[derive(Deserialize)]
struct Row {
    solution: Option<String>,
    #[serde(default)]
    others: Vec<String>,
}

/// Single lines of an input.
struct Lines {
    input: Input,
    waiting: std::vec::IntoIter<Vec<u8>>,
    next_line: u64,
}

impl Lines {
    fn open(path: &Path) -> Result<Lines, Failure> {
        Ok(Lines { input: Input::open(path)?, waiting: Vec::new().into_iter(), next_line: 1 })
    }

    /// The next line with its number from 1.
    fn next(&mut self) -> Result<Option<(u64, Vec<u8>)>, Failure> {
        loop {
            if let Some(line) = self.waiting.next() {
                let number = self.next_line;
                self.next_line += 1;
                return Ok(Some((number, line)));
            }
            match self.input.next_chunk(LINES)? {
                Some(chunk) => self.waiting = chunk.lines.into_iter(),
                None => return Ok(None),
            }
        }
    }

    /// The next line that holds a position, even a wrong one.
    fn next_position(&mut self, format: Option<Format>) -> Result<Option<Parsed>, Failure> {
        while let Some((line, text)) = self.next()? {
            if let Some(cube) = parse(&text, format).transpose() {
                return Ok(Some((line, cube)));
            }
        }
        Ok(None)
    }
}
