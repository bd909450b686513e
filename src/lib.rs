//! Solves Rubik's cube positions by the million, on processors and GPUs.
//!
//! ```no_run
//! use cubebatch::{Cube, SolveOptions, Solver};
//!
//! // The first call builds tables in the user's data folder, in some seconds; later calls open them at once.
//! let solver = Solver::builder().open()?;
//!
//! let cube: Cube = "R U2 F' L D2 B'".parse()?;
//! println!("{}", solver.solve(&cube, &SolveOptions::at_most(20))?);
//!
//! // It solves any number of positions on all cores, and keeps their order.
//! let cubes = cubebatch::cube::random::Random::new(1).cubes().take(1_000_000);
//! for (number, solution) in solver.solve_all(cubes.enumerate(), &SolveOptions::default()) {
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
//! | solving | [`Solver`], which [`Solver::builder`] opens; [`SolveOptions`] of each call; [`Method`], [`Solution`], [`Error`] with its [`ErrorKind`] |
//! | proofs about lengths | [`Proof`], by [`Method::Optimal`] |
//! | goals such as a cross or a block | [`goal`], [`SolverBuilder::goal`] |
//! | ending a search early | [`Stop`], and [`SolveOptions::max_nodes`] or [`SolveOptions::max_time`] |
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
//! | `puzzles` | the modules [`pocket`] and [`universal`] | yes |
//!
//! Without `files` it compiles for `wasm32-unknown-unknown`, too. There it works on the calling thread and uses the GPU of the
//! browser. The program is the package `cubebatch-cli`.
//!
//! # Packages
//!
//! This package is the facade of several, which have all that is not promised here: `cubebatch-cube`, `cubebatch-tables`,
//! `cubebatch-search`, `cubebatch-gpu`, `cubebatch-puzzles`. `api.txt` lists what is promised, and changes with it.

#![warn(missing_debug_implementations, missing_docs)]

mod solver;

pub use cubebatch_cube::{Algorithm, Cube, Face, Move};
pub use cubebatch_search::{Error, ErrorKind, Method, Proof, Solution, SolveOptions};
pub use cubebatch_tables::Stop;
pub use solver::{EngineChoice, SolveAll, Solver, SolverBuilder};

/// The cube itself: faces, moves, cubies, facelets, symmetries, random positions, metrics and costs.
pub mod cube {
    pub use cubebatch_cube::cube::random;
    pub use cubebatch_cube::cube::symmetry::Symmetry;
    pub use cubebatch_cube::cube::{
        Algorithm, AllowedMoves, CORNERS, Costs, Cube, DearTurn, EDGES, FACELETS, Face, Fault, Faults, Group,
        Metric, Move, MoveSet, NoAllowedMoves, Pieces, Setup, WrongCosts, corner_facelet, edge_facelet,
    };
}

/// Notations: one position a line, in any of four formats, and back to text. [`parse_line`](notation::parse_line) reads all.
pub mod notation {
    pub use cubebatch_cube::notation::{
        Cause, CauseKind, ColourSpace, Digits, Format, Manoeuvre, MoveChange, MoveNotation, ParseError,
        Reason, Reflection, Scan, ScanError, SortedColours, Sticker, WrittenMoves, WrongMoves, causes,
        detect, in_any_order, is_blank, parse_facelets, parse_lin, parse_line, parse_moves, parse_reid,
        parse_scanned, sort_colours, sort_colours_in_any_order, to_lin, to_reid,
    };
}

/// Goals: which positions end a search.
pub mod goal {
    pub use cubebatch_cube::goal::{Goal, NAMED, Named, Positions, WrongGoal};
}

/// Cases: positions of the last layer that cubers know by a name, and random ones among them.
pub mod case {
    pub use cubebatch_cube::case::{Case, Cases, Family, WrongCase};
}

/// Methods and their options.
pub mod method {
    pub use cubebatch_search::method::{Method, Refused, SolveOption};
}

/// Progress and stops of long work.
pub mod progress {
    pub use cubebatch_tables::progress::{Cancelled, Control, Note, Progress, Step, Stop, Unwatched};
}

/// Tables of distances: their names and sizes, tables that a program has in memory, and distances to look up.
pub mod table {
    pub use crate::solver::{Phase1Distances, Phase1LookUp, Phase2Distances, Phase2LookUp};
    #[cfg(feature = "files")]
    pub use crate::solver::{build_table, check_room, default_folder, open_or_build};
    pub use cubebatch_tables::table::{Table, TableId, file_bytes};
}

/// Whole cosets of G1: the distances of 19,508,428,800 positions at a time. [`SolverBuilder::cosets`] opens them.
pub mod coset {
    pub use cubebatch_search::coset::{Cosets, Level, Levels, POSITIONS};
}

#[cfg(feature = "puzzles")]
pub use cubebatch_puzzles::{pocket, universal};

/// The samples of the README are compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
