//! On a processor of the family x86-64 with AVX2.

use std::arch::x86_64::{
    __m128i, __m256i, _mm256_and_si256, _mm256_or_si256, _mm256_set_m128i, _mm256_set1_epi8,
    _mm256_shuffle_epi8, _mm256_srli_epi16,
};

use super::{Old, Scratch, group_by};
use crate::coord::processor::Simd;
use crate::coset::layout::sources::{HalfSource, LineSource};
use crate::coset::layout::{Line, Moved};

/// Writes a new group to `to`; gives the number of its positions.
pub fn group(_: Simd, old: &Old<'_>, of: usize, scratch: &mut Scratch, to: &mut [Line]) -> u64 {
    // SAFETY: there is a value of `Simd`, so the processor has the instructions.
    unsafe { group_with(old, of, scratch, to) }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn group_with(old: &Old<'_>, group: usize, scratch: &mut Scratch, to: &mut [Line]) -> u64 {
    let tables = &old.layout.moved;
    group_by(old, group, scratch, to, |line, source| moved(tables, line, source), |to, line| *to = line)
}

/// A line after a product on the right.
#[inline]
#[target_feature(enable = "avx2")]
fn moved(tables: &Moved, line: &Line, source: LineSource) -> Line {
    let quarters: [__m128i; 4] = bytemuck::cast(*line);
    bytemuck::cast([0, 1].map(|half| {
        let HalfSource { quarters: [first, second], bytes, bits } = source.half(tables, half);
        let register = _mm256_set_m128i(quarters[second], quarters[first]);
        let register = _mm256_shuffle_epi8(register, bytemuck::cast(*bytes));
        let [low, high]: [__m256i; 2] = bytemuck::cast(*bits);
        let four = _mm256_set1_epi8(0xf);
        let of_low = _mm256_shuffle_epi8(low, _mm256_and_si256(register, four));
        let of_high = _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16::<4>(register), four));
        _mm256_or_si256(of_low, of_high)
    }))
}
