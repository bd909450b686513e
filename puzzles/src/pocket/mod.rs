//! The pocket cube, 2×2×2: a cube without edges and centres, an exact solver, and a method for people.
//!
//! | | what it is |
//! |---|---|
//! | [`PocketCube`] | a pocket cube as it is held, in one of the 3,674,160 positions that turns can reach |
//! | [`Distances`] | the distance of each position from solved, and from it a shortest solution |
//! | [`Steps`] | a solution in three steps, from tables that a person can learn |
//! | [`parse_line`] | facelets and moves as people write them |
//!
//! ```
//! use cubebatch::cube::Metric;
//! # mod cubebatch { pub use {cubebatch_cube::cube, cubebatch_puzzles::pocket}; }
//! use cubebatch::pocket::{Distances, parse_line};
//!
//! let distances = Distances::new(Metric::HalfTurn);
//! let cube = parse_line("R U2 F'")?.expect("the line is not blank");
//! let solution = distances.solve(&cube)?;
//! assert_eq!(solution.to_string(), "F U2 R'");
//! assert!(cube.apply(&solution).is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod coord;
mod cube;
mod distances;
mod notation;
mod steps;

pub use coord::{Orientation, Permutation};
pub use cube::{PocketCube, STICKERS, facelet};
pub use distances::{Distances, WrongDistance};
pub use notation::{Alphabet, parse_line, parse_scanned, shown_stickers};
pub use steps::Steps;
