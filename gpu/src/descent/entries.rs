//! The entries of a complete table on the device.

use crate::buffers::WORD;
use crate::device::Device;
use cubebatch_search::engine::EngineError;
use cubebatch_shaders::descent::SLICES;
use cubebatch_tables::progress::Stop;
use cubebatch_tables::table::Complete;

/// The most words of a buffer, as a power of two: no table needs more than 1 GiB.
const MOST_BITS: u32 = 28;

/// Entries in buffers that a kernel can see.
pub(crate) struct Entries {
    /// Each but the last has 2^shift words.
    buffers: Vec<wgpu::Buffer>,
    pub shift: u32,
}

impl Entries {
    /// Brings the entries of a complete table to the device.
    pub fn new(device: &Device, table: Complete, entries: &[u8]) -> Result<Entries, EngineError> {
        let shift = shift(entries.len() as u64, device.max_binding)?;
        if !device.has_room(entries.len() as u64) {
            return Err(EngineError::TableTooLarge { table: table.into(), fits: None });
        }
        let entries = Entries::cut(device, entries, shift);
        // Waits, so that copies on the way do not pile up, and a card without the memory fails now.
        for buffer in &entries.buffers {
            device.read::<u32>(buffer, 1, &Stop::default())?;
        }
        Ok(entries)
    }

    /// The entries in buffers of 2^shift words.
    pub fn cut(device: &Device, entries: &[u8], shift: u32) -> Entries {
        let slices = entries.chunks((WORD as usize) << shift);
        Entries { buffers: slices.map(|slice| device.filled_with_bytes("entries", slice)).collect(), shift }
    }

    /// Entries that are on the device already: each buffer but the last has 2^`shift` words.
    pub fn of(buffers: Vec<wgpu::Buffer>, shift: u32) -> Entries {
        Entries { buffers, shift }
    }

    /// As many buffers as a kernel sees.
    pub fn buffers(&self) -> [&wgpu::Buffer; SLICES] {
        std::array::from_fn(|i| self.buffers.get(i).unwrap_or(&self.buffers[0]))
    }
}

/// The bits of a word's number within a buffer, for buffers of this size.
fn shift(bytes: u64, max_binding: u64) -> Result<u32, EngineError> {
    let words = bytes.div_ceil(WORD);
    let shift = (max_binding / WORD).checked_ilog2().map_or(0, |bits| bits.min(MOST_BITS));
    if words > (SLICES as u64) << shift {
        let needed = words.div_ceil(SLICES as u64).next_power_of_two() * WORD;
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
        let bytes = [Complete::Phase1(HTM), Complete::Phase2].map(|table| table.bytes() as u64);
        for bytes in bytes {
            assert_eq!(shift(bytes, 128 << 20), Ok(25));
            assert_eq!(shift(bytes, u64::MAX), Ok(MOST_BITS));
        }
        let granted = (128 << 20) - 1;
        let error = EngineError::TooSmall { needed: 128 << 20, granted };
        assert_eq!(bytes.map(|bytes| shift(bytes, granted)), [Err(error.clone()), Err(error)]);
    }
}
