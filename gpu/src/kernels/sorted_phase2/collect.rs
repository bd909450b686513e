//! Collects the cosets of a stripe that have a path, sorted by code, and clears them.

use cubebatch_shaders::sorted_phase2::{COSET_ROW, CollectParams};

/// The twin of `sorted_phase2/collect.wgsl`. Entries follow each other from the first offset on.
pub fn collect(params: &CollectParams, cosets: &mut [u32], offsets: &[u32], entries: &mut [[u32; 2]]) {
    let cosets = &mut cosets[..params.rows as usize * COSET_ROW];
    let free = &mut entries[offsets[0] as usize..];
    let with_path = (params.first_code..).zip(cosets.iter()).filter(|&(_, &word)| word != 0);
    for (entry, (code, word)) in free.iter_mut().zip(with_path) {
        *entry = [code, !word];
    }
    cosets.fill(0);
}
