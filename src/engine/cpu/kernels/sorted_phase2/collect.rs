//! Collects the classes of a stripe that have a path, sorted by code, and clears them.

use crate::layout::sorted_phase2::{CLASS_ROW, CollectParams};

/// The twin of `sorted_phase2/collect.wgsl`. Entries follow each other from the first offset on.
pub fn collect(params: &CollectParams, classes: &mut [u32], offsets: &[u32], entries: &mut [[u32; 2]]) {
    let classes = &mut classes[..params.rows as usize * CLASS_ROW];
    let free = &mut entries[offsets[0] as usize..];
    let with_path = (params.first_code..).zip(classes.iter()).filter(|&(_, &word)| word != 0);
    for (entry, (code, word)) in free.iter_mut().zip(with_path) {
        *entry = [code, !word];
    }
    classes.fill(0);
}
