//! `cubebatch solve`: lines in, solutions out, in order.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use cubebatch::cube::Cube;
use cubebatch::engine::Engine;
use cubebatch::engine::cpu::Cpu;
use cubebatch::notation::{self, ParseError};
use cubebatch::solve::pipeline::ordered_map;
use cubebatch::solve::{Modified, Solution, SolveError};

use super::args::{self, Method, OnError};
use super::failure::{Failure, INVALID};
use super::input::{Chunk, Input};
use super::interrupt;
use super::progress::counter;
use super::rows::{Outcome, Row, Style};

/// Runs the command; the exit code says whether all lines were solved.
pub fn run(args: &args::Solve) -> Result<u8, Failure> {
    let threads = args.resources.place.use_threads();
    let inputs = args.files.iter().map(|path| Input::open(path)).collect::<Result<Vec<_>, _>>()?;
    let output = open_output(args.out.as_deref())?;
    let tables = args.resources.tables()?;
    let Method::Modified = args.method;
    let worker = Worker {
        solver: Modified::new(&Cpu, tables.p0.view(), tables.p1.view()),
        format: args.format.notation(),
        style: Style { output: args.output, files: args.files.len() > 1, time: args.time },
        stop: args.on_error == OnError::Stop,
    };
    let output = interrupt::guard(output);
    let write = |bytes: &[u8]| {
        let mut output = output.lock().expect("no writer panics");
        let written = output.write_all(bytes).and_then(|()| output.flush());
        written.map_err(|error| Failure::io(args.out.as_deref().unwrap_or(Path::new("stdout")), error))
    };
    write(worker.style.header().as_bytes())?;
    let counter = counter(args.out.is_none() && io::stdout().is_terminal());
    let mut outcome = Ok(0);
    ordered_map(
        chunks(inputs),
        threads,
        |chunk| worker.solve(&chunk?),
        |solved| {
            let result = solved.and_then(|solved| {
                write(&solved.rows)?;
                counter.inc(solved.positions);
                solved.messages.iter().for_each(|message| counter.suspend(|| eprintln!("{message}")));
                solved.end.map_or(Ok(solved.messages.is_empty()), Err)
            });
            match result {
                Ok(true) => ControlFlow::Continue(()),
                Ok(false) => {
                    outcome = Ok(INVALID);
                    if worker.stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                }
                Err(failure) => {
                    outcome = Err(failure);
                    ControlFlow::Break(())
                }
            }
        },
    );
    counter.finish_and_clear();
    outcome
}

/// Standard output or a file, opened before the long work.
fn open_output(path: Option<&Path>) -> Result<Box<dyn Write + Send>, Failure> {
    match path {
        None => Ok(Box::new(io::stdout())),
        Some(path) => {
            let file = File::create(path).map_err(|error| Failure::io(path, error))?;
            Ok(Box::new(file))
        }
    }
}

/// The chunks of all inputs, one input after the other.
fn chunks(inputs: Vec<Input>) -> impl Iterator<Item = Result<Chunk, Failure>> {
    inputs.into_iter().flat_map(|mut input| std::iter::from_fn(move || input.next_chunk().transpose()))
}

/// What each thread needs.
struct Worker<'a, E> {
    solver: Modified<'a, E>,
    format: Option<notation::Format>,
    style: Style,
    stop: bool,
}

/// What became of a chunk.
struct Solved {
    rows: Vec<u8>,
    positions: u64,
    /// One for each invalid line.
    messages: Vec<String>,
    /// What ends everything after these rows.
    end: Option<Failure>,
}

/// A line that is not blank.
type Parsed = (u64, Result<Cube, LineError>);

/// A line that is no position.
#[derive(Debug, thiserror::Error)]
enum LineError {
    #[error(transparent)]
    Position(#[from] ParseError),
    #[error("not UTF-8 text")]
    Text,
}

impl<E: Engine> Worker<'_, E> {
    fn solve(&self, chunk: &Chunk) -> Result<Solved, Failure> {
        let parsed = self.parse(chunk);
        let cubes: Vec<Cube> = parsed.iter().filter_map(|(_, cube)| cube.as_ref().ok().copied()).collect();
        let mut solutions = self.solve_cubes(&cubes).into_iter();
        let mut solved =
            Solved { rows: Vec::new(), positions: cubes.len() as u64, messages: Vec::new(), end: None };
        for (line, cube) in parsed {
            let file = self.style.files.then_some(&*chunk.name);
            let row = |outcome| Row { file, line, outcome };
            match cube {
                Ok(cube) => match solutions.next().expect("there is one for each cube") {
                    (Ok(solution), microseconds) => {
                        let outcome = Outcome::Solved { cube: &cube, solution: &solution, microseconds };
                        self.style.write(&row(outcome), &mut solved.rows);
                    }
                    (Err(error), _) => {
                        solved.end = Some(error.into());
                        break;
                    }
                },
                Err(error) => {
                    self.style.write(&row(Outcome::Invalid { error: &error.to_string() }), &mut solved.rows);
                    solved.messages.push(message(&chunk.name, line, &error));
                }
            }
        }
        Ok(solved)
    }

    /// The positions of a chunk; when errors are to stop, those up to the first one.
    fn parse(&self, chunk: &Chunk) -> Vec<Parsed> {
        let mut parsed = Vec::with_capacity(chunk.lines.len());
        for (line, text) in (chunk.first_line..).zip(&chunk.lines) {
            let cube = std::str::from_utf8(text)
                .map_err(|_| LineError::Text)
                .and_then(|text| Ok(notation::parse_line(text, self.format)?));
            let Some(cube) = cube.transpose() else { continue };
            let failed = cube.is_err();
            parsed.push((line, cube));
            if failed && self.stop {
                break;
            }
        }
        parsed
    }

    /// Solutions and, if asked for, the microseconds each took.
    fn solve_cubes(&self, cubes: &[Cube]) -> Vec<(Result<Solution, SolveError>, Option<f64>)> {
        if !self.style.time {
            return self.solver.solve(cubes).into_iter().map(|solution| (solution, None)).collect();
        }
        let timed = |cube: &Cube| {
            let start = Instant::now();
            let solution = self.solver.solve(std::slice::from_ref(cube)).remove(0);
            (solution, Some((start.elapsed().as_secs_f64() * 1e7).round() / 10.0))
        };
        cubes.iter().map(timed).collect()
    }
}

/// `file:line:column: reason`
fn message(name: &str, line: u64, error: &LineError) -> String {
    match error {
        LineError::Position(ParseError { column: Some(column), reason }) => {
            format!("{name}:{line}:{column}: {reason}")
        }
        LineError::Position(ParseError { reason, .. }) => format!("{name}:{line}: {reason}"),
        LineError::Text => format!("{name}:{line}: {error}"),
    }
}
