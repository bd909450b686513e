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
use cubebatch::engine::gpu::GpuError;
use cubebatch::notation::{self, ParseError};
use cubebatch::pocket;
use cubebatch::solve::pipeline::ordered_map;
use cubebatch::solve::{Limits, Solution, SolveError, Solver};
use indicatif::{HumanCount, ProgressBar};

use super::args::{self, Method, OnError};
use super::failure::{Failure, INVALID, UNUSABLE};
use super::input::{Chunk, Input, LineError, Parsed, parse};
use super::interrupt;
use super::method::{self, MethodTables};
use super::progress::counter;
use super::resume::{Begun, too_long};
use super::rows::{Outcome, Row, Style};

/// Runs the command; the exit code says whether all lines were solved.
pub fn run(args: &args::Solve) -> Result<u8, Failure> {
    let threads = args.resources.place.use_threads();
    let inputs = args.files.iter().map(|path| Input::open(path)).collect::<Result<Vec<_>, _>>()?;
    let method = method::choose(args)?;
    let out = args.out.as_deref().filter(|out| *out != "-");
    refuse_to_overwrite(&args.files, out)?;
    let limits = args.limits.limits();
    let style = Style {
        output: args.output,
        files: args.files.len() > 1,
        phases: method.phases(),
        seams: args.phases,
        others: limits.solutions > 1,
        time: args.time,
    };
    let (output, header, done) = open_output(out, style.header(), args.resume)?;
    let engine = method::open_engine(args, method)?;
    let tables = MethodTables::open(args, method, &engine)?;
    let (solver, batch) = tables.solver(args, &engine)?;
    let worker = Worker {
        solver,
        format: args.reading.notation(),
        style,
        stop: args.on_error == OnError::Stop,
        limits: (method == Method::TwoPhase).then_some(limits),
        longer: AtomicU64::new(0),
        missing: AtomicU64::new(0),
    };
    let mut sink = Sink::new(output, out, worker.stop);
    sink.write(header.as_bytes())?;
    sink.fill(chunks(inputs, batch, done.unwrap_or(0)), threads, |chunk| worker.solve(chunk));
    worker.tell_shortfall();
    if done.is_some() && sink.is_empty && sink.outcome.is_ok() {
        return Err(too_long(&sink.name));
    }
    sink.outcome
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
    /// The limits of a search that has some, how many solutions are longer, and how many are missing.
    limits: Option<Limits>,
    longer: AtomicU64,
    missing: AtomicU64,
}

/// Solutions and the microseconds they took, if they are asked for.
type Timed = (Result<Vec<Solution>, SolveError>, Option<f64>);

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
                (Ok(solutions), microseconds) => {
                    self.count_shortfall(&solutions);
                    write(Outcome::Solved { cube: &cube, solutions: &solutions, microseconds });
                }
                (Err(error), _) => {
                    solved.end = Some(error.into());
                    break;
                }
            }
        }
        solved
    }

    fn count_shortfall(&self, solutions: &[Solution]) {
        if let Some(limits) = self.limits {
            let is_longer = |solution: &&Solution| solution.length() > limits.max_length.into();
            self.longer.fetch_add(solutions.iter().filter(is_longer).count() as u64, Relaxed);
            self.missing.fetch_add((limits.solutions - solutions.len()) as u64, Relaxed);
        }
    }

    /// Tells whether a budget ended searches before they had found what was asked for.
    fn tell_shortfall(&self) {
        let Some(limits) = self.limits else { return };
        let [longer, missing] = [&self.longer, &self.missing].map(|count| count.load(Relaxed));
        if longer > 0 {
            let longer = HumanCount(longer);
            tell!("{longer} solutions are longer than {} moves: the best that were found", limits.max_length);
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
            if failed && self.stop {
                break;
            }
        }
        parsed
    }

    /// Solutions and, if asked for, the microseconds each position took.
    fn solve_cubes(&self, cubes: &[Cube]) -> Result<Vec<Timed>, GpuError> {
        if !self.style.time {
            let solutions = self.solver.solve_several(cubes)?.into_iter();
            return Ok(solutions.map(|solutions| (solutions, None)).collect());
        }
        let timed = |cube: &Cube| {
            let start = Instant::now();
            let solutions = self.solver.solve_several(std::slice::from_ref(cube))?.remove(0);
            Ok((solutions, Some((start.elapsed().as_secs_f64() * 1e7).round() / 10.0)))
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
