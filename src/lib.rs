//! Solves Rubik's cube positions by the million, on processors and GPUs.
//!
//! ```no_run
//! use cubebatch::{Cube, Limits, Solver};
//!
//! // The first call builds tables in the user's data folder, in some seconds; later calls open them at once.
//! let solver = Solver::builder().open()?;
//!
//! let cube: Cube = "R U2 F' L D2 B'".parse()?;
//! println!("{}", solver.solve(&cube, &Limits::at_most(20))?);
//!
//! // It solves any number of positions on all cores, and keeps their order.
//! let cubes = cubebatch::cube::random::Random::new(1).cubes().take(1_000_000);
//! for (number, solution) in solver.solve_all(cubes.enumerate(), &Limits::default()) {
//!     println!("{number}: {}", solution?);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Positions, moves and algorithms have an algebra of their own:
//!
//! ```
//! use cubebatch::cube::Metric;
//! use cubebatch::{Algorithm, Cube, Move};
//!
//! let sune: Algorithm = "R U R' U R U2 R'".parse()?;
//! let cube = Cube::default() * &sune;
//! assert_eq!(cube * &sune.inverse(), Cube::SOLVED);
//! assert_eq!(cube.inverse() * cube, Cube::SOLVED);
//!
//! // The `R'` at the end of the first and the `R` of the second cancel, and `U2` meets `U`.
//! assert_eq!((sune.clone() + &sune).canonical().to_string(), "R U R' U R U' R' U R U2 R'");
//! assert_eq!((sune.length(Metric::HalfTurn), sune.length(Metric::QuarterTurn)), (7, 8));
//!
//! let mv: Move = "U2".parse()?;
//! assert_eq!((Cube::SOLVED * mv).to_string(), "UUUUUUUUULLLRRRRRRBBBFFFFFFDDDDDDDDDRRRLLLLLLFFFBBBBBB");
//! # Ok::<(), cubebatch::notation::ParseError>(())
//! ```
//!
//! # Where to find what
//!
//! | for | see |
//! |---|---|
//! | positions and moves | [`Cube`], [`Move`], [`Algorithm`], [`Face`] and the module [`cube`]; [`cube::random`] makes random positions |
//! | texts of positions and moves | `"R U2 F'".parse::<Cube>()` reads every format, [`notation`] each of them |
//! | solving | [`Solver`], which [`Solver::builder`] opens; [`Limits`] of each call; [`Method`], [`Solution`], [`Error`] with its [`ErrorKind`] |
//! | proofs about lengths | [`Proof`], by [`Method::Optimal`] |
//! | goals such as a cross or a block | [`goal`], [`SolverBuilder::goal`] |
//! | ending a search early | [`Stop`], and [`Limits::max_nodes`] or [`Limits::max_time`] |
//! | watching long work | [`progress`] |
//! | distances of whole cosets | [`coset`] |
//! | files of tables | [`table`] |
//! | the pocket cube | [`pocket`] |
//! | sequences that solve every cube | [`universal`] |
//!
//! Lengths and distances count half turns as one move (HTM) unless the text names another metric.
//!
//! # Features
//!
//! | feature | what it adds | by default |
//! |---|---|---|
//! | `gpu` | the engine on GPUs, by `wgpu` | yes |
//! | `files` | table files: without it, each solver builds its tables in memory, or receives them from the caller | no |
//! | `rand` | random positions from any generator of the crate `rand` (0.10): `rng.random::<Cube>()` | no |
//! | `serde` | [`Cube`] as its facelets, [`Move`], [`Algorithm`], [`Method`] as texts, [`Solution`] as an object | no |
//! | `rows` | the lines and rows that the program reads and writes | no |
//!
//! Without `files` it compiles for `wasm32-unknown-unknown`, too. There it works on the calling thread and uses the GPU of the
//! browser. The program is the package `cubebatch-cli`.
//!
//! # Internals
//!
//! The program, the Python package and the page also use hidden parts of this crate: `coord`, `space`, `engine`, `files`, `pool`,
//! `rows`, `solver`, and parts of `table` and others. These change without notice. `api.txt` lists the rest, and changes with it.

#![warn(missing_debug_implementations, missing_docs)]

pub mod coset;
pub mod method;

mod debug;
mod error;
#[cfg(feature = "serde")]
mod serial;
mod solution;
mod solver;

#[doc(hidden)]
#[allow(missing_debug_implementations)]
pub mod engine;
#[doc(hidden)]
#[allow(missing_debug_implementations)]
pub mod pool;
#[cfg(feature = "rows")]
#[doc(hidden)]
#[allow(missing_debug_implementations)]
pub mod rows;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod value;

/// Parts of private modules that the program, its tests, the Python package and the page use. They change without notice.
#[doc(hidden)]
pub mod internals {
    pub use crate::error::Detail;
    pub use crate::method::question::MOST_THREADS;
    pub use crate::solver::{
        Phase1Distances, Phase1LookUp, Phase2Distances, Phase2LookUp, available_memory, check_memory,
    };
    #[cfg(feature = "files")]
    pub use crate::solver::{build_table, check_room, default_folder, open_or_build};
}

pub use cubebatch_cube::{Algorithm, Cube, Face, Move, cube, goal, notation};
pub use cubebatch_puzzles::{pocket, universal};
#[cfg(feature = "files")]
pub use cubebatch_tables::files;
pub use cubebatch_tables::{coord, progress, space, stop, table};
pub use error::{Error, ErrorKind};
pub use method::Method;
pub use method::limits::Limits;
pub use progress::Stop;
pub use solution::{Proof, Solution};
pub use solver::{EngineChoice, SolveAll, Solver, SolverBuilder};

/// The samples of the README are compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
