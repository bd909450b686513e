//! Any bytes as a compressed file; what was compressed is unpacked as it was, in two pieces one after the other.
#![no_main]

#[allow(dead_code, unused_imports)]
use std::io::{self, Read};

use arbitrary::Arbitrary;
use cubebatch_cli::compression::{Compression, GzipReader, ZstdReader};
use libfuzzer_sys::fuzz_target;

/// The most bytes that are unpacked from a bomb.
const MOST: u64 = 8 << 20;

#[derive(Arbitrary, Debug)]
struct Case<'a> {
    is_gzip: bool,
    /// These bytes are unpacked as they are.
    raw: &'a [u8],
    /// These are compressed, in two pieces, then changed here and there, then unpacked.
    pieces: [&'a [u8]; 2],
    changes: Vec<(u16, u8)>,
}

fuzz_target!(|case: Case| {
    _ = unpacked(case.is_gzip, case.raw);
    let compression = if case.is_gzip { Compression::Gzip } else { Compression::Zstd };
    let mut packed = case.pieces.map(|piece| compression.compress(piece)).concat();
    let whole = case.pieces.concat();
    assert_eq!(unpacked(case.is_gzip, &packed).expect("nothing was changed"), whole);
    for (at, flip) in &case.changes {
        let at = usize::from(*at) % packed.len();
        packed[at] ^= flip;
    }
    // Checksums have 32 bits. So after a change, the unpacked bytes are the original, a piece of it, or unknown: only the
    // absence of a failure is certain.
    _ = unpacked(case.is_gzip, &packed);
});

fn unpacked(is_gzip: bool, bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut to = Vec::new();
    if is_gzip {
        GzipReader::new(bytes, "input").take(MOST).read_to_end(&mut to)?;
    } else {
        ZstdReader::new(bytes).take(MOST).read_to_end(&mut to)?;
    }
    Ok(to)
}
