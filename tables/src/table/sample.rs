//! A sample of a complete table, which shows in less than a millisecond whether a file holds the table at all.

use xxhash_rust::xxh3::Xxh3;

/// Pieces in a sample: a stretch of damage as long as a hundredth of the file meets one most likely.
const PIECES: usize = 128;

/// Bytes of a piece: a line of the cache.
const PIECE_BYTES: usize = 64;

/// XXH3-64 of pieces at equal distances, the first of which is the beginning. The body must not be shorter than
/// the sample.
pub(crate) fn digest(body: &[u8]) -> u64 {
    let distance = body.len() / (PIECES * PIECE_BYTES) * PIECE_BYTES;
    let mut digest = Xxh3::new();
    for first in (0..PIECES).map(|piece| piece * distance) {
        digest.update(&body[first..first + PIECE_BYTES]);
    }
    digest.digest()
}

#[cfg(test)]
mod tests {
    use super::*;
    use xxhash_rust::xxh3::xxh3_64;

    /// By the numbers of `tables/README.md`.
    #[test]
    fn a_sample_is_what_the_specification_says() {
        for length in [8192, 8192 + 64, 1_000_003] {
            let body: Vec<u8> = (0..length).map(|i: usize| (i * 31 % 251) as u8).collect();
            let pieces: Vec<&[u8]> = (0..128).map(|i| &body[i * (length / 8192 * 64)..][..64]).collect();
            assert_eq!(digest(&body), xxh3_64(&pieces.concat()), "{length}");
        }
    }
}
