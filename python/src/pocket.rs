//! The pocket cube, 2×2×2.

use std::sync::OnceLock;

use cubebatch::cube::Metric;
use cubebatch::notation::{ParseError, Reason};
use cubebatch::pocket::{Distances, PocketCube, parse_line};
use numpy::PyReadonlyArray2;
use pyo3::prelude::*;

use crate::cubes::{Cubes, NumberedFault, RowArray, told};
use crate::moves::NONE;
use crate::work::{WrongRow, filled};

/// Positions of the pocket cube.
#[derive(FromPyObject)]
pub enum Pockets<'py> {
    /// Stickers or moves.
    Texts(Vec<String>),
    /// The corners of whole cubes.
    Corners(PyReadonlyArray2<'py, u8>),
}

/// The moves of a shortest solution of each pocket cube, in turns of U, R and F: uint8 (N, 11), or (N, 14) in quarter turns, 255
/// behind the last one. Rows that are no positions have no moves; they come second.
#[pyfunction]
pub fn solve_pockets<'py>(
    py: Python<'py>,
    pockets: Pockets<'_>,
    quarter_turns: bool,
) -> PyResult<(RowArray<'py>, Vec<NumberedFault>)> {
    static DISTANCES: [OnceLock<Distances>; 2] = [OnceLock::new(), OnceLock::new()];
    let metric = if quarter_turns { Metric::QuarterTurn } else { Metric::HalfTurn };
    let distances =
        py.detach(|| DISTANCES[usize::from(quarter_turns)].get_or_init(|| Distances::new(metric)));
    let longest = Distances::published(metric).len() - 1;
    let solve = |cube: &PocketCube, row: &mut [u8]| {
        let solution = distances.solve(cube).map_err(|error| WrongRow::Other(error.to_string()))?;
        row.iter_mut().zip(solution.iter()).for_each(|(to, mv)| *to = mv.index() as u8);
        Ok(())
    };
    let (rows, wrong) = match &pockets {
        Pockets::Texts(texts) => filled(py, texts.len(), longest, |row, to| {
            to.fill(NONE);
            solve(&parse_line(&texts[row])?.ok_or(ParseError::from(Reason::Blank))?, to)
        }),
        Pockets::Corners(cubes) => {
            let cubes = Cubes::new(cubes.as_array())?;
            filled(py, cubes.len(), longest, |row, to| {
                to.fill(NONE);
                solve(&PocketCube::of(&cubes.get(row)?), to)
            })
        }
    }?;
    Ok((rows, told(wrong)))
}
