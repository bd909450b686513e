//! Distances and lower bounds of many positions, from tables.

use std::path::PathBuf;
use std::sync::Arc;

use cubebatch::goal::{Goal, WrongGoal};
use cubebatch::progress::Control;
use cubebatch::table::{Phase1Distances, Phase2Distances};
use cubebatch::{Cube, Error, Method};
use cubebatch_search::method::GoalBounds;
use cubebatch_search::method::{Question, SolveOption};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::cubes::Cubes;
use crate::error::{Stopped, solve_error};
use crate::moves::NONE;
use crate::watch::{WorkWatch, watched};
use crate::work::{WrongRow, each, fill, pool};

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
        let cubes = Cubes::new(cubes.as_array())?;
        let of_all = |of: &(dyn Fn(&Cube, usize) -> Result<u8, Error> + Sync)| {
            fill(py, cubes.len(), axes.len(), |row, to| {
                let cube = cubes.get(row)?;
                for (to, &axis) in to.iter_mut().zip(&axes) {
                    *to = of(&cube, axis).map_err(damaged)?;
                }
                Ok(())
            })
        };
        let found = match &self.0 {
            PhaseDistances::One(distances) => {
                distances.look_up(|table| of_all(&|cube, axis| table.of(cube, axis)))
            }
            PhaseDistances::Two(distances) => {
                distances.look_up(|table| of_all(&|cube, _| Ok(table.of(cube).unwrap_or(NONE))))
            }
        };
        found.map_err(|error| solve_error(&error))?
    }

    /// A lower bound of the moves that solve each position, from phase 1: (N,).
    fn least<'py>(
        &self,
        py: Python<'py>,
        cubes: PyReadonlyArray2<'_, u8>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let cubes = Cubes::new(cubes.as_array())?;
        let of_all = |of: &(dyn Fn(&Cube) -> Result<u8, Error> + Sync)| {
            each(py, cubes.len(), |row| of(&cubes.get(row)?).map_err(damaged))
        };
        let found = match &self.0 {
            PhaseDistances::One(distances) => distances.look_up(|table| of_all(&|cube| table.least(cube))),
            PhaseDistances::Two(distances) => {
                distances.look_up(|table| of_all(&|cube| Ok(table.of(cube).unwrap_or_default())))
            }
        };
        Ok(found.map_err(|error| solve_error(&error))??.into_pyarray(py))
    }
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
