//! The lengths of rows of moves, by the metric and the turns of a task.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::moves::of_row;
use crate::options::question;
use crate::work::{WrongRow, each, fill};

/// The length of a row without a solution.
pub const NO_LENGTH: u16 = 255;

/// A length in a row; `None` if it is greater than that of any solution, as searches end below [`NO_LENGTH`].
pub fn in_row(length: usize) -> Option<u16> {
    u16::try_from(length).ok().filter(|&length| length < NO_LENGTH)
}

/// The length of each row of moves: uint16 (N,).
#[pyfunction]
#[pyo3(signature = (moves, /, **options))]
pub fn lengths<'py>(
    py: Python<'py>,
    moves: PyReadonlyArray2<'py, u8>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    let (task, moves) = (question(options, |_| true)?.task(), moves.as_array());
    let length = |row: usize| {
        let other_turns = || WrongRow::Other(format!("it has other turns than {}", task.set().allowed));
        let length = task.length(&of_row(moves.row(row))?).ok_or_else(other_turns)?;
        let too_long =
            || WrongRow::Other(format!("its length is {length}, and no solution is longer than 254"));
        in_row(length).ok_or_else(too_long)
    };
    Ok(each(py, moves.nrows(), length)?.into_pyarray(py))
}

/// The length that is left of each row after each of its moves: uint16 (N, columns + 1). Between the turns of two faces that
/// are one turn of a layer it is as before them, where the set has no turns of these faces alone.
#[pyfunction]
#[pyo3(signature = (moves, /, **options))]
pub fn remaining<'py>(
    py: Python<'py>,
    moves: PyReadonlyArray2<'py, u8>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyArray2<u16>>> {
    let (task, moves) = (question(options, |_| true)?.task(), moves.as_array());
    fill(py, moves.nrows(), moves.ncols() + 1, |row, to: &mut [u16]| {
        let moves = of_row(moves.row(row))?;
        let mut left = 0;
        for (done, to) in to.iter_mut().take(moves.len()).enumerate() {
            left = task.length(&moves[done..]).map_or(left, |length| length as u16);
            *to = left;
        }
        Ok(())
    })
}
