//! The part of the Python package `cubebatch` that calls the library. Positions are rows of arrays here; the package itself
//! handles texts, notebooks and everything else that Python does well.

mod cubes;
mod error;
mod moves;
mod options;
mod pocket;
mod solver;
mod watch;

/// The native part of the package.
#[pyo3::pymodule]
mod _cubebatch {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::cubes::{apply, check, compose, cubies, facelets, invert, parse, scramble};
    #[pymodule_export]
    use super::error::{InvalidCube, SolveError};
    #[pymodule_export]
    use super::moves::{from_texts, to_texts};
    #[pymodule_export]
    use super::pocket::solve_pocket;
    #[pymodule_export]
    use super::solver::Solver;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("MOVES", super::moves::names())?;
        module.add("OPTIONS", super::options::described())?;
        module.add("MOST_THREADS", cubebatch::internals::MOST_THREADS)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
