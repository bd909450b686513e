//! `cubebatch solve`: lines in, solutions out, in order.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use cubebatch::notation;
use cubebatch::{Cube, Error, Limits, Method, Solution, Solver};
use indicatif::HumanCount;

use crate::cli::args;
use crate::cli::failure::Failure;
use crate::cli::input::{Chunk, Input, Parsed, chunks, message, parse};
use crate::cli::output::{emptied, open_unchanged};
use crate::cli::plan::SolvePlan;
use crate::cli::resume::{Begun, too_long};
use crate::cli::rows::{Outcome, Row, Style};
use crate::cli::sink::{Done, Sink};
use crate::cli::watch::Watch;

/// Runs the command; the exit code says whether all lines were solved.
pub fn run(args: &args::Solve) -> Result<u8, Failure> {
    let plan = SolvePlan::new(args)?;
    let inputs = plan.files.iter().map(|path| Input::open(path)).collect::<Result<Vec<_>, _>>()?;
    let output = Target::open(plan.out.as_deref(), plan.style.header(), plan.resumes)?;
    let solver = plan.solver.progress(Arc::new(Watch::new())).open()?;
    let (threads, batch) = (solver.threads(), solver.best_batch(&plan.limits));
    let worker = Worker {
        max_length: (solver.method() == Method::TwoPhase)
            .then(|| plan.limits.get_max_length().unwrap_or(Limits::DEFAULT_MAX_LENGTH)),
        solver,
        format: plan.format,
        style: plan.style,
        stops_on_error: plan.stops_on_error,
        limits: plan.limits,
        longer: AtomicU64::new(0),
        missing: AtomicU64::new(0),
    };
    let (output, header, done) = output.ready()?;
    let mut sink = Sink::new(output, plan.out.as_deref(), plan.stops_on_error);
    sink.write(header.as_bytes())?;
    sink.fill(chunks(inputs, batch, done.unwrap_or(0)), threads, |chunk| worker.solve(chunk));
    worker.tell_shortfall();
    if done.is_some() && sink.is_empty && sink.outcome.is_ok() {
        return Err(too_long(sink.name()));
    }
    sink.outcome
}

/// Where rows go, which stays as it is until there are some.
enum Target {
    Stdout { header: String },
    New { path: PathBuf, file: std::fs::File, header: String },
    Begun { path: PathBuf, begun: Begun, header: String },
}

/// Where rows go, the header that comes first, and after how many rows an earlier run left off.
type Output = (Box<dyn Write + Send>, String, Option<u64>);

impl Target {
    fn open(path: Option<&Path>, header: String, resumes: bool) -> Result<Target, Failure> {
        let Some(path) = path else { return Ok(Target::Stdout { header }) };
        if resumes {
            let begun = Begun::open(path, &header)?;
            return Ok(Target::Begun { path: path.to_owned(), begun, header });
        }
        Ok(Target::New { path: path.to_owned(), file: open_unchanged(path)?, header })
    }

    fn ready(self) -> Result<Output, Failure> {
        match self {
            Target::Stdout { header } => Ok((Box::new(io::stdout()), header, None)),
            Target::New { path, file, header } => Ok((Box::new(emptied(&path, file)?), header, None)),
            Target::Begun { path, begun, header } => {
                let header = if begun.is_new() { header } else { String::new() };
                let done = begun.done();
                let output = begun.into_output().map_err(|error| Failure::io(&path, error))?;
                Ok((output, header, done))
            }
        }
    }
}

/// What each thread needs.
struct Worker {
    solver: Solver,
    format: Option<notation::Format>,
    style: Style,
    stops_on_error: bool,
    limits: Limits,
    /// The bound of a search that has one, how many solutions are longer, and how many are missing.
    max_length: Option<u8>,
    longer: AtomicU64,
    missing: AtomicU64,
}

/// A solution and the microseconds it took, if they are asked for.
type Timed = (Result<Solution, Error>, Option<f64>);

impl Worker {
    fn solve(&self, chunk: &Chunk) -> Done {
        let parsed = self.parse(chunk);
        let cubes: Vec<Cube> = parsed.iter().filter_map(|(_, cube)| cube.as_ref().ok().copied()).collect();
        let mut done =
            Done { rows: Vec::new(), positions: cubes.len() as u64, messages: Vec::new(), end: None };
        let mut solutions = self.solve_cubes(&cubes).into_iter();
        for (line, cube) in parsed {
            let file = self.style.files.then_some(&*chunk.name);
            let mut write = |outcome| self.style.write(&Row { file, line, outcome }, &mut done.rows);
            let cube = match cube {
                Ok(cube) => cube,
                Err(error) => {
                    write(Outcome::Invalid { error: &error.to_string() });
                    done.messages.push(message(&chunk.name, line, &error));
                    continue;
                }
            };
            match solutions.next().expect("there is one for each cube") {
                (Ok(solution), microseconds) => {
                    self.count_shortfall(&solution);
                    write(Outcome::Solved { cube: &cube, solution: &solution, microseconds });
                }
                (Err(error), _) => {
                    done.end = Some(error.into());
                    break;
                }
            }
        }
        done
    }

    fn count_shortfall(&self, solution: &Solution) {
        let Some(max_length) = self.max_length else { return };
        let is_longer = |solution: &&Solution| solution.length() > max_length.into();
        self.longer.fetch_add(solution.all().filter(is_longer).count() as u64, Relaxed);
        let wanted = self.limits.get_solutions().unwrap_or(1);
        self.missing.fetch_add((wanted - solution.all().count()) as u64, Relaxed);
    }

    /// Tells whether a budget ended searches before they had found what was asked for.
    fn tell_shortfall(&self) {
        let Some(max_length) = self.max_length else { return };
        let [longer, missing] = [&self.longer, &self.missing].map(|count| count.load(Relaxed));
        if longer > 0 {
            let longer = HumanCount(longer);
            tell!("{longer} solutions are longer than {max_length} moves: the best that were found");
        }
        if missing > 0 {
            tell!("{} solutions were not found", HumanCount(missing));
        }
    }

    /// The positions of a chunk; when errors are to stop, those up to the first one.
    fn parse(&self, chunk: &Chunk) -> Vec<Parsed> {
        let mut parsed = Vec::with_capacity(chunk.lines.len());
        for (line, text) in (chunk.first_line..).zip(&chunk.lines) {
            let Some(cube) = parse(text, self.format).transpose() else { continue };
            let failed = cube.is_err();
            parsed.push((line, cube));
            if failed && self.stops_on_error {
                break;
            }
        }
        parsed
    }

    /// A solution of each position and, if asked for, the microseconds it took.
    fn solve_cubes(&self, cubes: &[Cube]) -> Vec<Timed> {
        if !self.style.time {
            let solutions = self.solver.solve_batch(cubes, &self.limits).into_iter();
            return solutions.map(|solution| (solution, None)).collect();
        }
        let timed = |cube: &Cube| {
            let start = Instant::now();
            let solution = self.solver.solve(cube, &self.limits);
            (solution, Some((start.elapsed().as_secs_f64() * 1e7).round() / 10.0))
        };
        cubes.iter().map(timed).collect()
    }
}
