//! What the kernels that build sorted tables of phase 1, their twins and their host agree on.

use super::flip_slice::{BLOCK, FlipSlice, ROW};
use super::packed::packed;
use super::record::{constants, parameters};
use super::wgsl::Item;
use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::{Coordinate, flip::Flip, twist::Twist};

/// Bits of a position in its block.
const BLOCK_BITS: u32 = BLOCK.ilog2();

/// The turn that is none.
pub const NO_MOVE: u32 = PHASE1_MOVES.len() as u32;

/// Words of the table of one turn: twist, flip, slice.
pub const TURN_WORDS: usize = Twist::SIZE + Flip::SIZE + ROW;

/// The mark of a step is so much less it: then no mark is 0, as steps are less.
pub const MARK_OF_STEP_0: u32 = 255;

packed! {
    /// A code that was reached, in the block of its twist.
    Reached {
        /// Flip and slice.
        at: BLOCK_BITS,
        /// See [`phase1_step`](crate::table::phase1_step).
        step: u32::BITS - BLOCK_BITS,
    }
}

constants! {
    NO_MOVE,
    TURN_WORDS,
    FLIP_TURNS = Twist::SIZE,
    SLICE_TURNS = Twist::SIZE + Flip::SIZE,
    ROW,
    FLIP_SLICE_BLOCK = BLOCK,
    MARK_OF_STEP_0,
}

/// What kernels see of this.
pub fn items() -> Vec<Item> {
    [FlipSlice::WGSL, Reached::WGSL].map(|packed| packed.items()).into_iter().flatten().collect()
}

parameters!(MarkParams {
    columns,
    first_block,
    turn,
    step,
    least_step,
    first_source,
    end_source,
    first_entry
});
parameters!(CollectParams { columns, rows, first_entry });
