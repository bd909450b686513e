//! Complete searches on a GPU. Each level is a dispatch over all places, of which two bits are
//! kept: not reached, or the distance modulo 3.

mod phase1;
mod phase2;

use super::GpuError;
use super::device::Device;
use crate::coord::symmetry::Classes;
use crate::engine::BuildError;
use crate::engine::shared::levels::SIZES;
use crate::progress::Progress;
use crate::table::{Distances, Phase};
#[cfg(test)]
pub(super) use phase1::sizes;
#[cfg(test)]
pub(super) use phase2::cell_tables;

/// How far every position of a phase is from its goal.
pub(super) fn search(
    device: &Device,
    phase: Phase,
    progress: &dyn Progress,
) -> Result<Distances, BuildError> {
    match phase {
        Phase::One => phase1::search(device, progress),
        Phase::Two => phase2::search(device, progress),
    }
}

/// The size of a class as a power of two.
fn size_bits(classes: &Classes, class: usize) -> u32 {
    classes.size(class).ilog2()
}

/// How many positions were found, by the sizes of their classes.
fn read_count(device: &Device, counts: &wgpu::Buffer) -> Result<u64, GpuError> {
    let counts: Vec<u32> = device.read(counts, SIZES)?;
    Ok(counts.iter().enumerate().map(|(bits, &count)| u64::from(count) << bits).sum())
}
