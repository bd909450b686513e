//! `cubebatch solve`: lines in, solutions out, in order.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use cubebatch::cube::Cube;
use cubebatch::engine::Engine;
use cubebatch::engine::gpu::GpuError;
use cubebatch::notation::{self, ParseError};
use cubebatch::pocket;
use cubebatch::solve::pipeline::ordered_map;
use cubebatch::solve::{Complete, Modified, Solution, SolveError, Solver, Thistlethwaite, TwoPhase};
use cubebatch::table::{Kind, Phase, Spec, TableId};
use indicatif::{HumanCount, ProgressBar};

use super::args::{self, Method, OnError};
use super::engine::ChosenEngine;
use super::failure::{Failure, INVALID, UNUSABLE};
use super::input::{Chunk, Input, LineError, Parsed, parse};
use super::interrupt;
use super::progress::counter;
use super::resume::{Begun, too_long};
use super::rows::{Outcome, Row, Style};

/// Runs the command; the exit code says whether all lines were solved.
pub fn run(args: &args::Solve) -> Result<u8, Failure> {
    let threads = args.resources.place.use_threads();
    let inputs = args.files.iter().map(|path| Input::open(path)).collect::<Result<Vec<_>, _>>()?;
    let method = method(args)?;
    let out = args.out.as_deref().filter(|out| *out != "-");
    refuse_to_overwrite(&args.files, out)?;
    let style = Style {
        output: args.output,
        files: args.files.len() > 1,
        phases: method.phases(),
        seams: args.phases,
        time: args.time,
    };
    let (output, header, done) = open_output(out, style.header(), args.resume)?;
    let engine = open_engine(args, method)?;
    let limits = args.limits.limits();
    let (sorted, complete);
    let (solver, batch): (Box<dyn Solver + '_>, usize) = match method {
        Method::Modified => {
            sorted = args.resources.tables(&engine)?;
            (Box::new(Modified::new(&engine, sorted.p0.view(), sorted.p1.view())?), engine.batch())
        }
        Method::Complete => {
            complete = args.resources.complete_tables(&engine, is_long(&args.files))?;
            let solver = Complete::new(&engine, complete.ways(), complete.distances(), args.ends)?;
            (Box::new(solver), engine.descent_batch())
        }
        Method::TwoPhase => {
            complete = args.resources.complete_tables(&engine, is_long(&args.files))?;
            let solver = TwoPhase::new(&engine, complete.ways(), complete.distances(), limits)?;
            (Box::new(solver), engine.ends_batch(limits))
        }
        Method::Thistlethwaite => (Box::new(Thistlethwaite::new()), engine.batch()),
    };
    let worker = Worker {
        solver,
        format: args.reading.notation(),
        style,
        stop: args.on_error == OnError::Stop,
        max_length: (method == Method::TwoPhase).then_some(limits.max_length.into()),
        longer: AtomicU64::new(0),
    };
    let mut sink = Sink::new(output, out, worker.stop);
    sink.write(header.as_bytes())?;
    sink.fill(chunks(inputs, batch, done.unwrap_or(0)), threads, |chunk| worker.solve(chunk));
    if worker.longer.load(Relaxed) > 0 {
        let longer = HumanCount(worker.longer.load(Relaxed));
        tell!("{longer} solutions are longer than {} moves: the best that were found", limits.max_length);
    }
    if done.is_some() && sink.is_empty && sink.outcome.is_ok() {
        return Err(too_long(&sink.name));
    }
    sink.outcome
}

/// The method that is asked for, by its name or its options; else the best for which there are tables.
fn method(args: &args::Solve) -> Result<Method, Failure> {
    let asks_for_modified = args.resources.are_depths_given() || args.phases;
    match args.method {
        Some(method) => return Ok(method),
        None if args.limits.is_given() => return Ok(Method::TwoPhase),
        None if args.ends != Complete::ENDS => return Ok(Method::Complete),
        None if asks_for_modified => return Ok(Method::Modified),
        None => {}
    }
    let library = args.resources.place.library()?;
    let is_there = |table: TableId| library.path(table).exists();
    if Phase::ALL.iter().all(|&phase| is_there(phase.into())) {
        return Ok(Method::TwoPhase);
    }
    let (p0_depth, p1_depth) = (args.resources.p0_depth, args.resources.p1_depth);
    if !is_there(Spec::new(Kind::P0, p0_depth)?.into()) || !is_there(Spec::new(Kind::P1, p1_depth)?.into()) {
        tell!("--method two-phase makes shorter solutions faster; it builds tables of 975 MiB first, once");
    }
    Ok(Method::Modified)
}

