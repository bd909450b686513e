//! Goes from block to block.

use super::first_word;
use crate::engine::layout::probes::{ChaseParams, Sliced};

/// The twin of `probes/chase.wgsl`.
pub fn chase(params: &ChaseParams, slices: &[&[u32]], ends: &mut [u32]) {
    let sliced = Sliced { blocks: params.blocks, shift: params.shift, a_slice: params.a_slice };
    for (end, number) in ends.iter_mut().zip(params.first..params.first + params.chains) {
        let mut block = sliced.by_chance(number);
        for _ in 0..params.steps {
            let (slice, word) = first_word(sliced, block);
            block = slices[slice][word];
        }
        *end = block;
    }
}
