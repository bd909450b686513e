//! The cube itself: faces, moves, cubies, facelets, symmetries, canonical sequences.
//!
//! Pure mathematics: nothing here reads, prints, or starts a thread.

mod algorithm;
mod around_solved;
#[doc(hidden)]
pub mod canonical;
mod costs;
mod cubie;
mod face;
mod facelet;
mod group;
mod metric;
mod move_set;
mod moves;
mod painted;
mod product;
pub mod random;
#[doc(hidden)]
pub mod representative;
mod setup;
mod stickers;
#[doc(hidden)]
pub mod symmetry;
#[doc(hidden)]
pub mod walk;

pub use algorithm::Algorithm;
pub(crate) use around_solved::AroundSolved;
pub use costs::{Costs, EvenCosts, WrongCosts};
pub use cubie::{CORNERS, Cube, EDGES};
pub use face::Face;
pub use facelet::{FACELETS, corner_facelet, edge_facelet};
pub use group::Group;
pub use metric::Metric;
#[doc(hidden)]
pub use move_set::{AxisTurn, Step, Steps};
pub use move_set::{DearTurn, MoveSet, Turns, WrongTurns};
pub use moves::Move;
#[cfg(feature = "rows")]
pub(crate) use moves::write;
pub(crate) use moves::{inverse, merge};
#[doc(hidden)]
pub use painted::{Flaw, Painted};
pub(crate) use setup::odd;
pub use setup::{Fault, Faults, Setup};
