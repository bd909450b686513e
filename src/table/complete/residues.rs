//! Distances modulo 3, four in a byte. A move changes a distance by one at most, so they say of two neighbours which one is nearer.

use rayon::prelude::*;

use crate::coord::prefetch::prefetch;

/// Residues in a byte, the first one in the low bits.
pub const PER_BYTE: usize = 4;

const BITS: usize = u8::BITS as usize / PER_BYTE;

/// These distances modulo 3, as they are stored.
pub fn pack(distances: &[u8]) -> Vec<u8> {
    let byte = |of_byte: &[u8]| of_byte.iter().rev().fold(0, |byte, distance| byte << BITS | distance % 3);
    distances.par_chunks(PER_BYTE).with_min_len(1 << 12).map(byte).collect()
}

/// The distance modulo 3 of the position with an index; 3 in damaged files alone.
#[inline(always)]
pub fn get(entries: &[u8], index: usize) -> u8 {
    entries[index / PER_BYTE] >> (index % PER_BYTE * BITS) & ((1 << BITS) - 1)
}

/// Asks the memory for what [`get`] will read.
#[inline(always)]
pub fn ask(entries: &[u8], index: usize) {
    prefetch(entries, index / PER_BYTE);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residues_are_where_they_were_put() {
        let distances: Vec<u8> = (0..=12).collect();
        let entries = pack(&distances);
        assert_eq!(entries.len(), 4);
        let found = (0..distances.len()).map(|index| get(&entries, index));
        assert!(found.eq(distances.iter().map(|distance| distance % 3)));
    }
}
