//! Collects the marks of a stripe into entries sorted by position, and clears them.

use cubebatch_shaders::sorted_phase1::{CollectParams, MARK_OF_STEP_0, Reached};
use cubebatch_shaders::words::Bytes;
use cubebatch_tables::coord::block::{BLOCK, ROW};

/// The twin of `sorted_phase1/collect.wgsl`. Entries follow each other from the first offset on.
pub fn collect(params: &CollectParams, marks: &mut [u32], offsets: &[u32], entries: &mut [u32]) {
    let marks = &mut marks[..params.rows as usize * ROW / Bytes::A_WORD];
    let free = &mut entries[(offsets[0] - params.first_entry) as usize..];
    let marked = marks.iter().flat_map(|word| word.to_le_bytes()).enumerate().filter(|&(_, byte)| byte != 0);
    for (entry, (i, byte)) in free.iter_mut().zip(marked) {
        let step = MARK_OF_STEP_0 - u32::from(byte);
        *entry = Reached { at: (i % BLOCK) as u32, step }.pack();
    }
    marks.fill(0);
}
