//! Exceptions.

use cubebatch::ErrorKind;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::work::RowFault;

create_exception!(
    cubebatch,
    InvalidCube,
    PyValueError,
    "A text or a row of an array is no position of the cube. `faults` is a list of all that is wrong; `row` is its number in \
     an array or a list, else None; `rows` has the numbers of all invalid rows."
);

create_exception!(
    cubebatch,
    SolveError,
    PyRuntimeError,
    "There is no solver, or it ended without an answer."
);

create_exception!(cubebatch, Stopped, SolveError, "`Solver.stop` ended the work.");

/// The exception for a position that is none.
pub fn invalid_cube(py: Python<'_>, fault: RowFault, row: Option<usize>) -> PyErr {
    let text = match row {
        Some(row) => format!("row {row}: {}", fault.sentence),
        None => fault.sentence,
    };
    let exception = InvalidCube::new_err(text);
    let value = exception.value(py);
    let rows: Vec<usize> = row.into_iter().collect();
    let told = value.setattr("faults", fault.faults).and_then(|()| value.setattr("row", row));
    match told.and_then(|()| value.setattr("rows", rows)) {
        Ok(()) => exception,
        Err(other) => other,
    }
}

/// The exception for what the library could not do.
pub fn solve_error(error: &cubebatch::Error) -> PyErr {
    match error.kind() {
        ErrorKind::Stopped => Stopped::new_err("stopped"),
        ErrorKind::UnusedOption | ErrorKind::OutOfRange => PyValueError::new_err(error.to_string()),
        _ => SolveError::new_err(error.to_string()),
    }
}
