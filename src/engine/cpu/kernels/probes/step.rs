//! Does next to nothing.

use crate::engine::layout::probes::StepParams;

/// The twin of `probes/step.wgsl`.
pub fn step(params: &StepParams, buffers: &mut [Vec<u32>; 4]) {
    let counters = buffers.iter_mut().flat_map(|buffer| &mut buffer[..params.counters as usize]);
    counters.for_each(|counter| *counter += 1);
}
