//! Positions as rows of 54 bytes: the faces U R F D L B by number, 0 … 5, or any six symbols whose centres say which face each
//! is; row by row as the letters of a facelet string.

use cubebatch::cube::random::Random;
use cubebatch::cube::{FACELETS, Face};
use cubebatch::goal::{Goal, WrongGoal};
use cubebatch::method::{AtDistance, NotThere, Question, SolveOption};
use cubebatch::notation::{ParseError, Reason, parse_facelets, parse_line};
use cubebatch::progress::Control;
use cubebatch::{Cube, Move};
use numpy::ndarray::{Array2, ArrayView1, ArrayView2};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

use crate::error::invalid_cube;
use crate::moves;

/// Rows of an argument.
pub struct Cubes<'a>(ArrayView2<'a, u8>);

impl<'a> Cubes<'a> {
    /// # Errors
    /// When rows have not 54 bytes.
    pub fn new(rows: ArrayView2<'a, u8>) -> PyResult<Cubes<'a>> {
        match rows.ncols() {
            FACELETS => Ok(Cubes(rows)),
            other => Err(PyValueError::new_err(format!(
                "positions have {FACELETS} columns, but these have {other}"
            ))),
        }
    }

    pub fn len(&self) -> usize {
        self.0.nrows()
    }

    /// The position of a row.
    pub fn get(&self, row: usize) -> Result<Cube, ParseError> {
        cube_of(self.0.row(row))
    }

    /// All positions.
    ///
    /// # Errors
    /// The first row that is none.
    pub fn all(&self, py: Python<'_>) -> PyResult<Vec<Cube>> {
        (0..self.len())
            .map(|row| self.get(row).map_err(|error| invalid_cube(py, &error, Some(row))))
            .collect()
    }

    /// The first row that is no position, and why.
    pub fn first_fault(&self) -> Option<(usize, ParseError)> {
        (0..self.len()).find_map(|row| self.get(row).err().map(|error| (row, error)))
    }
}

fn cube_of(row: ArrayView1<'_, u8>) -> Result<Cube, ParseError> {
    let mut text = [b' '; FACELETS];
    let symbol = |&byte: &u8| match byte {
        number @ 0..=5 => Face::from_index(number.into()).letter() as u8,
        symbol => symbol,
    };
    text.iter_mut().zip(row).for_each(|(to, byte)| *to = symbol(byte));
    match text.iter().find(|byte| !byte.is_ascii_graphic()) {
        Some(&other) => Err(ParseError { column: None, reason: Reason::NoCentre(other.into()) }),
        None => parse_facelets(std::str::from_utf8(&text).expect("it is ASCII")),
    }
}

/// Positions as rows of numbers.
///
/// # Errors
/// When they do not fit in memory.
fn rows_of(cubes: impl ExactSizeIterator<Item = Cube>) -> PyResult<Array2<u8>> {
    let count = cubes.len();
    let mut rows = Vec::new();
    let reserved = count.checked_mul(FACELETS).and_then(|bytes| rows.try_reserve_exact(bytes).ok());
    reserved.ok_or_else(|| PyMemoryError::new_err(format!("{count} positions do not fit in memory")))?;
    for cube in cubes {
        rows.extend(cube.facelets().map(|face| face.index() as u8));
    }
    Ok(Array2::from_shape_vec((count, FACELETS), rows).expect("each has as many facelets"))
}

/// Reads each text, in any notation: uint8 (N, 54), numbers 0 … 5 for U R F D L B.
#[pyfunction]
pub fn parse<'py>(py: Python<'py>, texts: Vec<String>) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let mut cubes = Vec::with_capacity(texts.len());
    for (row, text) in texts.iter().enumerate() {
        let cube = parse_line(text, None).and_then(|cube| cube.ok_or(Reason::Blank.into()));
        cubes.push(cube.map_err(|error| invalid_cube(py, &error, (texts.len() > 1).then_some(row)))?);
    }
    Ok(rows_of(cubes.into_iter())?.into_pyarray(py))
}

/// The facelet string of each row: `UUUUUUUUURRR…`.
#[pyfunction]
pub fn facelets(py: Python<'_>, cubes: PyReadonlyArray2<'_, u8>) -> PyResult<Vec<String>> {
    let cubes = Cubes::new(cubes.as_array())?.all(py)?;
    Ok(cubes.iter().map(Cube::to_string).collect())
}

/// The cubies of each row: uint8 (N, 40): which corner sits at each of 8 positions, how it is twisted, which edge sits at
/// each of 12, how it is flipped.
#[pyfunction]
pub fn cubies<'py>(py: Python<'py>, cubes: PyReadonlyArray2<'_, u8>) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let cubes = Cubes::new(cubes.as_array())?.all(py)?;
    let mut rows = Vec::with_capacity(cubes.len() * 40);
    for cube in &cubes {
        rows.extend(cube.corners().map(|(corner, _)| corner));
        rows.extend(cube.corners().map(|(_, twist)| twist));
        rows.extend(cube.edges().map(|(edge, _)| edge));
        rows.extend(cube.edges().map(|(_, flip)| flip));
    }
    let rows = Array2::from_shape_vec((cubes.len(), 40), rows).expect("each has 20 cubies");
    Ok(rows.into_pyarray(py))
}

