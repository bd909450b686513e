//! Marks the positions of a stripe of blocks to which one turn leads.

use cubebatch_shaders::sorted_phase1::{MARK_OF_STEP_0, MarkParams, NO_MOVE, Reached};
use cubebatch_shaders::words::Bytes;
use cubebatch_tables::coord::PhaseMoves;
use cubebatch_tables::coord::block::{BLOCK, FlipSlice, ROW};
use cubebatch_tables::coord::phase1::{PHASE1_MOVES, Phase1, Phase1Moves};

/// The twin of `sorted_phase1/mark.wgsl`; `blocks` is the length of the stripe, the rows of the grid.
pub fn mark(
    params: &MarkParams,
    blocks: u32,
    starts: &[u32],
    entries: &[u32],
    marks: &mut [u32],
    counts: &mut [u32],
) {
    let stripe = params.first_block..params.first_block + blocks;
    for source in params.first_source..params.end_source {
        let [first, end] = [source, source + 1].map(|block| starts[block as usize] - params.first_entry);
        for &entry in &entries[first as usize..end as usize] {
            let known = Reached::unpack(entry);
            let to = led_from(FlipSlice::unpack(known.at).position(source as usize), params.turn);
            if known.step >= params.least_step && stripe.contains(&to.twist.into()) {
                let step = if params.turn == NO_MOVE { known.step } else { params.step };
                set_mark(marks, counts, index(to, params.first_block), step);
            }
        }
    }
}

/// Where `turn` leads to `at`.
fn led_from(at: Phase1, turn: u32) -> Phase1 {
    let undo = PHASE1_MOVES.get(turn as usize).map(|mv| mv.inverse().index());
    undo.map_or(at, |undo| Phase1Moves::get().turn(at, undo))
}

/// The number of a position's byte in the marks of a stripe.
fn index(at: Phase1, first_block: u32) -> usize {
    (usize::from(at.twist) - first_block as usize) * BLOCK + FlipSlice::from(at).pack() as usize
}

/// The first mark of a position stays.
fn set_mark(marks: &mut [u32], counts: &mut [u32], i: usize, step: u32) {
    if Bytes::get(marks, i) == 0 {
        Bytes::put(marks, i, MARK_OF_STEP_0 - step);
        counts[i / ROW] += 1;
    }
}
