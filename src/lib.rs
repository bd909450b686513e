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
//!
//! # Where to find what
//!
//! | for | see |
//! |---|---|
//! | positions and moves | [`Cube`], [`Move`], [`Face`] and the module [`cube`]; [`cube::random`] makes random positions |
//! | how people write them | `"R U2 F'".parse::<Cube>()` reads every format, [`notation`] each of them |
//! | solving | [`Solver`], which [`Solver::builder`] opens; [`Limits`] of each call; [`Method`], [`Solution`], [`Error`] |
//! | what was proved of a length | [`Proof`], by [`Method::Optimal`] |
//! | ending a search early | [`Stop`], and [`Limits::max_nodes`] or [`Limits::max_time`] |
//! | watching long work | [`progress`] |
//! | files of tables | [`table`] |
//! | the pocket cube | [`pocket`] |
//! | sequences that solve every cube | [`universal`] |
//!
//! Lengths and distances count half turns as one move (HTM) unless something else is said.
//!
//! # Features
//!
//! | feature | what it adds | by default |
//! |---|---|---|
//! | `gpu` | the engine on GPUs, by `wgpu` | yes |
//! | `files` | tables are kept in files: without it each solver builds them in memory, or is given them | with `cli` |
//! | `rows` | the module `rows`: lines in, rows out, as the program has them | with `cli` |
//! | `cli` | the program `cubebatch` | yes |
//! | `parquet` | Parquet in the program | no |
//! | `serve` | the service of the program, `cubebatch serve` | no |
//!
//! A library that only solves on the CPU takes `files` alone. Without `files` it compiles for `wasm32-unknown-unknown`, too,
//! where it works on the thread that calls, and the GPU is that of the browser.
//!
//! # Internals
//!
//! [`coord`], [`space`], [`engine`], [`pipeline`], `rows` and [`solver`] are public for the program, for tests, and for
//! readers. They change without notice.

#![warn(missing_docs)]

pub mod cube;
pub mod method;
pub mod notation;
pub mod pocket;
pub mod progress;
pub mod table;
pub mod universal;

mod error;
mod limits;
mod pool;
mod solution;

// Internals.
pub mod coord;
pub mod engine;
pub mod pipeline;
#[cfg(feature = "rows")]
pub mod rows;
pub mod solver;
pub mod space;

pub use cube::{Cube, Face, Move};
pub use error::Error;
pub use limits::Limits;
pub use method::Method;
pub use progress::Stop;
pub use solution::{Proof, Solution};
pub use solver::{EngineChoice, SolveAll, Solver, SolverBuilder};

/// The samples of the README are compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
