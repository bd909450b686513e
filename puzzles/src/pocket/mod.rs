//! The pocket cube, 2×2×2: its facelets, an exact solver, and a method for people.
//!
//! | | what it is |
//! |---|---|
//! | [`Facelets`] | the 24 stickers, and the turns of the six layers |
//! | [`Position`] | one of the 3,674,160 positions that turns can reach, however the cube is held |
//! | [`Distances`] | the distance of each position from solved, and from it a shortest solution |
//! | [`Steps`] | a solution in three steps, from tables that a person can learn |
//! | [`parse_line`] | facelets and moves as people write them |
//!
//! ```
//! use cubebatch::cube::Metric;
//! # mod cubebatch { pub use {cubebatch_cube::cube, cubebatch_puzzles::pocket}; }
//! use cubebatch::pocket::{Distances, Position, parse_line};
//!
//! let distances = Distances::new(Metric::HalfTurn);
//! let facelets = parse_line("R U2 F'")?.expect("the line is not blank");
//! let solution = distances.solve(Position::of(&facelets)?)?;
//! assert_eq!(solution.to_string(), "F U2 R'");
//! assert!(facelets.apply(&solution).is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod coord;
mod distances;
mod facelets;
mod faults;
mod notation;
mod painted;
mod position;
mod steps;

pub use coord::{Orientation, Permutation};
pub use distances::{Distances, WrongDistance};
pub use facelets::{FACES, Facelets};
pub use faults::{Fault, Faults};
pub use notation::{Alphabet, ParseError, Reason, parse_line};
pub use painted::{Flaw, Painted};
pub use position::Position;
pub use steps::Steps;
