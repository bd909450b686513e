//! A solver with its tables, for arrays of positions.

use std::iter::{repeat, repeat_n};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cubebatch::progress::{Progress, Step, Stop};
use cubebatch::{
    Cube, EngineChoice, Error, ErrorKind, Method, Move, Proof, Solution, SolveOptions, SolverBuilder,
};
use cubebatch_rows::{about, ends};
use cubebatch_search::method::{OptionCard, Question, SolveOption};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::cubes::Cubes;
use crate::error::solve_error;
use crate::lengths::{NO_LENGTH, in_row};
use crate::moves::{MoveRows, NONE};
use crate::options::question;
use crate::watch::{WorkWatch, watched};
use crate::work::WrongRow;

/// A solver by one method. Threads of Python may share it.
#[pyclass(frozen, module = "cubebatch._cubebatch", name = "Solver")]
pub struct PythonSolver {
    opened: cubebatch::Solver,
    process: u32,
    running: RunningCalls,
}

/// The requests to stop of the calls that run.
type RunningCalls = Arc<Mutex<Vec<Stop>>>;

/// Held for a moment under the lock of the interpreter, under which processes are forked.
fn locked(running: &RunningCalls) -> MutexGuard<'_, Vec<Stop>> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A call of Python that `Solver.stop` ends, from when it begins until this is dropped: also while Python still reads its positions.
#[pyclass(frozen, module = "cubebatch._cubebatch")]
pub struct Call {
    stop: Stop,
    running: RunningCalls,
}

impl Drop for Call {
    fn drop(&mut self) {
        locked(&self.running).retain(|stop| !stop.is_same(&self.stop));
    }
}

impl Drop for PythonSolver {
    /// A forked child has none of the threads, and they may have held locks: there the solver is never closed.
    fn drop(&mut self) {
        if self.process != std::process::id() {
            std::mem::forget(self.opened.clone());
        }
    }
}

/// The result of `Solver.solve`, as a dictionary: `cubebatch.Solutions` describes it.
#[derive(IntoPyObject)]
struct SolveResult<'py> {
    moves: Bound<'py, PyArray2<u8>>,
    lengths: Bound<'py, PyArray1<u16>>,
    phases: Option<Bound<'py, PyArray2<u8>>>,
    at_least: Option<Bound<'py, PyArray1<u16>>>,
    nodes: Option<Bound<'py, PyArray1<u64>>>,
    others: Option<Others<'py>>,
    /// The greatest length that is asked for, where the method has such a bound.
    bound: Option<u8>,
    /// What the solutions do, in the columns of rows.
    task: Vec<(&'static str, String)>,
    /// What the metadata of a file say.
    about: Vec<(String, String)>,
}

/// The solutions beside the first ones: the row of the position of each, its moves, and their length.
type Others<'py> = (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<u16>>);

#[pymethods]
impl PythonSolver {
    /// Opens tables, or builds them.
    #[new]
    #[pyo3(signature = (*, method, engine, gpu, threads, tables, expect, progress, **options))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn new(
        py: Python<'_>,
        method: Option<&str>,
        engine: &str,
        gpu: Option<String>,
        threads: Option<usize>,
        tables: Option<PathBuf>,
        expect: Option<u64>,
        progress: Option<Py<PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PythonSolver> {
        let watch = Arc::<WorkWatch>::default();
        // The length is asked of solutions; what is expected depends on it.
        let is_known = |card: &OptionCard| card.group.is_of_solver() || card.option == SolveOption::MaxLength;
        let question = question(options, is_known)?;
        let method = method.map_or(Ok(question.usual_method()), method_named)?;
        if question.value(SolveOption::MaxLength).is_some() && !method.takes(SolveOption::MaxLength) {
            return Err(PyValueError::new_err(format!("the method {method} has no use for max_length")));
        }
        let mut builder = cubebatch::Solver::builder()
            .method(method)
            .engine(engine_named(engine)?)
            .options(&question)
            .stop(watch.stop())
            .progress(watch.clone());
        if let Some(gpu) = gpu {
            builder = builder.gpu(gpu);
        }
        if let Some(threads) = threads {
            builder = builder.threads(threads);
        }
        if let Some(folder) = tables {
            builder = builder.tables(folder);
        }
        if let Some(positions) = expect {
            builder = builder.expect(positions, &SolveOptions::from(&question));
        }
        let opened = watched(py, &watch, progress.as_ref(), || open(builder))?;
        Ok(PythonSolver {
            opened: opened.map_err(|error| solve_error(&error))?,
            process: std::process::id(),
            running: RunningCalls::default(),
        })
    }

