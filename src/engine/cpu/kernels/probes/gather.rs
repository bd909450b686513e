//! Looks words up all over a buffer.

use crate::engine::layout::probes::{GatherParams, mixed};

/// The twin of `probes/gather.wgsl`.
pub fn gather(params: &GatherParams, words: &[u32], sums: &mut [u32]) {
    for (sum, number) in sums.iter_mut().zip(0..params.sums) {
        let lookups = (0..params.lookups).map(|i| mixed(number.wrapping_mul(params.lookups).wrapping_add(i)));
        *sum = lookups.fold(0, |sum, lookup| sum.wrapping_add(words[(lookup % params.words) as usize]));
    }
}
