//! Counts in one word or all over a buffer.

use crate::engine::layout::probes::{CountParams, mixed};

/// The twin of `probes/count.wgsl`.
pub fn count(params: &CountParams, counters: &mut [u32]) {
    for number in 0..params.invocations {
        counters[(mixed(number) % params.counters) as usize] += 1;
    }
}
