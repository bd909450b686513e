//! The entries of a complete table on the device.

use crate::buffers::WORD;
use crate::device::Device;
use cubebatch_search::engine::EngineError;
use cubebatch_shaders::descent::{PHASE1_SLICES, PHASE2_SLICES};
use cubebatch_shaders::interface::WHOLE_BYTES;
use cubebatch_tables::table::Complete;

/// The most words of a buffer, as a power of two.
const MOST_BITS: u32 = (WHOLE_BYTES / WORD).ilog2();

/// Entries in buffers that a kernel can see.
pub(crate) struct Entries {
    /// Each but the last has 2^shift words.
    buffers: Vec<wgpu::Buffer>,
    pub shift: u32,
}

impl Entries {
    /// Brings the entries of a complete table to the device.
    pub fn new(device: &Device, table: Complete, entries: &[u8]) -> Result<Entries, EngineError> {
        let shift = shift(table, entries.len() as u64, device.max_binding)?;
        Entries::cut(device, entries, shift)?
            .ok_or(EngineError::TableTooLarge { table: table.into(), fits: None })
    }

    /// The entries in buffers of 2^shift words; `None` if the device has no room for them.
    ///
    /// # Errors
    /// [`EngineError`], if the device fails.
    pub fn cut(device: &Device, entries: &[u8], shift: u32) -> Result<Option<Entries>, EngineError> {
        let buffers = device.filled_in_slices("entries", entries, (WORD as usize) << shift)?;
        Ok(buffers.map(|buffers| Entries { buffers, shift }))
    }

    /// As many buffers as a kernel sees.
    pub fn buffers<const SLICES: usize>(&self) -> [&wgpu::Buffer; SLICES] {
        std::array::from_fn(|i| self.buffers.get(i).unwrap_or(&self.buffers[0]))
    }
}

/// The buffers that a kernel sees of a table.
fn slices(table: Complete) -> u64 {
    match table {
        Complete::Phase1(_) => PHASE1_SLICES as u64,
        Complete::Phase2 => PHASE2_SLICES as u64,
        _ => 1,
    }
}

/// The bits of a word's number within a buffer, for buffers of this size.
fn shift(table: Complete, bytes: u64, max_binding: u64) -> Result<u32, EngineError> {
    let (words, slices) = (bytes.div_ceil(WORD), slices(table));
    let shift = (max_binding / WORD).checked_ilog2().map_or(0, |bits| bits.min(MOST_BITS));
    if words > slices << shift {
        let needed = words.div_ceil(slices).next_power_of_two() * WORD;
        return Err(EngineError::TooSmall { needed, granted: max_binding });
    }
    Ok(shift)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_cube::cube::HTM;

    #[test]
    fn what_every_device_lets_a_kernel_see_is_enough() {
        let tables = [Complete::Phase1(HTM), Complete::Phase2, Complete::Phase2Pruning(HTM)];
        let shift = |table: Complete, granted| super::shift(table, table.bytes() as u64, granted);
        for table in tables {
            assert_eq!(shift(table, 128 << 20), Ok(25));
            assert_eq!(shift(table, u64::MAX), Ok(MOST_BITS));
        }
        let granted = (128 << 20) - 1;
        let error = EngineError::TooSmall { needed: 128 << 20, granted };
        let expected = [Err(error.clone()), Err(error), Ok(24)];
        assert_eq!(tables.map(|table| shift(table, granted)), expected);
    }
}
