//! Fills a buffer with words that are known without reading them.

use crate::engine::layout::probes::{FillParams, mixed};

/// The twin of `probes/fill.wgsl`.
pub fn fill(params: &FillParams, words: &mut [u32]) {
    words.iter_mut().zip(0..params.words).for_each(|(word, number)| *word = mixed(number));
}
