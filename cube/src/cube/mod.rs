//! The cube itself: faces, moves, cubies, facelets, symmetries, canonical sequences.
//!
//! Pure mathematics: nothing here reads, prints, or starts a thread.

mod algorithm;
mod around_solved;
pub mod canonical;
mod costs;
mod cubie;
mod face;
mod facelet;
mod group;
mod metric;
mod move_set;
mod moves;
pub mod orientation;
mod painted;
pub mod permutation;
mod product;
pub mod random;
mod rank;
pub mod representative;
mod setup;
mod stickers;
pub mod symmetry;
pub mod walk;

pub use algorithm::Algorithm;
pub use around_solved::AroundSolved;
pub use costs::{Costs, EvenCosts, HTM, WrongCosts};
pub use cubie::{CORNERS, Cube, EDGES, Pieces};
pub use face::Face;
pub use facelet::{FACELETS, corner_facelet, edge_facelet};
pub use group::Group;
pub use metric::Metric;
pub use move_set::{AllowedMoves, DearTurn, MoveSet, NoAllowedMoves};
pub use move_set::{AxisTurn, SearchStep, SearchSteps};
pub use moves::Move;
pub use moves::write;
pub use moves::{inverse, merge};
pub use painted::{Flaw, Painted};
pub use setup::odd;
pub use setup::{Fault, Faults, Setup};
pub(crate) use setup::{corner_shown, edge_shown};
