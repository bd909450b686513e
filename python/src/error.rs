//! Exceptions.

use cubebatch::ErrorKind;
use cubebatch::notation::{ParseError, Reason};
use pyo3::create_exception;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    cubebatch,
    InvalidCube,
    PyValueError,
    "A text or a row of an array is no position of the cube. `faults` is a list of all that is wrong; `row` is its number in \
     an array or a list, else None."
);

create_exception!(
    cubebatch,
    SolveError,
    PyRuntimeError,
    "There is no solver, or it ended without an answer."
);

/// The exception for a position that is none.
pub fn invalid_cube(py: Python<'_>, error: &ParseError, row: Option<usize>) -> PyErr {
    let faults: Vec<String> = match &error.reason {
        Reason::Impossible(faults) => faults.0.iter().map(ToString::to_string).collect(),
        _ => vec![error.to_string()],
    };
    let text = match row {
        Some(row) => format!("row {row}: {error}"),
        None => error.to_string(),
    };
    let exception = InvalidCube::new_err(text);
    let value = exception.value(py);
    match value.setattr("faults", faults).and_then(|()| value.setattr("row", row)) {
        Ok(()) => exception,
        Err(other) => other,
    }
}

/// The exception for what the library could not do.
pub fn solve_error(error: &cubebatch::Error) -> PyErr {
    match error.kind() {
        ErrorKind::Stopped => PyKeyboardInterrupt::new_err("stopped"),
        ErrorKind::UnusedOption | ErrorKind::OutOfRange => PyValueError::new_err(error.to_string()),
        _ => SolveError::new_err(error.to_string()),
    }
}
