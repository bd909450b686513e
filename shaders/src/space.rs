//! The facts that the kernel of small spaces, its twin and its host share.

use super::interface::kernels;
use super::record::{constants, parameters};
use cubebatch_tables::space::UNREACHED;

constants! { UNREACHED }

parameters! {
    MarkParams {
        /// How many positions there are.
        positions,
        /// How many of them are a block.
        values,
        /// How many moves there are.
        moves,
        /// Where what they do to values begins.
        value_turns,
        /// The distance of the last level.
        distance,
    }
}

kernels! {
    Mark(MarkParams) MarkBuffers {
        /// For each row where each move leads, then the same for each value.
        turns: read [u32],
        /// Bytes: the distance of each position, UNREACHED where nothing is known.
        distances: write @atomic [u32],
        /// How many positions were marked.
        count: write @atomic u32,
    }
}
