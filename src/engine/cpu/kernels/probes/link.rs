//! Links blocks.

use crate::engine::layout::probes::{BLOCK_WORDS, LinkParams, Sliced};

/// The twin of `probes/link.wgsl`.
pub fn link(params: &LinkParams, items: &mut [u32]) {
    let sliced = Sliced { blocks: params.blocks, shift: params.shift, a_slice: params.a_slice };
    for number in 0..params.a_slice {
        for word in 0..BLOCK_WORDS {
            items[(number * BLOCK_WORDS + word) as usize] = sliced.word(params.first + number, word);
        }
    }
}
