//! The Rubik's cube as mathematics: positions, moves and their algebra, notations, goals, and cases.
//!
//! It starts no thread, reads no file and prints nothing, and compiles for `wasm32-unknown-unknown`. `cubebatch` names
//! most of it again, and solves.

#![warn(missing_debug_implementations, missing_docs)]

pub mod case;
pub mod cube;
mod debug;
pub mod goal;
pub mod notation;

#[cfg(feature = "serde")]
mod serial;

pub use cube::{Algorithm, Cube, Face, Move};
