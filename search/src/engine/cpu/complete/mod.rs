//! Complete tables: what breadth-first searches of whole phases find, up to symmetry.

mod cosets;
pub mod phase2;
pub mod steps;

pub use cosets::count_cosets;

use cubebatch_tables::coord::classes::Classes;

/// How many positions the members of a level stand for: `level` has their number in each class.
fn count<N: Copy + Into<u64>>(classes: &Classes, level: &[N]) -> u64 {
    level.iter().enumerate().map(|(class, &members)| u64::from(classes.size(class)) * members.into()).sum()
}
