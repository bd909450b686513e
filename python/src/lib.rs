//! The part of the Python package `cubebatch` that calls the library. Positions are rows of arrays here; the package itself
//! handles texts, notebooks and everything else that Python does well.

mod bulk;
mod cosets;
mod cubes;
mod distances;
mod error;
mod lengths;
mod moves;
mod options;
mod pocket;
mod solver;
mod watch;
mod work;

/// The native part of the package.
#[pyo3::pymodule]
mod _cubebatch {
    use cubebatch_rows::{about, ends};
    use pyo3::prelude::*;
    use pyo3::types::IntoPyDict;

    #[pymodule_export]
    use super::bulk::{
        conjugate, conjugates, from_ranks, hashes, neighbours, ranks, representatives, states, walks,
    };
    #[pymodule_export]
    use super::cosets::{coset_left, coset_levels, coset_numbers};
    #[pymodule_export]
    use super::cubes::{
        apply, causes, check, compose, cubies, facelets, faults, from_cubies, invert, numbers, parse, read,
        scramble, sort_colours,
    };
    #[pymodule_export]
    use super::distances::{GoalTables, PhaseTable};
    #[pymodule_export]
    use super::error::{InvalidCube, SolveError, Stopped};
    #[pymodule_export]
    use super::lengths::{lengths, remaining};
    #[pymodule_export]
    use super::moves::{changed, from_texts, to_texts};
    #[pymodule_export]
    use super::options::{asks_several, task};
    #[pymodule_export]
    use super::pocket::solve_pockets;
    #[pymodule_export]
    use super::solver::PythonSolver;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        use numpy::{IntoPyArray, PyArrayMethods};

        let py = module.py();
        // The first array that is read makes what keeps account of such arrays, and imports a module for it. A process that is
        // forked in the middle of that would wait for ever.
        let _ = vec![0u8].into_pyarray(py).readonly();
        module.add("MOVES", super::moves::names())?;
        module.add("PERMUTATIONS", super::bulk::permutations().into_pyarray(py))?;
        module.add("SYMMETRY_FACELETS", super::bulk::symmetry_facelets().into_pyarray(py))?;
        module.add("SYMMETRY_FACES", super::bulk::symmetry_faces().into_pyarray(py))?;
        module.add("SYMMETRY_MOVES", super::bulk::symmetry_moves().into_pyarray(py))?;
        module.add("ABOUT", about::of_program().into_py_dict(py)?)?;
        module.add("ENDS", ends::ENDS.map(|(option, column)| (option.name(), column)))?;
        module.add("NO_LENGTH", super::lengths::NO_LENGTH)?;
        module.add("OPTIONS", super::options::described())?;
        module.add("MOST_THREADS", cubebatch_search::method::question::MOST_THREADS)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
