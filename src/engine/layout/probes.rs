//! The facts that the kernels that measure a device, their twins and their host share.

use super::interface::kernels;
use super::optimal::{BlockItems, FILTER_SLICES};
use super::record::{constants, parameters};
use super::wgsl::Quad;
use crate::table::filter::Block;

/// The factors of [`mixed`], from MurmurHash3 by Austin Appleby.
const MIX_FIRST: u32 = 0x85eb_ca6b;
const MIX_SECOND: u32 = 0xc2b2_ae35;

/// What leads from a block to the next one, as in “Numerical Recipes”. The factor is 1 modulo 4 and the summand is odd, so that
/// any power of two of blocks is one circle.
const LINK_FACTOR: u32 = 1_664_525;
const LINK_SUMMAND: u32 = 1_013_904_223;

/// Words of a block.
pub const BLOCK_WORDS: u32 = (size_of::<Block>() / size_of::<u32>()) as u32;

constants! { MIX_FIRST, MIX_SECOND, LINK_FACTOR, LINK_SUMMAND, BLOCK_WORDS }

/// A number that looks like chance, for each number another one.
pub fn mixed(number: u32) -> u32 {
    let bits = (number ^ number >> 16).wrapping_mul(MIX_FIRST);
    let bits = (bits ^ bits >> 13).wrapping_mul(MIX_SECOND);
    bits ^ bits >> 16
}

/// Blocks of 32 bytes, as large as those of a proof filter, in slices that each lie in a buffer. The last block of a slice may have
/// no room there: it is left out.
#[derive(Clone, Copy, Debug)]
pub struct Sliced {
    /// Blocks, also the ones that are left out: a power of two.
    pub blocks: u32,
    /// A slice has this power of two of them.
    pub shift: u32,
    /// How many of these have room.
    pub a_slice: u32,
}

impl Sliced {
    /// Whether there is room for a block.
    pub fn holds(self, block: u32) -> bool {
        block & ((1 << self.shift) - 1) < self.a_slice
    }

    /// A word of a block: of the first one the number of the next block on the circle, then words that are known without reading
    /// them.
    pub fn word(self, block: u32, word: u32) -> u32 {
        if word > 0 {
            return mixed(block.wrapping_mul(BLOCK_WORDS).wrapping_add(word));
        }
        let link =
            |block: u32| block.wrapping_mul(LINK_FACTOR).wrapping_add(LINK_SUMMAND) & (self.blocks - 1);
        let mut next = link(block);
        while !self.holds(next) {
            next = link(next);
        }
        next
    }

    /// A block that looks like chance.
    pub fn by_chance(self, number: u32) -> u32 {
        let block = mixed(number) & (self.blocks - 1);
        if self.holds(block) { block } else { block - 1 }
    }
}

parameters! {
    FillParams { words }
    CopyParams { quads }
    GatherParams {
        /// Words of the buffer.
        words,
        /// How many invocations there are.
        sums,
        /// How many words each looks up.
        lookups,
    }
    CountParams {
        /// How many invocations there are.
        invocations,
        counters,
    }
    LinkParams {
        /// As [`Sliced`] has them.
        blocks,
        shift,
        a_slice,
        /// The first block of the slice.
        first,
    }
    ChaseParams {
        blocks,
        shift,
        a_slice,
        /// How many invocations there are.
        chains,
        /// The number of the first of them: others begin elsewhere.
        first,
        /// How many blocks each passes.
        steps,
    }
    BlocksParams {
        blocks,
        shift,
        a_slice,
        sums,
        lookups,
    }
    StepParams {
        counters,
    }
}

kernels! {
    Fill(FillParams) FillBuffers { words: write [u32] }
    Copy(CopyParams) CopyBuffers { from_quads: read [Quad], to_quads: write [Quad] }
    Gather(GatherParams) GatherBuffers { words: read [u32], sums: write [u32] }
    Count(CountParams) CountBuffers { counters: write @atomic [u32] }
    Link(LinkParams) LinkBuffers { items: write [Quad] }
    Chase(ChaseParams) ChaseBuffers { blocks[FILTER_SLICES]: read BlockItems, ends: write [u32] }
    Blocks(BlocksParams) BlocksBuffers { blocks[FILTER_SLICES]: read BlockItems, sums: write [u32] }
    Step(StepParams) StepBuffers {
        first: write [u32],
        second: write [u32],
        third: write [u32],
        fourth: write [u32],
    }
}
