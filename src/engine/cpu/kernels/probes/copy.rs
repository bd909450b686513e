//! Copies a buffer.

use crate::engine::layout::probes::CopyParams;

/// The twin of `probes/copy.wgsl`.
pub fn copy(params: &CopyParams, from: &[u32], to: &mut [u32]) {
    let words = 4 * params.quads as usize;
    to[..words].copy_from_slice(&from[..words]);
}
