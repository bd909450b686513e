//! The complete search of phase 1.

use super::{read_count, size_bits};
use crate::coord::phase1::CODES;
use crate::coord::sym_phase1::{CLASSES, SIZE, SymPhase1Tables};
use crate::engine::BuildError;
use crate::engine::gpu::buffers::WORD;
use crate::engine::gpu::descent;
use crate::engine::gpu::device::Device;
use crate::engine::gpu::kernel::{Kernel, grid};
use crate::engine::gpu::work::Reading;
use crate::engine::gpu::{EngineError, STRIPE_BYTES, shaders};
use crate::engine::phase2::ball::Ball;
use crate::layout::complete::{
    ENTRY_GROUP, ENTRY_GROUP_WORDS, PHASE1_WORDS, Phase1EntriesParams, Phase1LevelParams, SIZES, state,
};
use crate::layout::words::WORKGROUP;
use crate::progress::Progress;
use crate::table::{Complete, CompleteContents};

/// Bytes of the entries of a group.
const GROUP_BYTES: u64 = ENTRY_GROUP_WORDS as u64 * WORD;

/// How far every code is from G1.
pub fn search(device: &Device, progress: &dyn Progress) -> Result<CompleteContents, BuildError> {
    let step = "searching phase 1";
    progress.step(step, 0, CODES)?;
    let needed = PHASE1_WORDS as u64 * WORD;
    if needed > device.max_binding {
        return Err(EngineError::TooSmall { needed, granted: device.max_binding }.into());
    }
    let tables = device.filled("tables", &descent::tables(Ball::get()));
    let sizes = device.filled("sizes", &sizes());
    let states = device.zeroed("states", PHASE1_WORDS as u64);
    device.queue.write_buffer(&states, 0, bytemuck::bytes_of(&state(0)));
    let counts = device.zeroed("counts", SIZES as u64);
    let kernel = Kernel::new(device, &shaders::COMPLETE_PHASE1_LEVEL);
    let grid = grid((PHASE1_WORDS as u64).div_ceil(WORKGROUP.into()));
    let mut histogram = vec![1];
    loop {
        progress.step(step, histogram.iter().sum(), CODES)?;
        let distance = histogram.len() as u32;
        let params =
            Phase1LevelParams { columns: grid.0, first_word: 0, end_word: PHASE1_WORDS as u32, distance };
        let params = device.parameters(&params);
        let bindings = [&params, &tables, &sizes, &states, &counts].map(wgpu::Buffer::as_entire_binding);
        let bindings: Vec<_> = (0..).zip(bindings).collect();
        let mut work = device.work();
        work.clear(&counts);
        work.run(&kernel, &bindings, grid);
        work.submit();
        match read_count(device, &counts)? {
            0 => break,
            count => histogram.push(count),
        }
    }
    Ok(CompleteContents::new(Complete::Phase1, ways(device, &tables, &states)?, histogram))
}

/// For each class how many codes its places stand for, as a power of two.
pub fn sizes() -> Vec<u32> {
    let classes = &SymPhase1Tables::get().classes;
    (0..CLASSES).map(|class| size_bits(classes, class)).collect()
}

/// The entries, a stripe at a time; the host takes one while the device writes the next.
fn ways(device: &Device, tables: &wgpu::Buffer, states: &wgpu::Buffer) -> Result<Vec<u8>, EngineError> {
    let kernel = Kernel::new(device, &shaders::COMPLETE_PHASE1_ENTRIES);
    let groups = SIZE.div_ceil(ENTRY_GROUP) as u64;
    let stripe = device.max_binding.min(STRIPE_BYTES) / GROUP_BYTES;
    let mut bytes = Vec::with_capacity((groups * GROUP_BYTES) as usize);
    let mut written: Option<Reading<u8>> = None;
    for first in (0..groups).step_by(stripe as usize) {
        let end = groups.min(first + stripe);
        let entries = device.zeroed("entries", (end - first) * ENTRY_GROUP_WORDS as u64);
        let grid = grid((end - first).div_ceil(WORKGROUP.into()));
        let params =
            Phase1EntriesParams { columns: grid.0, first_group: first as u32, end_group: end as u32 };
        let params = device.parameters(&params);
        let bindings = [&params, tables, states, &entries].map(wgpu::Buffer::as_entire_binding);
        let bindings: Vec<_> = (0..).zip(bindings).collect();
        let mut work = device.work();
        work.run(&kernel, &bindings, grid);
        work.submit();
        let reading = device.start_reading(&entries, ((end - first) * GROUP_BYTES) as usize);
        if let Some(before) = written.replace(reading) {
            before.finish(|entries| bytes.extend_from_slice(entries))?;
        }
    }
    if let Some(last) = written {
        last.finish(|entries| bytes.extend_from_slice(entries))?;
    }
    bytes.resize(Complete::Phase1.bytes(), 0);
    Ok(bytes)
}