    /// The name of the method.
    #[getter]
    fn method(&self) -> &'static str {
        self.opened.method().name()
    }

    /// The name of what searches.
    #[getter]
    fn engine(&self) -> String {
        self.opened.engine().name()
    }

    /// The number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.opened.threads()
    }

    /// The tables that are open.
    #[getter]
    fn tables(&self) -> Vec<String> {
        self.opened.tables().iter().map(ToString::to_string).collect()
    }

    /// Begins a call.
    fn call(&self) -> Call {
        let (stop, running) = (Stop::default(), self.running.clone());
        locked(&running).push(stop.clone());
        Call { stop, running }
    }

    /// Asks all calls that run to end; those raise `Stopped`.
    fn stop(&self) {
        locked(&self.running).iter().for_each(Stop::request);
    }

    /// Solves all rows but some, which are left out, as a part of `call`. Rows of moves have at least `width` columns, by default as
    /// many as the longest solution can have.
    #[pyo3(signature = (cubes, *, call, left_out, width, progress, **limits))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        cubes: PyReadonlyArray2<'py, u8>,
        call: PyRef<'py, Call>,
        left_out: Vec<usize>,
        width: Option<usize>,
        progress: Option<Py<PyAny>>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<SolveResult<'py>> {
        let watch = WorkWatch::with_stop(&call.stop);
        let asked = question(limits, |card| card.group.is_of_call())?;
        let limits = SolveOptions::from(&asked).stop(watch.stop());
        // What the call leaves out, such as a goal, the solver has.
        let resolved = self.opened.resolved(&limits).map_err(|refused| solve_error(&refused.into()))?;
        let question = *resolved.question();
        let cubes = Cubes::new(cubes.as_array())?;
        let solved = watched(py, &watch, progress.as_ref(), || {
            self.solve_all(&cubes, &left_out, &limits, &question, &watch)
        })?;
        let SolvedRows { first, phases, phase_lengths, proofs, others } =
            solved.map_err(|failure| failure.raised(py))?;
        let count = first.len();
        let bound = question.value(SolveOption::MaxLength).map(|length| length as u8);
        let method = self.opened.method();
        let width = width.or_else(|| method.card().most_turns(&question)).unwrap_or_default();
        let (moves, lengths) = first.into_arrays(width);
        let phase_lengths = Array2::from_shape_vec((count, phases), phase_lengths);
        let (at_least, nodes) = proofs.unzip();
        Ok(SolveResult {
            moves: moves.into_pyarray(py),
            lengths: lengths.into_pyarray(py),
            phases: phase_lengths.ok().filter(|_| phases > 0).map(|lengths| lengths.into_pyarray(py)),
            at_least: at_least.map(|at_least| at_least.into_pyarray(py)),
            nodes: nodes.map(|nodes| nodes.into_pyarray(py)),
            others: others.map(|(of, others)| {
                let (moves, lengths) = others.into_arrays(width);
                (of.into_pyarray(py), moves.into_pyarray(py), lengths.into_pyarray(py))
            }),
            bound,
            task: ends::texts(&question),
            about: about::of_rows(method, &question),
        })
    }
}

/// Solutions, one after the other.
#[derive(Default)]
struct SolutionRows {
    moves: MoveRows,
    lengths: Vec<u16>,
}

impl SolutionRows {
    fn with_capacity(rows: usize) -> SolutionRows {
        SolutionRows { moves: MoveRows::with_capacity(rows), lengths: Vec::with_capacity(rows) }
    }

    fn len(&self) -> usize {
        self.lengths.len()
    }

    fn push(&mut self, solution: &Solution) {
        self.moves.push(&solution.moves);
        self.lengths.push(in_row(solution.length()).expect("a search ends before a solution costs as much"));
    }

    /// A row for a position without a solution.
    fn push_none(&mut self) {
        self.moves.push(&[]);
        self.lengths.push(NO_LENGTH);
    }

    /// The moves, in at least `least` columns, and the lengths.
    fn into_arrays(self, least: usize) -> (Array2<u8>, Vec<u16>) {
        (self.moves.into_array(least), self.lengths)
    }
}

/// The answers for rows of positions.
struct SolvedRows {
    first: SolutionRows,
    /// The number of phases of a method with ordered phases, and the moves in each of them, row by row.
    phases: usize,
    phase_lengths: Vec<u8>,
    /// The proved least length of each position, and the work of the proof, if the method proves it.
    proofs: Option<(Vec<u16>, Vec<u64>)>,
    /// The rows of the positions that have more solutions, and these, where more are asked for.
    others: Option<(Vec<u32>, SolutionRows)>,
}

