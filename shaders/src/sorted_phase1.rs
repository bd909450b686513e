//! The facts that the kernels that build sorted tables of phase 1, their twins and their host share.

use super::interface::kernels;
use super::record::{constants, parameters};
use super::wgsl::{self, Item};
use cubebatch_tables::coord::block::{BLOCK, FlipSlice, ROW};
use cubebatch_tables::coord::phase1::PHASE1_MOVES;
use cubebatch_tables::coord::{Coordinate, flip::Flip, twist::Twist};
use cubebatch_tables::packed::packed;

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
        /// See [`phase1_step`](cubebatch_tables::table::phase1_step).
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
    [FlipSlice::WGSL, Reached::WGSL].map(|packed| wgsl::packed(&packed)).into_iter().flatten().collect()
}

parameters! {
    MarkParams {
        /// The block of the first row of workgroups.
        first_block,
        /// A move, or NO_MOVE: then what is known already is marked as it is.
        turn,
        /// The step of positions that are marked by a move.
        step,
        /// The least step of positions from which the move is made.
        least_step,
        /// The blocks whose codes are bound.
        first_source,
        end_source,
        /// The number of the first bound code.
        first_entry,
    }

    CollectParams { rows, first_entry }
}

kernels! {
    Mark(MarkParams) MarkBuffers {
        /// For each turn: the source of each twist, then flips and slices after the inverse.
        turns: read [u32],
        /// Where the codes of each block begin.
        starts: read [u32],
        /// [`Reached`].
        entries: read [u32],
        /// Bytes: MARK_OF_STEP_0 less the step of each position, or 0 where nothing is known.
        marks: write @atomic [u32],
        /// How many marks each row has.
        counts: write @atomic [u32],
    }

    Collect(CollectParams) CollectBuffers {
        /// As they were marked.
        marks: write [u32],
        /// The number of each row's first code, and the end.
        offsets: read [u32],
        /// [`Reached`].
        entries: write [u32],
    }
}
