//! Where the bits of a line come from, for registers of a whole line.

use super::element::{LINE_BITS, WORDS, WordSources};

/// The tables of a processor of the family x86-64 with AVX-512 and GFNI. There is a value only where the processor has the
/// instructions of `prepass/avx512.rs`.
pub struct Wide {
    /// For each element.
    pub moved: Box<[MovedLine; LINE_BITS]>,
}

/// What a product on the right does to a line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct MovedLine {
    /// For each byte the place from which it comes.
    pub bytes: [u8; 8 * WORDS],
    /// For each word the matrix by which the bits of its bytes change places: a byte for each row, that of the last bit first.
    pub bits: [u64; WORDS],
}

impl Wide {
    /// Lists them, if the processor has the instructions.
    pub fn new(sources: &WordSources) -> Option<Wide> {
        let has_all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("gfni")
            && is_x86_feature_detected!("bmi2");
        if !has_all {
            return None;
        }
        let moved: Vec<MovedLine> = sources
            .iter()
            .map(|words| MovedLine {
                bytes: std::array::from_fn(|place| {
                    let (source, byte) = (words[place / 8], place as u8 % 8);
                    8 * source.word + (byte ^ source.flips >> 3)
                }),
                bits: words.map(|source| {
                    let row = |bit: u8| 1 << (bit ^ (source.flips % 8));
                    u64::from_le_bytes(std::array::from_fn(|byte| row(7 - byte as u8)))
                }),
            })
            .collect();
        Some(Wide { moved: moved.try_into().expect("there is one for each element") })
    }
}
