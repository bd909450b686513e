//! A solver with its tables, for arrays of positions.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use cubebatch::progress::Progress;
use cubebatch::{EngineChoice, Error, Limits, Method};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::cubes::Cubes;
use crate::error::{invalid_cube, solve_error};
use crate::moves::Rows;
use crate::watch::{Watch, watched};

/// A solver by one method. Threads of Python may share it.
#[pyclass(frozen, module = "cubebatch._cubebatch")]
pub struct Solver(cubebatch::Solver);

/// Moves, their lengths, and what is proved of the lengths.
type Found<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<u8>>, Option<Bound<'py, PyArray1<u8>>>);

#[pymethods]
impl Solver {
    /// Opens tables, or builds them.
    #[new]
    #[pyo3(signature = (*, method, engine, gpu, threads, tables, memory, phase1_depth, phase2_depth, expect, max_length, progress))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn new(
        py: Python<'_>,
        method: &str,
        engine: &str,
        gpu: Option<String>,
        threads: Option<usize>,
        tables: Option<PathBuf>,
        memory: Option<u64>,
        phase1_depth: Option<u8>,
        phase2_depth: Option<u8>,
        expect: Option<u64>,
        max_length: Option<u8>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Solver> {
        let watch = Arc::<Watch>::default();
        let mut builder = cubebatch::Solver::builder()
            .method(method_named(method)?)
            .engine(engine_named(engine)?)
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
        if let Some(bytes) = memory {
            builder = builder.memory(bytes);
        }
        if let Some(depth) = phase1_depth {
            builder = builder.phase1_depth(depth);
        }
        if let Some(depth) = phase2_depth {
            builder = builder.phase2_depth(depth);
        }
        if let Some(positions) = expect {
            let limits = max_length.map_or_else(Limits::default, Limits::at_most);
            builder = builder.expect(positions, &limits);
        }
        let solver = watched(py, &watch, progress.as_ref(), || builder.open())?;
        solver.map(Solver).map_err(|error| solve_error(&error))
    }

    /// How it solves.
    #[getter]
    fn method(&self) -> &'static str {
        self.0.method().name()
    }

    /// How many threads solve.
    #[getter]
    fn threads(&self) -> usize {
        self.0.threads()
    }

    /// The tables that are open.
    #[getter]
    fn tables(&self) -> Vec<String> {
        self.0.tables().iter().map(ToString::to_string).collect()
    }

    /// Solves all rows.
    #[pyo3(signature = (cubes, *, max_length, max_nodes, max_time, ends, progress))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        cubes: PyReadonlyArray2<'py, u8>,
        max_length: Option<u8>,
        max_nodes: Option<u64>,
        max_time: Option<f64>,
        ends: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Found<'py>> {
        let watch = Arc::<Watch>::default();
        let mut limits = Limits::default().stop(watch.stop());
        if let Some(length) = max_length {
            limits = limits.max_length(length);
        }
        if let Some(nodes) = max_nodes {
            limits = limits.max_nodes(nodes);
        }
        if let Some(seconds) = max_time {
            let time = Duration::try_from_secs_f64(seconds)
                .map_err(|_| PyValueError::new_err("max_time is a number of seconds"))?;
            limits = limits.max_time(time);
        }
        if let Some(ends) = ends {
            limits = limits.ends(ends);
        }
        let cubes = Cubes::new(cubes.as_array())?;
        let solved = watched(py, &watch, progress.as_ref(), || self.solve_all(&cubes, &limits, &watch))?;
        let (rows, at_least) = solved.map_err(|failure| failure.raised(py))?;
        let (moves, lengths) = rows.into_arrays();
        Ok((
            moves.into_pyarray(py),
            lengths.into_pyarray(py),
            at_least.map(|at_least| at_least.into_pyarray(py)),
        ))
    }
}

/// Why an array of positions was not solved.
enum Failure {
    Cube(usize, cubebatch::notation::ParseError),
    Solver(Error),
}

impl Failure {
    fn raised(&self, py: Python<'_>) -> PyErr {
        match self {
            Failure::Cube(row, error) => invalid_cube(py, error, Some(*row)),
            Failure::Solver(error) => solve_error(error),
        }
    }
}

impl Solver {
    /// Moves, and by the method that proves shortest solutions how many moves each position needs at least.
    fn solve_all(
        &self,
        cubes: &Cubes,
        limits: &Limits,
        watch: &Watch,
    ) -> Result<(Rows, Option<Vec<u8>>), Failure> {
        // Whoever gives a million rows wants to hear of a wrong one before they are solved.
        if let Some((row, error)) = cubes.first_fault() {
            return Err(Failure::Cube(row, error));
        }
        let total = cubes.len();
        let mut rows = Rows::with_capacity(total);
        let mut at_least = (self.0.method() == Method::Optimal).then(Vec::new);
        // Rows are read again as they are needed: so no other copy of them is in memory. Nobody else may write to them meanwhile;
        // what is no position any more ends the work.
        let positions = (0..total).map_while(|row| cubes.get(row).ok());
        for answer in self.0.solve_all(positions, limits) {
            match answer {
                Ok(solution) => {
                    rows.push(&solution.moves);
                    if let Some(at_least) = &mut at_least {
                        at_least.push(solution.proof.unwrap_or_default().at_least);
                    }
                }
                Err(Error::NoneWithin { proof, .. }) => {
                    rows.push_none();
                    if let Some(at_least) = &mut at_least {
                        at_least.push(proof.at_least);
                    }
                }
                Err(error) => return Err(Failure::Solver(error)),
            }
            watch.report("solving", rows.len() as u64, total as u64);
        }
        match cubes.first_fault() {
            Some((row, error)) if rows.len() < total => Err(Failure::Cube(row, error)),
            _ => Ok((rows, at_least)),
        }
    }
}

fn method_named(name: &str) -> PyResult<Method> {
    Method::named(name).ok_or_else(|| {
        let names: Vec<&str> = Method::ALL.into_iter().map(Method::name).collect();
        PyValueError::new_err(format!("there is no method {name:?}: there are {}", names.join(", ")))
    })
}

fn engine_named(name: &str) -> PyResult<EngineChoice> {
    match name {
        "cpu" => Ok(EngineChoice::Cpu),
        "gpu" => Ok(EngineChoice::Gpu),
        "auto" => Ok(EngineChoice::Auto),
        other => {
            Err(PyValueError::new_err(format!("there is no engine {other:?}: there are cpu, gpu, auto")))
        }
    }
}
