//! The proof filter: which cosets may be within 9, 10 or 11 moves of solved.
//!
//! It is a Bloom filter in blocks. A coset's block has some bits for each number of moves: they are set if the coset is so near,
//! and by chance often enough if it is not. So it never says that a near coset is far, which is all that a proof needs.
//! Sources: B. Bloom 1970; blocks that lie within a line of a cache are those of F. Putze, P. Sanders and J. Singler 2007.

mod contents;
pub mod near;
mod size;

pub use contents::{FilterContents, FilterView};
pub use size::{FilterSize, Reach};

use crate::coord::cosets::CosetKey;

/// Words of a block.
pub const BLOCK_WORDS: usize = 4;

/// 32 bytes: a sector of a GPU's memory, half a line of a processor's cache.
pub type FilterBlock = [u64; BLOCK_WORDS];

/// Bytes of a block.
const BLOCK_BYTES: usize = size_of::<FilterBlock>();

/// The factors of the hash of a key.
pub const KEY_FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];

/// Bits of such a number that choose a bit of a word.
pub const NUMBER_BITS: u32 = 15;

/// The place of a coset's bits: its block, and the hash that chooses bits in it.
#[derive(Clone, Copy, Debug)]
pub struct FilterPlace {
    /// The number of the block.
    pub block: u32,
    chance: u64,
}

impl FilterPlace {
    /// In a filter of `blocks` blocks, below 2^32.
    #[inline(always)]
    pub fn of(CosetKey(key): CosetKey, blocks: u64) -> FilterPlace {
        let mixed = key.wrapping_mul(KEY_FACTORS[0]);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(KEY_FACTORS[1]);
        let mixed = mixed ^ mixed >> 32;
        FilterPlace { block: (((mixed >> 32) * blocks) >> 32) as u32, chance: mixed }
    }

    /// The bits of a block that a coset within this number of moves sets.
    #[inline(always)]
    fn bits(self, reach: Reach) -> FilterBlock {
        let numbers = self.chance.wrapping_mul(reach.factor());
        let bits: FilterBlock = std::array::from_fn(|word| {
            let number = numbers >> (NUMBER_BITS * word as u32) & ((1 << NUMBER_BITS) - 1);
            1 << (u64::from(reach.first) + ((number * u64::from(reach.bits)) >> NUMBER_BITS))
        });
        if reach.words == BLOCK_WORDS as u32 {
            return bits;
        }
        let first_word = numbers >> 62;
        let is_meant = |word: usize| (word as u64 + first_word) % 4 < u64::from(reach.words);
        std::array::from_fn(|word| if is_meant(word) { bits[word] } else { 0 })
    }

    /// Whether a block lets the coset pass as one within this number of moves.
    #[inline(always)]
    pub fn passes(self, block: &FilterBlock, reach: Reach) -> bool {
        let bits = self.bits(reach);
        // Without branches: each bit is set about as often as not.
        (0..BLOCK_WORDS).fold(0, |missing, word| missing | bits[word] & !block[word]) == 0
    }

    /// Sets the bits of a coset at this number of moves from solved.
    #[inline(always)]
    pub fn mark(self, block: &mut FilterBlock, reaches: &[Reach], moves: u8) {
        for &reach in reaches.iter().filter(|reach| reach.moves >= moves) {
            block.iter_mut().zip(self.bits(reach)).for_each(|(word, bits)| *word |= bits);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_cube::cube::random::Random;

    #[test]
    fn reaches_fill_a_word() {
        for size in FilterSize::ALL.iter().copied() {
            let mut end = 0;
            for reach in size.reaches() {
                assert_eq!(reach.first, end);
                assert!((1..=4).contains(&reach.words));
                end += reach.bits;
            }
            assert_eq!(end, u64::BITS);
            assert!(size.reaches().is_sorted_by(|one, next| one.moves == next.moves + 1));
            assert!(size.blocks() < 1 << 32);
        }
    }

    #[test]
    fn what_is_marked_passes_and_few_others_do() {
        let mut random = Random::new(120);
        for size in FilterSize::ALL.iter().copied() {
            let mut block = [0; BLOCK_WORDS];
            let places: Vec<FilterPlace> =
                (0..8).map(|_| FilterPlace::of(CosetKey(random.below(1 << 47)), size.blocks())).collect();
            for place in &places {
                place.mark(&mut block, size.reaches(), 9);
            }
            for &reach in size.reaches() {
                assert!(places.iter().all(|place| place.passes(&block, reach)));
                let mask = (u64::MAX >> (u64::BITS - reach.bits)) << reach.first;
                let shares = block.map(|word| f64::from((word & mask).count_ones()) / f64::from(reach.bits));
                // Some words in a row, from any on.
                let of = |first: usize| -> f64 {
                    (0..reach.words as usize).map(|i| shares[(first + i) % 4]).product()
                };
                let share = (0..4).map(of).sum::<f64>() / 4.0;
                let others = 100_000;
                let passed = (0..others)
                    .filter(|_| {
                        FilterPlace::of(CosetKey(random.below(1 << 47)), size.blocks()).passes(&block, reach)
                    })
                    .count();
                let found = passed as f64 / f64::from(others);
                assert!(
                    (found - share).abs() < 0.02 + 0.1 * share,
                    "{size:?} {reach:?}: {found} for {share}"
                );
            }
        }
    }

    #[test]
    fn blocks_are_chosen_evenly() {
        let blocks = FilterSize::Gb1.blocks();
        let mut counts = [0u32; 64];
        // Keys of one class, as neighbours in a search have them.
        for key in 0..64_000 {
            counts[(u64::from(FilterPlace::of(CosetKey(key << 5 | 1 << 40), blocks).block) * 64 / blocks)
                as usize] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    }
}
