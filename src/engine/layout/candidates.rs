//! What the kernels that test candidates, their twins and their host agree on.

use super::record::{constants, parameters, records};
use super::wgsl::Item;
use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::{Coordinate, flip::Flip, twist::Twist};

/// A position to search from: two coordinates in a word, and the third one.
pub type Start = [u32; 2];

records! {
    /// A candidate whose code is in the table.
    Hit {
        /// The number of the start.
        start: u32,
        /// The number of the candidate among those of its length.
        number: u32,
        /// The index of the code in the table.
        entry: u32,
    }
}

constants! {
    PHASE1_TWIST_MOVES = 0,
    PHASE1_FLIP_MOVES = Twist::SIZE * PHASE1_MOVES.len(),
    PHASE1_SLICE_MOVES = (Twist::SIZE + Flip::SIZE) * PHASE1_MOVES.len(),
}

/// What kernels see of this.
pub fn items() -> Vec<Item> {
    vec![Hit::wgsl().item()]
}

parameters!(SearchParams {
    columns,
    starts,
    per_start,
    length,
    first_prefix,
    end_prefix,
    shift,
    first_bucket,
    end_bucket,
    first_residue,
    room,
});
