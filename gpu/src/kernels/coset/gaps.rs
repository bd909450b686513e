//! Lists the words of a part of a map in which positions are missing.

use cubebatch_shaders::coset::{Gap, GapsParams};

/// The twin of `coset/gaps.wgsl`, in the order of the words, and without regard to the room.
pub fn gaps(params: &GapsParams, map: &[u32]) -> Vec<Gap> {
    let words = (0..).zip(map).take(params.words as usize);
    words.filter(|(_, bits)| !**bits != 0).map(|(word, bits)| Gap { word, bits: !bits }).collect()
}
