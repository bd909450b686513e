//! On a processor of the family x86-64 with AVX2.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_sfence, _mm256_and_si256, _mm256_or_si256, _mm256_set_m128i, _mm256_set1_epi8,
    _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_stream_si256,
};

use super::{Old, PageSource, Scratch, group_by};
use crate::coset::layout::place::MIDDLE_COSETS;
use crate::coset::layout::sources::HalfSource;
use crate::coset::layout::{BitLine, Moved};
use cubebatch_tables::coord::moves::HALF_TURNS;
use cubebatch_tables::coord::processor::Simd;

/// Writes a new group to `to`; gives the number of its positions.
pub fn group(_: Simd, old: &Old<'_>, of: usize, scratch: &mut Scratch, to: &mut [BitLine]) -> u64 {
    // SAFETY: there is a value of `Simd`, so the processor has the instructions.
    unsafe { group_with(old, of, scratch, to) }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn group_with(old: &Old<'_>, group: usize, scratch: &mut Scratch, to: &mut [BitLine]) -> u64 {
    let tables = &old.layout.moved;
    // No one reads a new group soon: it goes past the caches, which need not read what it replaces.
    let is_aligned = to.as_ptr().cast::<__m256i>().is_aligned();
    let positions = group_by(
        old,
        group,
        scratch,
        to,
        #[inline(always)]
        |new: &mut [BitLine; _], from: &[PageSource<'_>; _]| add(tables, new, from),
        #[inline(always)]
        |to, line| {
            if !is_aligned {
                *to = line;
                return;
            }
            let [first, second]: [__m256i; 2] = bytemuck::cast(line);
            let to: *mut __m256i = std::ptr::from_mut(to).cast();
            // SAFETY: `to` is valid for writes as a reference, and aligned, as the first line is and a line has the size of two
            // registers.
            unsafe {
                _mm256_stream_si256(to, first);
                _mm256_stream_si256(to.add(1), second);
            }
        },
    );
    // Before another thread may read it.
    _mm_sfence();
    positions
}

/// Adds to lines those after products on the right. A register is half of a line. The halves of all lines from a page take their
/// bits from the same tables.
#[inline]
#[target_feature(enable = "avx2")]
fn add(tables: &Moved, new: &mut [BitLine; MIDDLE_COSETS], from: &[PageSource<'_>; HALF_TURNS]) {
    let mut halves: [[__m256i; 2]; MIDDLE_COSETS] = bytemuck::cast(*new);
    for half in 0..2 {
        for from in from {
            let HalfSource { quarters: [first, second], bits } = from.edges.half(tables, half);
            let [low, high]: [__m256i; 2] = bytemuck::cast(*bits);
            for (new, source) in halves.iter_mut().zip(from.sources()) {
                let quarters: &[[u64; 2]; 4] = bytemuck::cast_ref(&from.page[source.line()]);
                let [first, second]: [__m128i; 2] =
                    [first, second].map(|quarter| bytemuck::cast(quarters[quarter]));
                let bytes = &tables.bytes[source.element().number()][half];
                let register = _mm256_shuffle_epi8(_mm256_set_m128i(second, first), bytemuck::cast(*bytes));
                let four = _mm256_set1_epi8(0xf);
                let of_low = _mm256_shuffle_epi8(low, _mm256_and_si256(register, four));
                let of_high =
                    _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16::<4>(register), four));
                new[half] = _mm256_or_si256(new[half], _mm256_or_si256(of_low, of_high));
            }
        }
    }
    *new = bytemuck::cast(halves);
}