/// Random positions, of all, of a goal, or at a distance from one by a metric and some moves, each with the same chance: uint8
/// (N, 54). The same seed gives the same positions everywhere.
#[pyfunction]
pub fn scramble<'py>(
    py: Python<'py>,
    count: usize,
    seed: u64,
    goal: Option<&str>,
    distance: Option<u8>,
    metric: Option<&str>,
    moves: Option<&str>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let wrong = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
    let goal: Option<Goal> = goal.map(str::parse).transpose().map_err(|error: WrongGoal| wrong(&error))?;
    let asked = [(SolveOption::Metric, metric), (SolveOption::Moves, moves)];
    let mut asked = asked.into_iter().filter_map(|(option, text)| Some((option, text?)));
    let asked = asked.try_fold(Question::default(), |asked, (option, text)| asked.with_text(option, text));
    let set = asked.map_err(|error| wrong(&error))?.move_set();
    let drawn = py.detach(|| {
        let mut random = Random::new(seed);
        let mut rows = |draw: &dyn Fn(&mut Random) -> Cube| rows_of((0..count).map(|_| draw(&mut random)));
        match (goal, distance) {
            (None, _) => Ok(rows(&Random::cube)),
            (Some(goal), None) => {
                let positions = goal.positions();
                Ok(rows(&|random| positions.draw(random)))
            }
            (Some(goal), Some(distance)) => {
                let there = AtDistance::new(&goal, &set, distance, &Control::default())?;
                Ok(rows(&|random| there.draw(random)))
            }
        }
    });
    Ok(drawn.map_err(|error: NotThere| wrong(&error))??.into_pyarray(py))
}

/// The positions after each row of moves, or after one row for all positions.
#[pyfunction]
pub fn apply<'py>(
    py: Python<'py>,
    cubes: PyReadonlyArray2<'py, u8>,
    moves: PyReadonlyArray2<'py, u8>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let turned = with_moves(py, &cubes, &moves, |cube, moves| cube.apply(moves))?;
    Ok(rows_of(turned.into_iter())?.into_pyarray(py))
}

/// Whether its row of moves solves each position: bool (N,).
#[pyfunction]
pub fn check<'py>(
    py: Python<'py>,
    cubes: PyReadonlyArray2<'py, u8>,
    moves: PyReadonlyArray2<'py, u8>,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let solved = with_moves(py, &cubes, &moves, |cube, moves| cube.apply(moves).is_solved())?;
    Ok(solved.into_pyarray(py))
}

/// The inverse of each position: what, followed by it, is solved.
#[pyfunction]
pub fn invert<'py>(py: Python<'py>, cubes: PyReadonlyArray2<'py, u8>) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let cubes = Cubes::new(cubes.as_array())?.all(py)?;
    Ok(rows_of(cubes.iter().map(Cube::inverse))?.into_pyarray(py))
}

/// The products of the positions of two arrays, row by row, all taken from the solved cube.
#[pyfunction]
pub fn compose<'py>(
    py: Python<'py>,
    cubes: PyReadonlyArray2<'py, u8>,
    next: PyReadonlyArray2<'py, u8>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let [cubes, next] = [&cubes, &next].map(|rows| Cubes::new(rows.as_array())?.all(py));
    let (cubes, next) = (cubes?, next?);
    if cubes.len() != next.len() {
        let message = format!("{} positions are followed by {}", cubes.len(), next.len());
        return Err(PyValueError::new_err(message));
    }
    let both: Vec<Cube> = cubes.iter().zip(&next).map(|(cube, next)| cube.then(next)).collect();
    Ok(rows_of(both.into_iter())?.into_pyarray(py))
}

/// Something of each position and its row of moves, or of each and the only row.
fn with_moves<T>(
    py: Python<'_>,
    cubes: &PyReadonlyArray2<'_, u8>,
    moves: &PyReadonlyArray2<'_, u8>,
    of: impl Fn(&Cube, &[Move]) -> T,
) -> PyResult<Vec<T>> {
    let cubes = Cubes::new(cubes.as_array())?.all(py)?;
    let moves = moves.as_array();
    if moves.nrows() == 1 {
        let moves = moves::of_argument(moves, 0)?;
        return Ok(cubes.iter().map(|cube| of(cube, &moves)).collect());
    }
    if moves.nrows() != cubes.len() {
        let message = format!("{} positions have {} rows of moves", cubes.len(), moves.nrows());
        return Err(PyValueError::new_err(message));
    }
    cubes.iter().enumerate().map(|(row, cube)| Ok(of(cube, &moves::of_argument(moves, row)?))).collect()
}
