//! Complete tables: breadth-first searches of whole phases, up to symmetry.

mod classes;
pub mod phase1;
pub mod phase2;
pub mod pruning;
mod rows;

pub use classes::count_classes;
