//! Collects the marks of a stripe into entries sorted by place, and clears them.

use crate::layout::{P0Collect, PLACE_BITS, ROW_BITS};

/// The twin of `p0_collect.wgsl`. Entries follow each other from the first offset on.
pub fn p0_collect(params: &P0Collect, marks: &mut [u32], offsets: &[u32], entries: &mut [u32]) {
    let marks = &mut marks[..(params.rows as usize) << ROW_BITS >> 2];
    let free = &mut entries[(offsets[0] - params.first_entry) as usize..];
    let marked = marks.iter().flat_map(|word| word.to_le_bytes()).enumerate().filter(|&(_, byte)| byte != 0);
    for (entry, (place, byte)) in free.iter_mut().zip(marked) {
        *entry = (u32::from(255 - byte) << PLACE_BITS) + place as u32 % (1 << PLACE_BITS);
    }
    marks.fill(0);
}
