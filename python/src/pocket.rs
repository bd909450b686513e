//! The pocket cube, 2×2×2.

use std::sync::OnceLock;

use cubebatch::cube::Metric;
use cubebatch::pocket::{Distances, Position, parse_line};
use pyo3::prelude::*;

use crate::error::{InvalidCube, SolveError};

/// A shortest solution of a pocket cube in turns of U, R and F.
#[pyfunction]
pub fn solve_pocket(py: Python<'_>, text: &str, quarter_turns: bool) -> PyResult<String> {
    static DISTANCES: [OnceLock<Distances>; 2] = [OnceLock::new(), OnceLock::new()];
    let facelets = parse_line(text).map_err(|error| InvalidCube::new_err(error.to_string()))?;
    let facelets = facelets.ok_or_else(|| InvalidCube::new_err("there is no position"))?;
    let position = Position::of(&facelets).map_err(|faults| InvalidCube::new_err(faults.to_string()))?;
    let metric = if quarter_turns { Metric::QuarterTurn } else { Metric::HalfTurn };
    let solution = py.detach(|| {
        let distances = DISTANCES[usize::from(quarter_turns)].get_or_init(|| Distances::new(metric));
        distances.solve(position)
    });
    match solution {
        Ok(moves) => Ok(moves.to_string()),
        Err(error) => Err(SolveError::new_err(error.to_string())),
    }
}
