//! All searches for solutions and all builders of tables on a processor, and what engines on other hardware do.
//!
//! A search is a kind of question with its tables, its answers and its limits (`engine`). A method turns the answers into
//! solutions, and has a card with its options, tables and engines (`method`). `coset` counts whole cosets of G1.

pub mod coset;
pub mod engine;
pub mod error;
pub mod memory;
pub mod method;
pub mod pool;
pub mod solution;

#[cfg(feature = "serde")]
mod serial;
#[cfg(feature = "serde")]
pub mod value;

pub use error::{Error, ErrorKind};
pub use method::Method;
pub use method::solve_options::SolveOptions;
pub use solution::{Proof, Solution};

cubebatch_cube::debug_by_name!(method::AtDistance, method::GoalBounds, method::Thistlethwaite);