/// Whether there are some ten thousand positions; of what comes through a pipe nobody knows.
fn is_long(files: &[PathBuf]) -> bool {
    let bytes = |path: &PathBuf| std::fs::metadata(path).map_or(0, |file| file.len());
    files.iter().map(bytes).sum::<u64>() > 1 << 20
}

/// What the method can use: not all of them can use a GPU.
fn open_engine(args: &args::Solve, method: Method) -> Result<ChosenEngine, Failure> {
    if method != Method::Thistlethwaite {
        return args.engine.open();
    }
    match args.engine.engine {
        args::Engine::Gpu => {
            let problem = "Thistlethwaite's method does not run on a GPU";
            Err(Failure::new(UNUSABLE, problem, "Use --engine cpu."))
        }
        _ => Ok(ChosenEngine::Cpu),
    }
}

/// Where the rows go, in order.
pub struct Sink {
    output: &'static Mutex<Box<dyn Write + Send>>,
    name: PathBuf,
    counter: ProgressBar,
    /// Whether an invalid line ends everything.
    stop: bool,
    /// Whether no rows came yet.
    is_empty: bool,
    /// What the program will end with.
    pub outcome: Result<u8, Failure>,
}

impl Sink {
    /// Rows go to `output`, which is the file `out` or standard output.
    pub fn new(output: Box<dyn Write + Send>, out: Option<&Path>, stop: bool) -> Sink {
        Sink {
            output: interrupt::guard(output),
            name: out.unwrap_or(Path::new("stdout")).to_owned(),
            counter: counter(out.is_none() && io::stdout().is_terminal()),
            stop,
            is_empty: true,
            outcome: Ok(0),
        }
    }

    /// Takes what comes of each chunk, in their order.
    pub fn fill(
        &mut self,
        chunks: impl Iterator<Item = Result<Chunk, Failure>> + Send + 'static,
        threads: usize,
        solve: impl Fn(&Chunk) -> Solved + Sync,
    ) {
        ordered_map(chunks, threads, |chunk| chunk.map(|chunk| solve(&chunk)), |solved| self.take(solved));
        self.counter.finish_and_clear();
    }

    fn take(&mut self, solved: Result<Solved, Failure>) -> ControlFlow<()> {
        let all_valid = solved.and_then(|solved| self.write_rows(solved));
        let go_on = all_valid.as_ref().is_ok_and(|&all_valid| all_valid || !self.stop);
        match all_valid {
            Ok(true) => {}
            Ok(false) => self.outcome = Ok(INVALID),
            Err(failure) => self.outcome = Err(failure),
        }
        if go_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Whether all lines were positions.
    fn write_rows(&mut self, solved: Solved) -> Result<bool, Failure> {
        self.is_empty &= solved.rows.is_empty();
        self.write(&solved.rows)?;
        self.counter.inc(solved.positions);
        for message in &solved.messages {
            self.counter.suspend(|| tell!("{message}"));
        }
        solved.end.map_or(Ok(solved.messages.is_empty()), Err)
    }

    pub fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        let mut output = self.output.lock().expect("no writer panics");
        let written = output.write_all(bytes).and_then(|()| output.flush());
        written.map_err(|error| Failure::io(&self.name, error))
    }
}

/// Opening the output empties it, which must not happen to an input.
pub fn refuse_to_overwrite(inputs: &[PathBuf], out: Option<&Path>) -> Result<(), Failure> {
    let Some(Ok(out)) = out.map(std::fs::canonicalize) else { return Ok(()) };
    let is_out = |input: &PathBuf| std::fs::canonicalize(input).is_ok_and(|input| input == out);
    // Devices such as terminals are not emptied.
    if out.is_file() && inputs.iter().any(is_out) {
        let problem = format!("{} is an input and cannot be the output as well", out.display());
        return Err(Failure::new(UNUSABLE, problem, "Choose another file."));
    }
    Ok(())
}

/// Where rows go, the header that comes first, and after how many rows an earlier run left off.
pub type Output = (Box<dyn Write + Send>, String, Option<u64>);

/// Standard output or a file, opened before the long work.
pub fn open_output(path: Option<&Path>, header: String, resume: bool) -> Result<Output, Failure> {
    let Some(path) = path else {
        return Ok((Box::new(io::stdout()), header, None));
    };
    let failed = |error| Failure::io(path, error);
    if !resume {
        return Ok((Box::new(File::create(path).map_err(failed)?), header, None));
    }
    let begun = Begun::open(path, &header)?;
    let (done, header) = (begun.done(), if begun.is_new() { header } else { String::new() });
    Ok((begun.into_output().map_err(failed)?, header, done))
}

