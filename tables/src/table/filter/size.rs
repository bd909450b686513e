//! The sizes of proof filters, and the shares of their blocks.

use std::fmt;

use super::{BLOCK_BYTES, near};

/// The size of a proof filter. Its number is in the headers of files; 2 was another size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FilterSize {
    /// 0.3 GB.
    Mb300 = 0,
    /// 1 GB.
    Gb1 = 1,
    /// 8 GB.
    Gb8 = 3,
    /// 16 GB.
    Gb16 = 4,
    /// 20 MB: too small to be useful, but tests build it in a second. It is not one of [`FilterSize::ALL`].
    Mb20 = 5,
}

/// The bits of a block for cosets within some number of moves: the same number in each word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The number of moves.
    pub moves: u8,
    /// The place of its first bit in a word.
    pub first: u32,
    /// How many they are in a word.
    pub bits: u32,
    /// In how many words a coset sets one of them, 1 … 4.
    pub words: u32,
}

impl Reach {
    /// The factor of the hash that chooses a coset's bits for this number of moves.
    #[inline(always)]
    pub const fn factor(self) -> u64 {
        0x9fb2_1c65_1e98_df25 + 2 * self.moves as u64 * 0x1_0001_0001
    }
}

const fn reach(moves: u8, first: u32, bits: u32, words: u32) -> Reach {
    Reach { moves, first, bits, words }
}

impl FilterSize {
    /// All, the least first.
    pub const ALL: &[FilterSize] = &[FilterSize::Mb300, FilterSize::Gb1, FilterSize::Gb8, FilterSize::Gb16];

    /// Its name: `300MB`, `1GB`, `8GB`, `16GB`.
    pub const fn name(self) -> &'static str {
        match self {
            FilterSize::Mb300 => "300MB",
            FilterSize::Gb1 => "1GB",
            FilterSize::Gb8 => "8GB",
            FilterSize::Gb16 => "16GB",
            FilterSize::Mb20 => "20MB",
        }
    }

    /// The size with this name.
    pub fn named(name: &str) -> Option<FilterSize> {
        FilterSize::ALL.iter().copied().find(|size| size.name() == name)
    }

    const fn megabytes(self) -> u64 {
        match self {
            FilterSize::Mb300 => 300,
            FilterSize::Gb1 => 1000,
            FilterSize::Gb8 => 8000,
            FilterSize::Gb16 => 16_000,
            FilterSize::Mb20 => 20,
        }
    }

    /// The number of blocks: what the table of near cosets leaves.
    pub const fn blocks(self) -> u64 {
        (self.megabytes() * 1_000_000 - near::BYTES as u64) / BLOCK_BYTES as u64
    }

    /// Bytes of near cosets and blocks.
    pub const fn bytes(self) -> usize {
        near::BYTES + self.blocks() as usize * BLOCK_BYTES
    }

    /// The shares of a block for each number of moves, the greatest first.
    pub const fn reaches(self) -> &'static [Reach] {
        // The shares, and in how many words a coset has a bit, follow from how many cosets are so near: some 7.2·10⁷, 1.15·10⁹
        // and 1.317·10¹⁰ within 9, 10 and 11 moves. With less than two bits for each of the last, some 3 GB, so much passes that
        // proofs take no less than with 1 GB.
        match self {
            FilterSize::Mb300 => const { &[reach(10, 0, 48, 1), reach(9, 48, 16, 4)] },
            FilterSize::Gb1 => const { &[reach(10, 0, 56, 4), reach(9, 56, 8, 4)] },
            FilterSize::Gb8 => const { &[reach(11, 0, 56, 3), reach(10, 56, 6, 4), reach(9, 62, 2, 4)] },
            FilterSize::Gb16 => const { &[reach(11, 0, 56, 4), reach(10, 56, 6, 4), reach(9, 62, 2, 4)] },
            FilterSize::Mb20 => const { &[reach(8, 0, 64, 3)] },
        }
    }

    /// The greatest number of moves of which the filter knows.
    pub const fn depth(self) -> u8 {
        self.reaches()[0].moves
    }
}

/// The name of its table: `proof-1GB`.
impl fmt::Display for FilterSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "proof-{}", self.name())
    }
}
