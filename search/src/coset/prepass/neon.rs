//! On a processor of the family aarch64 with NEON: a register is a quarter of a line.

use std::arch::aarch64::{uint8x16_t, vandq_u8, vdupq_n_u8, vorrq_u8, vqtbl1q_u8, vshrq_n_u8};

use super::{Old, PageSource, Scratch, add_each, group_by};
use crate::coset::layout::sources::{HalfSource, LineSource};
use crate::coset::layout::{BitLine, Moved};
use cubebatch_tables::coord::processor::Simd;

/// Writes a new group to `to`; gives the number of its positions.
pub fn group(_: Simd, old: &Old<'_>, of: usize, scratch: &mut Scratch, to: &mut [BitLine]) -> u64 {
    // SAFETY: there is a value of `Simd`, so the processor has the instructions.
    unsafe { group_with(old, of, scratch, to) }
}

#[target_feature(enable = "neon")]
fn group_with(old: &Old<'_>, group: usize, scratch: &mut Scratch, to: &mut [BitLine]) -> u64 {
    let tables = &old.layout.moved;
    let add = |new: &mut [BitLine; _], from: &[PageSource<'_>; _]| {
        add_each(new, from, |line, source| moved(tables, line, source))
    };
    group_by(old, group, scratch, to, add, |to, line| *to = line)
}

/// A line after a product on the right.
#[inline]
#[target_feature(enable = "neon")]
fn moved(tables: &Moved, line: &BitLine, source: LineSource) -> BitLine {
    let quarters: [uint8x16_t; 4] = bytemuck::cast(*line);
    let halves = [0, 1].map(|half| {
        let HalfSource { quarters: from, bits: [low, high] } = source.half(tables, half);
        let bytes = &tables.bytes[source.element().number()][half];
        [0, 1].map(|quarter| {
            let register = vqtbl1q_u8(quarters[from[quarter]], bytemuck::cast(bytes[quarter]));
            let of_low = vqtbl1q_u8(bytemuck::cast(low[quarter]), vandq_u8(register, vdupq_n_u8(0xf)));
            let of_high = vqtbl1q_u8(bytemuck::cast(high[quarter]), vshrq_n_u8::<4>(register));
            vorrq_u8(of_low, of_high)
        })
    });
    bytemuck::cast(halves)
}