/// The chunks of all inputs, one input after the other, of so many lines at most, without
/// the lines of the first rows.
pub fn chunks(
    inputs: Vec<Input>,
    lines: usize,
    mut skipped_rows: u64,
) -> impl Iterator<Item = Result<Chunk, Failure>> {
    let chunks = move |mut input: Input| std::iter::from_fn(move || input.next_chunk(lines).transpose());
    let skip = move |chunk: Result<Chunk, Failure>| {
        chunk.map(|mut chunk| {
            skipped_rows = chunk.skip(skipped_rows);
            chunk
        })
    };
    inputs.into_iter().flat_map(chunks).map(skip)
}

/// What each thread needs.
struct Worker<'a> {
    solver: Box<dyn Solver + 'a>,
    format: Option<notation::Format>,
    style: Style,
    stop: bool,
    /// The limit of a search that has one, and how many solutions are longer.
    max_length: Option<usize>,
    longer: AtomicU64,
}

/// A solution and the microseconds it took, if they are asked for.
type Timed = (Result<Solution, SolveError>, Option<f64>);

/// What became of a chunk.
pub struct Solved {
    pub rows: Vec<u8>,
    pub positions: u64,
    /// One for each invalid line.
    pub messages: Vec<String>,
    /// What ends everything after these rows.
    pub end: Option<Failure>,
}

impl Worker<'_> {
    fn solve(&self, chunk: &Chunk) -> Solved {
        let parsed = self.parse(chunk);
        let cubes: Vec<Cube> = parsed.iter().filter_map(|(_, cube)| cube.as_ref().ok().copied()).collect();
        let mut solved =
            Solved { rows: Vec::new(), positions: cubes.len() as u64, messages: Vec::new(), end: None };
        let mut solutions = match self.solve_cubes(&cubes) {
            Ok(solutions) => solutions.into_iter(),
            Err(error) => return Solved { end: Some(error.into()), ..solved },
        };
        for (line, cube) in parsed {
            let file = self.style.files.then_some(&*chunk.name);
            let mut write = |outcome| self.style.write(&Row { file, line, outcome }, &mut solved.rows);
            let cube = match cube {
                Ok(cube) => cube,
                Err(error) => {
                    write(Outcome::Invalid { error: &error.to_string() });
                    solved.messages.push(message(&chunk.name, line, &error));
                    continue;
                }
            };
            match solutions.next().expect("there is one for each cube") {
                (Ok(solution), microseconds) => {
                    if self.max_length.is_some_and(|max_length| solution.length() > max_length) {
                        self.longer.fetch_add(1, Relaxed);
                    }
                    write(Outcome::Solved { cube: &cube, solution: &solution, microseconds });
                }
                (Err(error), _) => {
                    solved.end = Some(error.into());
                    break;
                }
            }
        }
        solved
    }

    /// The positions of a chunk; when errors are to stop, those up to the first one.
    fn parse(&self, chunk: &Chunk) -> Vec<Parsed> {
        let mut parsed = Vec::with_capacity(chunk.lines.len());
        for (line, text) in (chunk.first_line..).zip(&chunk.lines) {
            let Some(cube) = parse(text, self.format).transpose() else { continue };
            let failed = cube.is_err();
            parsed.push((line, cube));
            if failed && self.stop {
                break;
            }
        }
        parsed
    }

    /// Solutions and, if asked for, the microseconds each took.
    fn solve_cubes(&self, cubes: &[Cube]) -> Result<Vec<Timed>, GpuError> {
        if !self.style.time {
            let solutions = self.solver.solve(cubes)?.into_iter();
            return Ok(solutions.map(|solution| (solution, None)).collect());
        }
        let timed = |cube: &Cube| {
            let start = Instant::now();
            let solution = self.solver.solve(std::slice::from_ref(cube))?.remove(0);
            Ok((solution, Some((start.elapsed().as_secs_f64() * 1e7).round() / 10.0)))
        };
        cubes.iter().map(timed).collect()
    }
}

/// `file:line:column: reason`
pub fn message(name: &str, line: u64, error: &LineError) -> String {
    let (column, reason): (_, &dyn Display) = match error {
        LineError::Position(ParseError { column, reason }) => (*column, reason),
        LineError::Pocket(pocket::ParseError { column, reason }) => (*column, reason),
        LineError::Text | LineError::Length => (None, error),
    };
    let column = column.map_or(String::new(), |column| format!("{column}:"));
    format!("{name}:{line}:{column} {reason}")
}
