//! Complete searches on a GPU. The host finds the first levels; each of the others is some dispatches over all positions,
//! of which two bits are kept: not reached, or the distance modulo 3.

mod first_levels;
pub mod phase1;
pub mod phase2;

use std::ops::Range;

use rayon::prelude::*;

use super::device::Device;
use cubebatch_search::engine::EngineError;
use cubebatch_shaders::complete::SIZES;
use cubebatch_tables::coord::classes::Classes;
use cubebatch_tables::progress::Stop;

/// The most looks at states in a dispatch. A slow GPU does these in a fraction of a second, and some systems end a dispatch
/// that takes longer than two.
pub(super) const MOST_LOOKS: u32 = 100_000_000;

/// A range in pieces of at most `most`.
pub(super) fn pieces(range: Range<u32>, most: u32) -> impl Iterator<Item = Range<u32>> {
    range.clone().step_by(most as usize).map(move |first| first..range.end.min(first + most))
}

/// Copies on all threads, since the system makes the pages of new memory when something is written there.
fn copy(from: &[u8], to: &mut [u8]) {
    const PIECE: usize = 1 << 20;
    to.par_chunks_mut(PIECE).zip(from.par_chunks(PIECE)).for_each(|(to, from)| to.copy_from_slice(from));
}

/// The size of a class as a power of two.
fn size_bits(classes: &Classes, class: usize) -> u32 {
    classes.size(class).ilog2()
}

/// How many positions were found, by the sizes of their classes.
fn read_count(device: &Device, counts: &wgpu::Buffer, stop: &Stop) -> Result<u64, EngineError> {
    let counts: Vec<u32> = device.read(counts, SIZES, stop)?;
    Ok(counts.iter().enumerate().map(|(bits, &count)| u64::from(count) << bits).sum())
}

#[cfg(test)]
mod tests {
    use crate::device::{Ceiling, Device};

    /// The first adapter, if there is one.
    pub fn device() -> Option<Device> {
        match Device::open(None, Ceiling::default()) {
            Ok(device) => Some(device),
            Err(error) if std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_some() => panic!("{error}"),
            Err(error) => {
                eprintln!("not tested: {error}");
                None
            }
        }
    }

    /// How many positions are at each distance, from some distances and how many positions have each of them.
    pub fn levels_of(distances: impl Iterator<Item = (u8, u64)>) -> Vec<u64> {
        let mut levels = Vec::new();
        for (distance, positions) in distances {
            levels.resize(levels.len().max(usize::from(distance) + 1), 0);
            levels[usize::from(distance)] += positions;
        }
        levels
    }
}
