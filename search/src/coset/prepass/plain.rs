//! On any processor.

use crate::coset::layout::BitLine;
use crate::coset::layout::element::{WORDS, WordSource};

/// The bits of a word whose numbers have a 0 in this place.
const ZEROS: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// A line after a product on the right.
#[inline(always)]
pub fn moved(line: &BitLine, sources: &[WordSource; WORDS]) -> BitLine {
    sources.map(|source| flipped(line[usize::from(source.word) % WORDS], source.flips))
}

/// A word whose bits come from places by an exclusive or with their numbers.
#[inline(always)]
fn flipped(word: u64, flips: u8) -> u64 {
    (0..6).fold(word, |word, bit| {
        let shift = flips & 1 << bit;
        // All bits, where none changes its place.
        let kept = if shift == 0 { u64::MAX } else { ZEROS[bit] };
        (word & kept) << shift | word >> shift & kept
    })
}
