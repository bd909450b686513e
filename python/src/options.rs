//! Options that are given by keyword, read by the library's table.

use cubebatch_rows::ends;
use cubebatch_search::method::{OPTIONS, OptionCard, Question, ValueKind};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::solver::method_named;

/// Reads a question from keywords. A keyword that is `None` asks nothing.
///
/// # Errors
/// `TypeError` for a keyword that is not one of `known`, and for a value that is not a whole number; `ValueError` for a number out of
/// range.
pub fn question(
    keywords: Option<&Bound<'_, PyDict>>,
    is_known: impl Fn(&OptionCard) -> bool,
) -> PyResult<Question> {
    let mut question = Question::default();
    for (name, value) in keywords.into_iter().flatten() {
        let name: String = name.extract()?;
        let known = || OPTIONS.iter().filter(|card| is_known(card));
        let Some(card) = known().find(|card| card.name == name) else {
            let names: Vec<&str> = known().map(|card| card.name).collect();
            let problem = format!("unexpected keyword argument {name:?}: there are {}", names.join(", "));
            return Err(PyTypeError::new_err(problem));
        };
        if value.is_none() {
            continue;
        }
        question = if card.kind.is_text() {
            question.with_text(card.option, value.extract()?).map_err(PyValueError::new_err)?
        } else {
            value_of(card, &value)?.map_or(question, |value| question.with(card.option, value))
        };
    }
    Ok(question)
}

/// The columns of rows that say what the solutions of a question do. With a method it has its usual values.
#[pyfunction]
#[pyo3(signature = (method = None, **options))]
pub fn task(
    method: Option<&str>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<(&'static str, String)>> {
    let asked = question(options, |_| true)?;
    let Some(method) = method else { return Ok(ends::texts(&asked)) };
    let resolved = asked.resolve(method_named(method)?);
    resolved.map(|asked| ends::texts(&asked)).map_err(|refused| PyValueError::new_err(refused.to_string()))
}

/// Whether a position can have several solutions.
#[pyfunction]
#[pyo3(signature = (**options))]
pub fn asks_several(options: Option<&Bound<'_, PyDict>>) -> PyResult<bool> {
    Ok(question(options, |_| true)?.asks_several())
}

fn value_of(card: &OptionCard, value: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    if card.kind == ValueKind::Flag {
        return Ok(value.extract::<bool>()?.then_some(1));
    }
    let name = card.name;
    let number = value.call_method0("__index__").map_err(|_| {
        let given = value.repr().map_or_else(|_| String::new(), |given| given.to_string());
        PyTypeError::new_err(format!("{name} is a whole number, but {given} is given"))
    })?;
    match number.extract::<u64>() {
        Ok(value) if card.range.contains(&value) => Ok(Some(value)),
        _ => {
            let (least, most) = (card.range.start(), card.range.end());
            let problem = format!("{name} is a whole number from {least} to {most}, but {number} is given");
            Err(PyValueError::new_err(problem))
        }
    }
}

/// All options: the name of each, whether a solver is opened with it, whether each call can have another value, and what it asks for.
pub fn described() -> Vec<(&'static str, bool, bool, String)> {
    let described = |card: &OptionCard| {
        (card.name, card.group.is_of_solver(), card.group.is_of_call(), card.description())
    };
    OPTIONS.iter().map(described).collect()
}
