//! The blocks of a proof filter on the device.

use std::iter::repeat_n;

use crate::device::Device;
use cubebatch_search::engine::EngineError;
use cubebatch_shaders::optimal::FILTER_SLICES;
use cubebatch_tables::table::filter::FilterBlock;
use cubebatch_tables::table::{FilterView, TableId};

/// The most bytes of a buffer: some drivers have no larger ones.
const MOST_BYTES: u64 = 2 << 30;

const BLOCK_BYTES: u64 = size_of::<FilterBlock>() as u64;

/// Blocks in buffers of which a kernel sees some at a time.
pub struct Blocks {
    /// Each but the last has as many blocks as fit.
    buffers: Vec<wgpu::Buffer>,
    /// How many blocks there are in all.
    pub count: u32,
    /// How many are in a buffer.
    pub a_slice: u32,
}

impl Blocks {
    /// Brings the blocks of a filter to the device.
    ///
    /// # Errors
    /// When there is no room for them.
    pub fn new(device: &Device, filter: &FilterView) -> Result<Blocks, EngineError> {
        Blocks::cut(device, filter, device.max_binding.min(MOST_BYTES) / BLOCK_BYTES)
    }

    /// The blocks in buffers of `a_slice` each.
    pub fn cut(device: &Device, filter: &FilterView, a_slice: u64) -> Result<Blocks, EngineError> {
        let bytes: &[u8] = bytemuck::cast_slice(filter.blocks);
        let buffers = device
            .filled_in_slices("blocks", bytes, (a_slice * BLOCK_BYTES) as usize)?
            .ok_or(EngineError::TableTooLarge { table: TableId::Filter(filter.size), fits: None })?;
        Ok(Blocks { buffers, count: filter.blocks.len() as u32, a_slice: a_slice as u32 })
    }

    /// The parts of the table for dispatches: the first block of each, and its buffers.
    pub fn dispatches(&self) -> impl Iterator<Item = (u32, [&wgpu::Buffer; FILTER_SLICES])> {
        let some = self.buffers.chunks(FILTER_SLICES).enumerate();
        some.map(|(number, buffers)| {
            let mut all = buffers.iter().chain(repeat_n(&buffers[0], FILTER_SLICES));
            let first = number as u32 * FILTER_SLICES as u32 * self.a_slice;
            (first, std::array::from_fn(|_| all.next().expect("as many as there are slices")))
        })
    }
}
