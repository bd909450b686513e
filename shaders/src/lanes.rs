//! Small numbers side by side in words.

use super::wgsl::{self, Item};

/// Numbers of `BITS` bits side by side in words, the first one lowest.
pub struct Lanes<const BITS: usize, const A_WORD: usize>;

impl<const BITS: usize, const A_WORD: usize> Lanes<BITS, A_WORD> {
    /// Numbers in a word.
    pub const A_WORD: usize = A_WORD;

    /// The words of some numbers.
    pub const fn words(numbers: usize) -> usize {
        numbers.div_ceil(A_WORD)
    }

    /// What number `i` is in its word.
    pub const fn bits(i: usize, number: u32) -> u32 {
        number << (BITS * (i % A_WORD))
    }

    /// As kernels see them, each called by this name.
    pub fn wgsl(name: &str) -> [Item; 4] {
        wgsl::lanes(name, BITS, A_WORD)
    }
}

/// What hosts do with them.
impl<const BITS: usize, const A_WORD: usize> Lanes<BITS, A_WORD> {
    const MASK: u32 = {
        assert!(BITS * A_WORD <= u32::BITS as usize);
        (1 << BITS) - 1
    };

    /// Number `i`.
    #[inline]
    pub fn get(words: &[u32], i: usize) -> u32 {
        Self::in_word(words[i / A_WORD], i % A_WORD)
    }

    /// Number `i` of a word.
    #[inline]
    pub const fn in_word(word: u32, i: usize) -> u32 {
        word >> (BITS * i) & Self::MASK
    }
}

/// What the twins of kernels do with them.
impl<const BITS: usize, const A_WORD: usize> Lanes<BITS, A_WORD> {
    /// Sets number `i`, which was 0.
    #[inline]
    pub fn put(words: &mut [u32], i: usize, number: u32) {
        words[i / A_WORD] |= Self::bits(i, number);
    }
}
