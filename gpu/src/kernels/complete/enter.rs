//! Enters states of positions that have none.

use cubebatch_shaders::complete::EnterParams;

/// The twin of `complete/enter.wgsl`.
pub fn enter(params: &EnterParams, pairs: &[[u32; 2]], states: &mut [u32]) {
    for &[word, bits] in &pairs[..params.pairs as usize] {
        states[word as usize] |= bits;
    }
}
