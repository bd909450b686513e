//! Puzzles beside the cube's searches: the pocket cube, and sequences of moves that solve every cube.

#![warn(missing_debug_implementations, missing_docs)]

pub mod pocket;
pub mod universal;

cubebatch_cube::debug_by_name!(
    universal::circuit::Circuit,
    universal::circuit::Walker,
    universal::loops::Loops,
    universal::loops::Steps<'_>,
);
