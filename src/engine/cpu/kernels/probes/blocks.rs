//! Looks blocks up all over some slices.

use super::first_word;
use crate::engine::layout::probes::{BLOCK_WORDS, BlocksParams, Sliced};

/// The twin of `probes/blocks.wgsl`.
pub fn blocks(params: &BlocksParams, slices: &[&[u32]], sums: &mut [u32]) {
    let sliced = Sliced { blocks: params.blocks, shift: params.shift, a_slice: params.a_slice };
    for (sum, number) in sums.iter_mut().zip(0..params.sums) {
        *sum = 0;
        for i in 0..params.lookups {
            let lookup = number.wrapping_mul(params.lookups).wrapping_add(i);
            let (slice, first) = first_word(sliced, sliced.by_chance(lookup));
            let words = &slices[slice][first..][..BLOCK_WORDS as usize];
            *sum = words.iter().fold(*sum, |sum, &word| sum.wrapping_add(word));
        }
    }
}
