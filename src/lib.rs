//! Deep two-phase tables for the Rubik's cube, and checked solutions for millions of
//! positions.
//!
//! The library is a ladder; each rung uses only those above it.
//!
//! | rung | what it is |
//! |---|---|
//! | [`cube`] | faces, moves, cubies, facelets, symmetries, canonical sequences |
//! | [`notation`] | positions and moves as people and programs write them |
//! | [`coord`] | the numbers that the two phases search through |
//! | [`table`] | sorted tables of these numbers, and their files |
//! | [`engine`] | builds tables and tests candidates against them |
//! | [`solve`] | methods of solving, and the pipeline for many positions |
//! | [`universal`] | beside the ladder: lists of moves that solve every cube |
//!
//! [`pocket`] does the like for the cube of 2×2×2. [`progress`] serves them all: how long work is watched and stopped.
//!
//! ```
//! use cubebatch::engine::{Build, cpu::Cpu};
//! use cubebatch::solve::{Modified, Solver};
//! use cubebatch::table::{Kind, Spec};
//! use cubebatch::{cube::Sequence, notation, progress::Unwatched};
//!
//! // Small tables, built in a second; `table::Library` keeps larger ones on disk.
//! let p0 = Cpu.build(Spec::new(Kind::P0, 5)?, &Unwatched)?;
//! let p1 = Cpu.build(Spec::new(Kind::P1, 7)?, &Unwatched)?;
//! let solver = Modified::new(&Cpu, p0.view(), p1.view())?;
//!
//! let cube = notation::parse_line("R U2 F'", None)?.expect("the line is not blank");
//! let solution = solver.solve(&[cube])?.remove(0)?;
//! assert_eq!(Sequence(&solution.moves).to_string(), "F U2 R'");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

pub mod coord;
pub mod cube;
pub mod engine;
pub mod notation;
pub mod pocket;
pub mod progress;
pub mod solve;
pub mod table;
pub mod universal;
