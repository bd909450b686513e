//! Distances and lower bounds of many positions, from tables.

use std::path::PathBuf;
use std::sync::Arc;

use cubebatch::goal::{Goal, WrongGoal};
use cubebatch::progress::Control;
use cubebatch::table::{Phase1Distances, Phase2Distances};
use cubebatch::{Error, Method};
use cubebatch_search::method::GoalBounds;
use cubebatch_search::method::{Question, SolveOption};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::cubes::Cubes;
use crate::error::{Stopped, solve_error};
use crate::moves::NONE;
use crate::watch::{WorkWatch, watched};
use crate::work::{WrongRow, each, fill, fill_from, pool};

/// The table of a phase.
#[pyclass(frozen, module = "cubebatch._cubebatch")]
pub struct PhaseTable(PhaseDistances);

enum PhaseDistances {
    One(Phase1Distances),
    Two(Phase2Distances),
}

#[pymethods]
impl PhaseTable {
    /// Opens the complete table of a phase, or builds it.
    #[new]
    #[pyo3(signature = (phase, *, tables, progress))]
    fn new(
        py: Python<'_>,
        phase: u8,
        tables: Option<PathBuf>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PhaseTable> {
        let watch = Arc::<WorkWatch>::default();
        let reads_none =
            |method: &Method| method.card().tables_within(u64::MAX).is_some_and(|tables| tables.is_empty());
        let method = Method::ALL.iter().copied().find(reads_none).expect("some methods need no tables");
        let mut builder = cubebatch::Solver::builder().method(method);
        builder = builder.stop(watch.stop()).progress(watch.clone());
        if let Some(folder) = tables {
            builder = builder.tables(folder);
        }
        let opened = watched(py, &watch, progress.as_ref(), || {
            let solver = builder.open()?;
            match phase {
                1 => solver.phase1_distances().map(PhaseDistances::One),
                _ => solver.phase2_distances().map(PhaseDistances::Two),
            }
        })?;
        opened.map(PhaseTable).map_err(|error| solve_error(&error))
    }

    /// The distances of phase 1 by each of some axes, or those of phase 2, 255 outside of G1: (N, axes).
    fn distances<'py>(
        &self,
        py: Python<'py>,
        cubes: PyReadonlyArray2<'_, u8>,
        axes: Vec<usize>,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        match &self.0 {
            PhaseDistances::One(distances) => of_phase1(py, distances, &cubes, axes.len(), |found, to| {
                to.iter_mut().zip(&axes).for_each(|(to, &axis)| *to = found[axis]);
            }),
            PhaseDistances::Two(distances) => {
                let cubes = Cubes::new(cubes.as_array())?;
                let found = distances.look_up(|table| {
                    fill(py, cubes.len(), axes.len(), |row, to| {
                        to.fill(table.of(&cubes.get(row)?).unwrap_or(NONE));
                        Ok(())
                    })
                });
                found.map_err(|error| solve_error(&error))?
            }
        }
    }

    /// A lower bound of the moves that solve each position, from phase 1: (N, 1).
    fn least<'py>(
        &self,
        py: Python<'py>,
        cubes: PyReadonlyArray2<'_, u8>,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        match &self.0 {
            PhaseDistances::One(distances) => of_phase1(py, distances, &cubes, 1, |found, to| {
                to[0] = found.into_iter().max().unwrap_or_default();
            }),
            PhaseDistances::Two(_) => self.distances(py, cubes, vec![0]),
        }
    }
}

/// Rows that are looked up at a time, when the first of them is due. A piece of work has a multiple of them.
const AHEAD: usize = 128;

/// Makes rows of values of the distances of phase 1, those of the position by each axis and then those of its inverse.
fn of_phase1<'py>(
    py: Python<'py>,
    distances: &Phase1Distances,
    cubes: &PyReadonlyArray2<'_, u8>,
    width: usize,
    make: impl Fn([u8; 6], &mut [u8]) + Sync,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let cubes = Cubes::new(cubes.as_array())?;
    let found = distances.look_up(|table| {
        let begin = |first: usize| (first, Vec::new());
        fill_from(py, cubes.len(), width, begin, |(first, ahead), row, to| {
            if row - *first >= ahead.len() {
                let mut some = vec![cubes.get(row)?];
                // A wrong row is an error when it is due.
                let others = row + 1..(row + AHEAD).min(cubes.len());
                some.extend(others.map_while(|row| cubes.get(row).ok()));
                (*first, *ahead) = (row, table.of(&some).map_err(damaged)?);
            }
            make(ahead[row - *first], to);
            Ok(())
        })
    });
    found.map_err(|error| solve_error(&error))?
}

fn damaged(error: Error) -> WrongRow {
    WrongRow::Other(error.to_string())
}

/// Pattern databases of a goal.
#[pyclass(frozen, module = "cubebatch._cubebatch")]
pub struct GoalTables(GoalBounds);

#[pymethods]
impl GoalTables {
    /// Finds the distances of what parts of the goal show; each table takes at most `memory` bytes.
    #[new]
    #[pyo3(signature = (goal, *, memory, metric, progress))]
    fn new(
        py: Python<'_>,
        goal: &str,
        memory: u64,
        metric: Option<&str>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<GoalTables> {
        let goal: Goal = goal.parse().map_err(|error: WrongGoal| PyValueError::new_err(error.to_string()))?;
        let question = Question::default();
        let question = match metric {
            None => question,
            Some(metric) => question.with_text(SolveOption::Metric, metric).map_err(PyValueError::new_err)?,
        };
        let (pool, watch) = (pool(py)?, Arc::<WorkWatch>::default());
        let control = Control { stop: watch.stop().clone(), progress: watch.clone() };
        let found = watched(py, &watch, progress.as_ref(), || {
            pool.install(|| GoalBounds::new(&goal, &question.move_set(), memory, &control))
        })?;
        found.map(GoalTables).map_err(|_| Stopped::new_err("stopped"))
    }

    /// Whether the bounds are distances.
    #[getter]
    fn are_exact(&self) -> bool {
        self.0.are_exact()
    }

    /// The least number of moves to the goal: (N,).
    fn least<'py>(
        &self,
        py: Python<'py>,
        cubes: PyReadonlyArray2<'_, u8>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let cubes = Cubes::new(cubes.as_array())?;
        let found = each(py, cubes.len(), |row| Ok(self.0.least(&cubes.get(row)?)))?;
        Ok(found.into_pyarray(py))
    }
}
