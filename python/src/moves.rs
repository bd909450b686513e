//! Moves as numbers, 0 … 17 for U U2 U' R … B', and as text.

use cubebatch::Move;
use cubebatch::cube::Algorithm;
use cubebatch::notation::{MoveChange, WrittenMoves, WrongMoves, parse_moves};
use numpy::ndarray::{Array2, ArrayView1};
use numpy::{IntoPyArray, PyArray2, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::work::{WrongRow, each};

/// The number after the last move of a row.
pub const NONE: u8 = 255;

/// The names of the moves, by their numbers.
pub fn names() -> Vec<&'static str> {
    Move::all().map(Move::name).collect()
}

/// The moves of a row, up to its first 255.
///
/// # Errors
/// A number that is no move.
pub fn of_row(row: ArrayView1<'_, u8>) -> Result<Vec<Move>, WrongRow> {
    let numbers = row.into_iter().copied().take_while(|&number| number != NONE);
    numbers.map(|number| of_number(number.into())).collect()
}

/// The move with this number.
///
/// # Errors
/// When there is none.
pub fn of_number(number: usize) -> Result<Move, WrongRow> {
    match number {
        index if index < Move::COUNT => Ok(Move::from_index(index)),
        _ => Err(WrongRow::Other(format!("{number} is no move: these are 0 to 17, and 255 is none"))),
    }
}

/// Rows of moves, one after the other.
#[derive(Default)]
pub struct MoveRows {
    numbers: Vec<u8>,
    /// How many moves each row has.
    counts: Vec<u16>,
    longest: usize,
}

impl MoveRows {
    pub fn with_capacity(rows: usize) -> MoveRows {
        MoveRows { numbers: Vec::with_capacity(rows * 20), counts: Vec::with_capacity(rows), longest: 0 }
    }

    pub fn push(&mut self, moves: &[Move]) {
        self.numbers.extend(moves.iter().map(|mv| mv.index() as u8));
        self.counts.push(moves.len() as u16);
        self.longest = self.longest.max(moves.len());
    }

    /// An array with as many columns as the longest row has moves, and at least `least`.
    pub fn into_array(self, least: usize) -> Array2<u8> {
        let MoveRows { numbers, counts, longest } = self;
        let mut moves = Array2::from_elem((counts.len(), longest.max(least)), NONE);
        let mut rest = &numbers[..];
        for (mut row, count) in moves.rows_mut().into_iter().zip(counts) {
            let (of_row, after) = rest.split_at(count.into());
            row.iter_mut().zip(of_row).for_each(|(to, &number)| *to = number);
            rest = after;
        }
        moves
    }
}

/// The moves of each text: uint8 (N, longest), 255 behind the last one.
#[pyfunction]
pub fn from_texts<'py>(py: Python<'py>, texts: Vec<String>) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let read = each(py, texts.len(), |row| {
        let manoeuvre = parse_moves(&texts[row])?;
        match manoeuvre.moves() {
            moves if moves.len() < NONE.into() => Ok(moves.to_vec()),
            _ => Err(WrongRow::Other("more than 254 moves".to_owned())),
        }
    });
    let mut rows = MoveRows::with_capacity(texts.len());
    read?.iter().for_each(|moves| rows.push(moves));
    Ok(rows.into_array(0).into_pyarray(py))
}

/// The text of each row of moves.
#[pyfunction]
#[pyo3(signature = (moves, notation = "letters"))]
pub fn to_texts(py: Python<'_>, moves: PyReadonlyArray2<'_, u8>, notation: &str) -> PyResult<Vec<String>> {
    let (moves, notation) = (moves.as_array(), notation.parse().map_err(wrong)?);
    each(py, moves.nrows(), |row| Ok(WrittenMoves { moves: &of_row(moves.row(row))?, notation }.to_string()))
}

/// What a change makes of each row of moves: uint8 (N, longest), 255 behind the last one.
#[pyfunction]
pub fn changed<'py>(
    py: Python<'py>,
    moves: PyReadonlyArray2<'_, u8>,
    change: &str,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let (moves, change): (_, MoveChange) = (moves.as_array(), change.parse().map_err(wrong)?);
    let changed =
        each(py, moves.nrows(), |row| Ok(change.of(&Algorithm::from(of_row(moves.row(row))?)).to_vec()));
    let mut rows = MoveRows::with_capacity(moves.nrows());
    changed?.iter().for_each(|moves| rows.push(moves));
    Ok(rows.into_array(0).into_pyarray(py))
}

fn wrong(error: WrongMoves) -> PyErr {
    PyValueError::new_err(error.to_string())
}
