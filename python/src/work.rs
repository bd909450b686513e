//! Work on many rows: on all cores, without the interpreter's lock, until Ctrl-C.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use cubebatch::notation::{ParseError, Reason};
use cubebatch_search::pool::Pool;
use numpy::{Element, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyOSError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::error::invalid_cube;
use crate::watch::{WorkWatch, watched};

/// Rows that a thread does at a time. It looks for Ctrl-C before them, and no thread is asked for fewer.
const PIECE: usize = 1024;

/// The wrong rows by their numbers, in their order.
pub type WrongRows = Vec<(usize, WrongRow)>;

/// Why there is no answer for a row.
pub enum WrongRow {
    /// It is no position.
    Cube(RowFault),
    /// Something else is wrong with it.
    Other(String),
}

/// What is wrong with a row that is no position.
pub struct RowFault {
    /// In a sentence.
    pub sentence: String,
    /// All of it, one by one.
    pub faults: Vec<String>,
}

impl From<ParseError> for WrongRow {
    fn from(error: ParseError) -> WrongRow {
        let sentence = error.to_string();
        let faults = match &error.reason {
            Reason::Impossible(faults) => faults.0.iter().map(ToString::to_string).collect(),
            _ => vec![sentence.clone()],
        };
        WrongRow::Cube(RowFault { sentence, faults })
    }
}

impl WrongRow {
    /// A row that is no position, for this reason alone.
    pub fn no_cube(sentence: String) -> WrongRow {
        WrongRow::Cube(RowFault { faults: vec![sentence.clone()], sentence })
    }

    /// The exception for the row with this number.
    pub fn raised(self, py: Python<'_>, row: usize) -> PyErr {
        match self {
            WrongRow::Cube(fault) => invalid_cube(py, fault, Some(row)),
            WrongRow::Other(problem) => PyValueError::new_err(format!("row {row}: {problem}")),
        }
    }
}

/// Makes a row of `width` values for each of `count` rows.
///
/// # Errors
/// `MemoryError`; `InvalidCube` or `ValueError`, which name the first wrong row; what a signal handler raises.
pub fn fill<'py, T: Element + Copy>(
    py: Python<'py>,
    count: usize,
    width: usize,
    make: impl Fn(usize, &mut [T]) -> Result<(), WrongRow> + Sync,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    fill_from(py, count, width, |_| (), |(), row, values| make(row, values))
}

/// As [`fill`], with something that is made for the first row of a piece, and handed on from row to row.
///
/// # Errors
/// The same as [`fill`].
pub fn fill_from<'py, T: Element + Copy, S>(
    py: Python<'py>,
    count: usize,
    width: usize,
    begin: impl Fn(usize) -> S + Sync,
    make: impl Fn(&mut S, usize, &mut [T]) -> Result<(), WrongRow> + Sync,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let values = zeros(py, count, width)?;
    let wrong = run(py, count, width, values.readwrite().as_slice_mut()?, begin, make)?;
    refuse_first(py, wrong).map(|()| values)
}

/// As [`fill`], with the rows that are wrong, in their order.
///
/// # Errors
/// The same as [`fill`], but for wrong rows.
pub fn filled<'py, T: Element + Copy>(
    py: Python<'py>,
    count: usize,
    width: usize,
    make: impl Fn(usize, &mut [T]) -> Result<(), WrongRow> + Sync,
) -> PyResult<(Bound<'py, PyArray2<T>>, WrongRows)> {
    let values = zeros(py, count, width)?;
    let make = |(): &mut (), row: usize, values: &mut [T]| make(row, values);
    let wrong = run(py, count, width, values.readwrite().as_slice_mut()?, |_| (), make)?;
    Ok((values, wrong))
}

/// A value for each row.
///
/// # Errors
/// The same as [`fill`].
pub fn each<T: Clone + Default + Send>(
    py: Python<'_>,
    count: usize,
    make: impl Fn(usize) -> Result<T, WrongRow> + Sync,
) -> PyResult<Vec<T>> {
    refuse_too_large::<T>(count, 1)?;
    let mut values = vec![T::default(); count];
    let make = |(): &mut (), row: usize, value: &mut [T]| make(row).map(|made| value[0] = made);
    let wrong = run(py, count, 1, &mut values, |_| (), make)?;
    refuse_first(py, wrong).map(|()| values)
}

/// An array of numpy, which gets large ones in large pages: they are written several times as fast.
fn zeros<T: Element>(py: Python<'_>, count: usize, width: usize) -> PyResult<Bound<'_, PyArray2<T>>> {
    refuse_too_large::<T>(count, width)?;
    Ok(PyArray2::zeros(py, [count, width], false))
}

/// Refuses sizes for which the allocation would end the process.
fn refuse_too_large<T>(count: usize, width: usize) -> PyResult<()> {
    let has_room = |size: usize| Vec::<T>::new().try_reserve_exact(size).is_ok();
    match count.checked_mul(width).is_some_and(has_room) {
        true => Ok(()),
        false => Err(PyMemoryError::new_err(format!("{count} rows of {width} values do not fit in memory"))),
    }
}

fn refuse_first(py: Python<'_>, wrong: WrongRows) -> PyResult<()> {
    wrong.into_iter().next().map_or(Ok(()), |(row, wrong)| Err(wrong.raised(py, row)))
}

/// Makes the rows in `values`, and gives the wrong ones in their order.
fn run<T: Send, S>(
    py: Python<'_>,
    count: usize,
    width: usize,
    values: &mut [T],
    begin: impl Fn(usize) -> S + Sync,
    make: impl Fn(&mut S, usize, &mut [T]) -> Result<(), WrongRow> + Sync,
) -> PyResult<WrongRows> {
    let watch = Arc::<WorkWatch>::default();
    let one_piece = |rows: Range<usize>, values: &mut [T]| -> WrongRows {
        if watch.stop().is_requested() {
            return Vec::new();
        }
        let (first, mut state) = (rows.start, begin(rows.start));
        let make_row = |at: usize| {
            let values = &mut values[(at - first) * width..][..width];
            make(&mut state, at, values).err().map(|error| (at, error))
        };
        rows.filter_map(make_row).collect()
    };
    if count <= PIECE {
        return Ok(one_piece(0..count, values));
    }
    let all = || {
        let pieces = values.par_chunks_mut(PIECE * width);
        let rows = |number: usize| number * PIECE..((number + 1) * PIECE).min(count);
        pieces.enumerate().flat_map_iter(|(number, values)| one_piece(rows(number), values)).collect()
    };
    let pool = pool(py)?;
    watched(py, &watch, None, || pool.install(all))
}

/// The threads for such work, one per core. A forked child has none of its parent's, so it starts its own.
///
/// The lock is held only under that of the interpreter, under which processes are forked, so no child finds it locked.
pub fn pool(_: Python<'_>) -> PyResult<Pool> {
    static POOL: Mutex<Option<(u32, Pool)>> = Mutex::new(None);
    let mut kept = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if let Some((owner, pool)) = &*kept
        && *owner == process
    {
        return Ok(pool.clone());
    }
    let pool = Pool::new(0).map_err(|error| PyOSError::new_err(error.to_string()))?;
    // The threads of a parent are not there, so no one can wait for their end.
    std::mem::forget(kept.replace((process, pool.clone())));
    Ok(pool)
}
