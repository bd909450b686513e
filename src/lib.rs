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
//! | how people write them | `"R U2 F'".parse::<Cube>()` reads every format, [`notation`] each of them |
//! | solving | [`Solver`], which [`Solver::builder`] opens; [`Limits`] of each call; [`Method`], [`Solution`], [`Error`] with its [`ErrorKind`] |
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
//! | `rand` | random positions from any generator of the crate `rand` (0.10): `rng.random::<Cube>()` | no |
//! | `serde` | [`Cube`] as its facelets, [`Move`], [`Algorithm`], [`Method`] as texts, [`Solution`] as an object | with `cli` |
//! | `rows` | what the program reads and writes: lines in, rows out | with `cli` |
//! | `cli` | the program `cubebatch` | yes |
//! | `parquet` | Parquet in the program | no |
//! | `serve` | the service of the program, `cubebatch serve` | no |
//!
//! The defaults are those of the program. A library takes `cargo add cubebatch --no-default-features`, and the features that it
//! needs: `files` keeps tables between runs, `gpu` solves on GPUs. Without `files` it compiles for `wasm32-unknown-unknown`,
//! too, where it works on the thread that calls, and the GPU is that of the browser.
//!
//! # Internals
//!
//! The program, the Python package and the page use more of this crate than is documented here: what is hidden (`coord`, `space`,
//! `engine`, `pool`, `rows`, `solver`, and parts of `table` and others) changes without notice. The rest is listed in
//! `api.txt`, which each change of it must change.

#![warn(missing_debug_implementations, missing_docs)]

pub mod cube;
pub mod method;
pub mod notation;
pub mod pocket;
pub mod progress;
pub mod table;
pub mod universal;

mod debug;
mod error;
mod limits;
mod question;
#[cfg(feature = "serde")]
mod serial;
mod solution;
mod solver;

#[doc(hidden)]
#[allow(missing_debug_implementations)]
pub mod coord;
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
#[doc(hidden)]
#[allow(missing_debug_implementations)]
pub mod space;

/// What the program, its tests, the Python package and the page use of modules that are private. It changes without notice.
#[doc(hidden)]
pub mod internals {
    pub use crate::error::Detail;
    pub use crate::question::MOST_THREADS;
    pub use crate::solver::{available_memory, check_memory};
    #[cfg(feature = "files")]
    pub use crate::solver::{build_table, check_room, default_folder, open_or_build};
}

pub use cube::{Algorithm, Cube, Face, Move};
pub use error::{Error, ErrorKind};
pub use limits::Limits;
pub use method::Method;
pub use progress::Stop;
pub use solution::{Proof, Solution};
pub use solver::{EngineChoice, SolveAll, Solver, SolverBuilder};

/// The samples of the README are compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
