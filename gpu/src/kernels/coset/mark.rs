//! Sets bits of a part of a map.

use cubebatch_shaders::coset::MarkParams;

/// The twin of `coset/mark.wgsl`.
pub fn mark(params: &MarkParams, bits: &[u32], map: &mut [u32], marked: &mut u32) {
    let before: u32 = map.iter().map(|word| word.count_ones()).sum();
    for &bit in &bits[..params.count as usize] {
        map[bit as usize / 32] |= 1 << (bit % 32);
    }
    *marked += map.iter().map(|word| word.count_ones()).sum::<u32>() - before;
}
