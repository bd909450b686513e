//! Sequences that solve every cube, for people who can follow a list but cannot solve.
//!
//! | | what it is | moves a position |
//! |---|---|---|
//! | [`DeBruijn`] | every word of n moves once; of 20 moves, also a solution of every cube | |
//! | [`Loops`] | five nested loops through all positions, with random access | 14.1 |
//! | [`circuit`] | every position of a smaller group once, a quarter turn apart | 1 |

pub mod circuit;
mod cycles;
mod de_bruijn;
pub mod loops;

pub use de_bruijn::DeBruijn;
pub use loops::Loops;
