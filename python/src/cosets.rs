//! Whole cosets of G1.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use cubebatch::coset::Cosets;
use cubebatch::cube::FACELETS;
use cubebatch::{Cube, Error};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::prelude::*;

use crate::cubes::{Cubes, write};
use crate::error::solve_error;
use crate::solver::engine_named;
use crate::watch::{WorkWatch, watched};
use crate::work::{each, fill};

/// What opens cosets.
#[derive(FromPyObject)]
pub struct Opening {
    #[pyo3(item)]
    engine: String,
    #[pyo3(item)]
    gpu: Option<String>,
    #[pyo3(item)]
    tables: Option<PathBuf>,
    #[pyo3(item)]
    threads: Option<usize>,
    #[pyo3(item)]
    progress: Option<Py<PyAny>>,
}

impl Opening {
    /// Runs `work` on opened cosets. They are opened for each call, as a request to stop is for all that follows it.
    fn with<T: Send>(
        self,
        py: Python<'_>,
        work: impl FnOnce(&Cosets) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let watch = Arc::<WorkWatch>::default();
        let engine = engine_named(&self.engine)?;
        let mut builder =
            cubebatch::Solver::builder().engine(engine).stop(watch.stop()).progress(watch.clone());
        if let Some(gpu) = self.gpu {
            builder = builder.gpu(gpu);
        }
        if let Some(threads) = self.threads {
            builder = builder.threads(threads);
        }
        if let Some(folder) = self.tables {
            builder = builder.tables(folder);
        }
        let done = watched(py, &watch, self.progress.as_ref(), || work(&builder.cosets()?))?;
        done.map_err(|error| solve_error(&error))
    }
}

/// The position of the only row.
fn only(py: Python<'_>, cube: &PyReadonlyArray2<'_, u8>) -> PyResult<Cube> {
    Cubes::new(cube.as_array())?.get(0).map_err(|wrong| wrong.raised(py, 0))
}

/// How many positions of the coset of a position, the first row, have each distance up to `depth`: uint64 (levels,).
#[pyfunction]
pub fn coset_levels<'py>(
    py: Python<'py>,
    cube: PyReadonlyArray2<'_, u8>,
    depth: u8,
    checkpoint: Option<(PathBuf, f64)>,
    opening: Opening,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let cube = only(py, &cube)?;
    let found: Vec<u64> = opening.with(py, |cosets| {
        let mut levels = cosets.levels(&cube)?;
        if let Some((folder, seconds)) = checkpoint {
            levels = levels.keep(&folder, Duration::from_secs_f64(seconds))?;
        }
        let found = levels.by_ref().take(usize::from(depth) + 1);
        let found = found.map(|level| level.map(|level| level.positions)).collect::<Result<_, _>>()?;
        levels.finish()?;
        Ok(found)
    })?;
    Ok(found.into_pyarray(py))
}

/// The positions of the coset of a position that a quick search does not show to be within `moves` of solved: uint8 (N, 54).
#[pyfunction]
pub fn coset_left<'py>(
    py: Python<'py>,
    cube: PyReadonlyArray2<'_, u8>,
    moves: u8,
    opening: Opening,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let cube = only(py, &cube)?;
    let left = opening.with(py, |cosets| cosets.left(&cube, moves))?;
    fill(py, left.len(), FACELETS, |row, to| {
        write(&left[row], to);
        Ok(())
    })
}

/// The number of the coset of each position, or the one up to symmetry: uint32 (N,).
#[pyfunction]
pub fn coset_numbers<'py>(
    py: Python<'py>,
    cubes: PyReadonlyArray2<'_, u8>,
    up_to_symmetry: bool,
) -> PyResult<Bound<'py, PyArray1<u32>>> {
    let cubes = Cubes::new(cubes.as_array())?;
    let number = if up_to_symmetry { Cosets::class } else { Cosets::number };
    let numbers = each(py, cubes.len(), |row| Ok(number(&cubes.get(row)?)))?;
    Ok(numbers.into_pyarray(py))
}
