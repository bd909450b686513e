//! Sorted tables: the codes of a phase up to some depth, ascending, each with a step towards the
//! goal. Lin's paper calls them p0 (phase 1) and p1 (phase 2).

mod contents;
pub mod path;
mod spec;
mod view;

pub use contents::{SortedBuilder, SortedContents};
pub use spec::{NoSuchDepth, SortedSpec};
pub use view::lookup_bytes;
pub use view::{Lookups, SortedView};
pub(super) use view::{bucket_shift, buckets};

use cubebatch_cube::cube::Move;

/// The moves of phase 1.
const MOVES: u8 = Move::COUNT as u8;

/// The steps of a table, one for each code in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableSteps<Bytes = Vec<u8>, Words = Vec<u32>> {
    /// The steps of phase 1, see [`phase1_step`].
    Moves(Bytes),
    /// The path numbers of phase 2, see [`path`].
    Paths(Words),
}

/// The step of a phase-1 code: `18 · depth + m`, where `m`, 0 … 17, is the smallest move
/// that leads one move nearer to G1; 0 for G1 itself. Depths to 13 fit a byte.
pub fn phase1_step(depth: u8, m: usize) -> u8 {
    depth * MOVES + m as u8
}

/// The depth in a step of phase 1.
pub(super) fn phase1_depth(step: u8) -> usize {
    usize::from(step / MOVES)
}
