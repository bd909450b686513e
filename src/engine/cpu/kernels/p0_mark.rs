//! Marks the places of a stripe of blocks to which one turn leads.

use crate::coord::phase1::{PHASE1_MOVES, Phase1, Phase1Moves};
use crate::coord::{Coordinate, PhaseMoves, flip::Flip};
use crate::layout::{NO_MOVE, P0Mark, PLACE_BITS, ROW_BITS};

/// The twin of `p0_mark.wgsl`; `blocks` is the length of the stripe, the rows of the grid.
pub fn p0_mark(
    params: &P0Mark,
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
            let known_step = entry >> PLACE_BITS;
            let to = led_from(position(source, entry), params.turn);
            if known_step >= params.least_step && stripe.contains(&to.twist.into()) {
                let step = if params.turn == NO_MOVE { known_step } else { params.step };
                mark(marks, counts, place(to, params.first_block), step);
            }
        }
    }
}

fn position(twist: u32, entry: u32) -> Phase1 {
    let (flip, slice) = ((entry >> ROW_BITS) % Flip::SIZE as u32, entry % (1 << ROW_BITS));
    Phase1 { twist: twist as u16, flip: flip as u16, slice: slice as u16 }
}

/// Where `turn` leads to `at`.
fn led_from(at: Phase1, turn: u32) -> Phase1 {
    let undo = PHASE1_MOVES.get(turn as usize).map(|mv| mv.inverse().index());
    undo.map_or(at, |undo| Phase1Moves::get().turn(at, undo))
}

/// The number of a position's byte in the marks of a stripe.
fn place(at: Phase1, first_block: u32) -> usize {
    let block = u32::from(at.twist) - first_block;
    (block << PLACE_BITS | u32::from(at.flip) << ROW_BITS | u32::from(at.slice)) as usize
}

/// The first mark of a place stays.
fn mark(marks: &mut [u32], counts: &mut [u32], place: usize, step: u32) {
    let mut bytes = marks[place / 4].to_le_bytes();
    if bytes[place % 4] == 0 {
        bytes[place % 4] = 255 - step as u8;
        marks[place / 4] = u32::from_le_bytes(bytes);
        counts[place >> ROW_BITS] += 1;
    }
}
