//! Solves Rubik's cube positions by the million, on processors and GPUs.
//!
//! ```no_run
//! use cubebatch::{Cube, Limits, Solver};
//!
//! // The first time this builds tables in the user's data folder, in some seconds; then it opens them at once.
//! let solver = Solver::builder().open()?;
//!
//! let cube: Cube = "R U2 F' L D2 B'".parse()?;
//! println!("{}", solver.solve(&cube, &Limits::at_most(20))?);
//!
//! // Any number of positions, on all cores, in their order.
//! let cubes = cubebatch::cube::random::Random::new(1).cubes().take(1_000_000);
//! for solution in solver.solve_all(cubes, &Limits::default()) {
//!     println!("{}", solution?);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

pub mod coord;
pub mod cube;
pub mod engine;
mod error;
#[cfg(feature = "gpu")]
mod layout;
mod limits;
pub mod method;
pub mod notation;
pub mod pipeline;
pub mod pocket;
pub mod progress;
mod solution;
pub mod solver;
pub mod space;
pub mod table;
pub mod universal;

pub use cube::{Cube, Face, Move};
pub use error::Error;
pub use limits::Limits;
pub use method::Method;
pub use progress::Stop;
pub use solution::Solution;
pub use solver::{EngineChoice, SolveAll, Solver, SolverBuilder};
