//! On a processor of the family x86-64 with AVX-512 and GFNI: a line is a register.

use std::arch::x86_64::{
    __m512i, _mm_sfence, _mm512_gf2p8affine_epi64_epi8, _mm512_permutexvar_epi8, _mm512_stream_si512,
};

use super::{Old, PageSource, Scratch, add_each, group_by};
use crate::coset::layout::sources::LineSource;
use crate::coset::layout::{BitLine, Wide};

/// Writes a new group to `to`; gives the number of its positions.
pub fn group(wide: &Wide, old: &Old<'_>, of: usize, scratch: &mut Scratch, to: &mut [BitLine]) -> u64 {
    // SAFETY: the value `wide` is there, so the processor has the instructions.
    unsafe { group_with(wide, old, of, scratch, to) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq,gfni,bmi2")]
fn group_with(wide: &Wide, old: &Old<'_>, group: usize, scratch: &mut Scratch, to: &mut [BitLine]) -> u64 {
    // No one reads a new group soon: it goes past the caches, which need not read what it replaces.
    let is_aligned = to.as_ptr().cast::<__m512i>().is_aligned();
    let positions = group_by(
        old,
        group,
        scratch,
        to,
        #[inline(always)]
        |new: &mut [BitLine; _], from: &[PageSource<'_>; _]| {
            add_each(new, from, |line, source| moved(wide, line, source))
        },
        #[inline(always)]
        |to, line| {
            if !is_aligned {
                *to = line;
                return;
            }
            // SAFETY: `to` is valid for writes as a reference, and aligned, as the first line is and a line has the size of a
            // register.
            unsafe { _mm512_stream_si512(std::ptr::from_mut(to).cast(), bytemuck::cast(line)) }
        },
    );
    // Before another thread may read it.
    _mm_sfence();
    positions
}

/// A line after a product on the right.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn moved(wide: &Wide, line: &BitLine, source: LineSource) -> BitLine {
    let moved = &wide.moved[source.element().number()];
    let (bytes, bits): (__m512i, __m512i) = (bytemuck::cast(moved.bytes), bytemuck::cast(moved.bits));
    let line = _mm512_permutexvar_epi8(bytes, bytemuck::cast(*line));
    bytemuck::cast(_mm512_gf2p8affine_epi64_epi8::<0>(line, bits))
}
