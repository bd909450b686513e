//! The cube itself: faces, moves, cubies, facelets, symmetries, canonical sequences.
//!
//! Pure mathematics: nothing here reads, prints, or starts a thread.

pub mod canonical;
mod cubie;
mod face;
mod facelet;
mod moves;
mod painted;
pub mod random;
mod setup;
pub mod symmetry;

pub use cubie::{CORNERS, Cube, EDGES};
pub use face::Face;
pub use facelet::{FACELETS, corner_facelet, edge_facelet};
pub use moves::{Move, Sequence, inverse, merge};
pub use painted::{Flaw, Painted};
pub(crate) use setup::odd;
pub use setup::{Fault, Faults, Setup};
