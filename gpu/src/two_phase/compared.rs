//! Entries of phase 1 that say of each move whether it leads nearer, farther, or neither. They take three times the memory, and save
//! a walk the look-ups of all neighbours.

use crate::buffers::WORD;
use crate::complete::{MOST_LOOKS, pieces};
use crate::descent::Entries;
use crate::device::Device;
use crate::kernel::{Kernel, grid};
use cubebatch_shaders::descent::SLICES;
use cubebatch_shaders::two_phase::{COMPARED_WORDS, Compare, CompareBuffers, CompareParams};
use cubebatch_shaders::words::WORKGROUP;
use cubebatch_tables::coord::phase1::PHASE1_MOVES;
use cubebatch_tables::coord::sym_phase1::SIZE;

/// Words of all compared entries.
const WORDS: usize = SIZE * COMPARED_WORDS;

/// Positions that a dispatch compares, in whole parts of buffers that can be bound.
const MOST_POSITIONS: u32 = (MOST_LOOKS / PHASE1_MOVES.len() as u32).next_power_of_two() / 2;

/// The compared entries of all positions, which the device makes from the entries. Only a card with memory of its own has them,
/// and none that lacks the room: `None` then.
pub fn compared(device: &Device, tables: &wgpu::Buffer, entries: &Entries) -> Option<Entries> {
    let shift = shift(device.max_binding)?;
    if !device.has_own_memory() || !device.has_room(WORDS as u64 * WORD) {
        return None;
    }
    let kernel = Kernel::<Compare>::new(device);
    let slice = |first: usize| {
        let words = (WORDS - first).min(1 << shift);
        let buffer = device.zeroed("compared entries", words as u64);
        compare(device, &kernel, tables, entries, &buffer, [first, first + words].map(position_of));
        buffer
    };
    Some(Entries::of((0..WORDS).step_by(1 << shift).map(slice).collect(), shift))
}

fn position_of(word: usize) -> u32 {
    (word / COMPARED_WORDS) as u32
}

/// Fills a buffer with the compared entries of these positions.
fn compare(
    device: &Device,
    kernel: &Kernel<Compare>,
    tables: &wgpu::Buffer,
    entries: &Entries,
    buffer: &wgpu::Buffer,
    [first, end]: [u32; 2],
) {
    for piece in pieces(first..end, MOST_POSITIONS) {
        let word = |position: u32| (position - first) * COMPARED_WORDS as u32;
        let compared = device.words(buffer, word(piece.start), word(piece.end)).expect("a piece can be seen");
        let grid = grid(piece.len().div_ceil(WORKGROUP as usize) as u64);
        let params =
            CompareParams { columns: grid.0, first: piece.start, end: piece.end, shift: entries.shift };
        let slice = entries.buffers().map(wgpu::Buffer::as_entire_binding);
        let buffers = CompareBuffers { tables: tables.as_entire_binding(), compared, slice };
        let mut work = device.work();
        work.run(kernel, &params, buffers, grid);
        work.submit();
    }
}

/// The bits of a word's number within a buffer, so that a kernel sees all; `None` if it cannot. One buffer is best.
fn shift(max_binding: u64) -> Option<u32> {
    let seen = max_binding / WORD;
    let shift = if WORDS as u64 <= seen { WORDS.next_power_of_two().ilog2() } else { seen.checked_ilog2()? };
    (WORDS as u64 <= (SLICES as u64) << shift).then_some(shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_buffer_or_as_many_as_a_kernel_sees() {
        assert_eq!(shift((2 << 30) - 4), Some(29));
        assert_eq!(shift(1 << 30), Some(28));
        assert_eq!(shift(256 << 20), Some(26));
        assert_eq!([shift((256 << 20) - 4), shift(128 << 20), shift(0)], [None; 3]);
    }
}
