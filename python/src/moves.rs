//! Moves as numbers, 0 … 17 for U U2 U' R … B', and as text.

use cubebatch::Move;
use cubebatch::cube::Algorithm;
use cubebatch::notation::parse_moves;
use numpy::ndarray::{Array2, ArrayView1};
use numpy::{IntoPyArray, PyArray2, PyReadonlyArray2};
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

/// Rows of moves, one after the other, each with its length.
#[derive(Default)]
pub struct Rows {
    numbers: Vec<u8>,
    lengths: Vec<u8>,
    longest: usize,
}

impl Rows {
    pub fn with_capacity(rows: usize) -> Rows {
        Rows { numbers: Vec::with_capacity(rows * 20), lengths: Vec::with_capacity(rows), longest: 0 }
    }

    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    pub fn push(&mut self, moves: &[Move]) {
        self.numbers.extend(moves.iter().map(|mv| mv.index() as u8));
        self.lengths.push(moves.len() as u8);
        self.longest = self.longest.max(moves.len());
    }

    /// A row for a position without a solution.
    pub fn push_none(&mut self) {
        self.lengths.push(NONE);
    }

    /// An array with as many columns as the longest row has moves, and at least `least`; and the lengths, 255 where there is no
    /// solution.
    pub fn into_arrays(self, least: usize) -> (Array2<u8>, Vec<u8>) {
        let Rows { numbers, lengths, longest } = self;
        let mut moves = Array2::from_elem((lengths.len(), longest.max(least)), NONE);
        let mut from = 0;
        for (mut row, &length) in moves.rows_mut().into_iter().zip(&lengths) {
            let end = if length == NONE { from } else { from + usize::from(length) };
            row.iter_mut().zip(&numbers[from..end]).for_each(|(to, &number)| *to = number);
            from = end;
        }
        (moves, lengths)
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
    let mut rows = Rows::with_capacity(texts.len());
    read?.iter().for_each(|moves| rows.push(moves));
    let (moves, _) = rows.into_arrays(0);
    Ok(moves.into_pyarray(py))
}

/// The text of each row of moves: `R U2 F'`.
#[pyfunction]
pub fn to_texts(py: Python<'_>, moves: PyReadonlyArray2<'_, u8>) -> PyResult<Vec<String>> {
    let moves = moves.as_array();
    each(py, moves.nrows(), |row| Ok(Algorithm::from(of_row(moves.row(row))?).to_string()))
}
