//! The facts that the kernels that measure a device, their twins and their host share.

use super::interface::kernels;
use super::record::{constants, parameters};
use super::wgsl::Quad;

/// The factors of [`mixed`], from MurmurHash3 by Austin Appleby.
const MIX_FIRST: u32 = 0x85eb_ca6b;
const MIX_SECOND: u32 = 0xc2b2_ae35;

constants! { MIX_FIRST, MIX_SECOND }

/// A number that looks like chance, for each number another one.
pub fn mixed(number: u32) -> u32 {
    let bits = (number ^ number >> 16).wrapping_mul(MIX_FIRST);
    let bits = (bits ^ bits >> 13).wrapping_mul(MIX_SECOND);
    bits ^ bits >> 16
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
}

kernels! {
    Fill(FillParams) FillBuffers { words: write [u32] }
    Copy(CopyParams) CopyBuffers { from_quads: read [Quad], to_quads: write [Quad] }
    Gather(GatherParams) GatherBuffers { words: read [u32], sums: write [u32] }
    Count(CountParams) CountBuffers { counters: write @atomic [u32] }
}