impl SolvedRows {
    fn new(rows: usize, method: Method, question: &Question) -> SolvedRows {
        let several = [SolveOption::AllOptimal, SolveOption::Solutions];
        let are_several = several.into_iter().any(|option| question.value(option).is_some());
        SolvedRows {
            first: SolutionRows::with_capacity(rows),
            phases: method.phases(),
            phase_lengths: Vec::new(),
            proofs: method.proves().then(Default::default),
            others: are_several.then(Default::default),
        }
    }

    fn push(&mut self, solution: &Solution) {
        if let Some((of, others)) = &mut self.others {
            of.extend(solution.others.iter().map(|_| self.first.len() as u32));
            solution.others.iter().for_each(|other| others.push(other));
        }
        self.first.push(solution);
        let lengths = solution.phase_lengths.iter().map(|&length| length as u8);
        self.phase_lengths.extend(lengths.chain(repeat(NONE)).take(self.phases));
        self.push_proof(solution.proof.unwrap_or_default());
    }

    fn push_none(&mut self, proof: Proof) {
        self.first.push_none();
        self.phase_lengths.extend(repeat_n(NONE, self.phases));
        self.push_proof(proof);
    }

    fn push_proof(&mut self, proof: Proof) {
        if let Some((at_least, nodes)) = &mut self.proofs {
            at_least.push(proof.at_least().into());
            nodes.push(proof.nodes());
        }
    }
}

/// Why an array of positions was not solved.
enum SolveFailure {
    Row(usize, WrongRow),
    Solver(Error),
}

impl SolveFailure {
    fn raised(self, py: Python<'_>) -> PyErr {
        match self {
            SolveFailure::Row(row, wrong) => wrong.raised(py, row),
            SolveFailure::Solver(error) => solve_error(&error),
        }
    }
}

impl PythonSolver {
    fn solve_all(
        &self,
        cubes: &Cubes,
        left_out: &[usize],
        limits: &SolveOptions,
        question: &Question,
        watch: &WorkWatch,
    ) -> Result<SolvedRows, SolveFailure> {
        let total = cubes.len();
        let mut answers = SolvedRows::new(total, self.opened.method(), question);
        // Rows are read again as they are needed, so memory holds no other copy of them. No other thread may write to them
        // meanwhile; a row that is no longer a position ends the work.
        let mut rest = left_out.iter().copied().peekable();
        let rows = (0..total).filter(|row| rest.next_if_eq(row).is_none());
        let positions = rows.map_while(|row| Some((row, cubes.get(row).ok()?)));
        for (row, answer) in self.opened.solve_all(positions, limits) {
            (answers.first.len()..row).for_each(|_| answers.push_none(Proof::default()));
            match answer {
                Ok(solution) => answers.push(&solution),
                Err(error) => match (error.kind(), error.proof()) {
                    (ErrorKind::NoneWithin, Some(proof)) => answers.push_none(proof),
                    _ => return Err(SolveFailure::Solver(error)),
                },
            }
            watch.report(&Step::Solving, row as u64 + 1, total as u64);
        }
        let known = |row: &usize| left_out.binary_search(row).is_ok();
        if let Some(row) = (answers.first.len()..total).find(|row| !known(row)) {
            let changed = || WrongRow::Other("another thread changed it".to_owned());
            return Err(SolveFailure::Row(row, cubes.get(row).err().unwrap_or_else(changed)));
        }
        (answers.first.len()..total).for_each(|_| answers.push_none(Proof::default()));
        Ok(answers)
    }
}

/// Opens a solver, and initialises everything that the first use would initialise. A fork in the middle of that would leave it
/// unfinished in the child for ever.
fn open(builder: SolverBuilder) -> Result<cubebatch::Solver, Error> {
    let solver = builder.open()?;
    solver.solve(&Cube::SOLVED.turn(Move::from_index(0)), &SolveOptions::default())?;
    Ok(solver)
}

/// The method with this name.
///
/// # Errors
/// `ValueError`, when there is none.
pub fn method_named(name: &str) -> PyResult<Method> {
    Method::named(name).ok_or_else(|| {
        let names: Vec<&str> = Method::ALL.iter().copied().map(Method::name).collect();
        PyValueError::new_err(format!("there is no method {name:?}; methods are {}", names.join(", ")))
    })
}

/// The choice of an engine with this name.
///
/// # Errors
/// `ValueError`, when there is none.
pub fn engine_named(name: &str) -> PyResult<EngineChoice> {
    match name {
        "cpu" => Ok(EngineChoice::Cpu),
        "gpu" => Ok(EngineChoice::Gpu),
        "auto" => Ok(EngineChoice::Auto),
        other => {
            Err(PyValueError::new_err(format!("there is no engine {other:?}: there are cpu, gpu, auto")))
        }
    }
}
