//! Sorted tables: the codes of a phase to some depth, found by a breadth-first search whose frontier is cut into blocks
//! that a core's cache holds.

pub mod phase1;
pub mod phase2;
