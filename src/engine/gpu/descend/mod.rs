//! Descends in complete tables on a GPU.
//!
//! An invocation takes a position: one kernel walks through its shortest ways into G1 and
//! leaves their ends, another takes the best end and goes on to solved.

mod entries;
mod tables;

use std::sync::{Mutex, MutexGuard};

use super::GpuError;
use super::buffers::WORD;
use super::device::Device;
use super::kernel::{Kernel, grid};
use super::shaders;
use crate::cube::{Cube, Move};
use crate::engine::near::Near;
use crate::engine::shared::WORKGROUP;
use crate::engine::shared::descend::{DescendPhase1, DescendPhase2, End, NO_WAY, Start, WAY_WORDS};
use crate::engine::{Descend, Way};
use crate::table::{Phase, Phase1Table, Phase2Table};
pub(super) use entries::Entries;
pub(super) use tables::{start, tables};

/// The most bytes of ends.
const ENDS_BYTES: u64 = 64 << 20;

/// A way as the kernel leaves it.
type WayBytes = [u8; WAY_WORDS * WORD as usize];

/// Positions that are best given to a device at a time: so many that they fill it.
pub(super) fn batch(device: &Device) -> usize {
    if device.is_software() { 1 << 12 } else { 1 << 17 }
}

/// The descent from many positions.
pub(super) struct Descender<'a> {
    device: &'a Device,
    kernels: [Kernel; 2],
    tables: wgpu::Buffer,
    entries: [Entries; 2],
    /// How many places are near solved.
    near: u32,
    /// How many ends are looked at, and how many there can be: they come in twos.
    ends: u32,
    slots: u32,
    /// Buffers that no batch uses now.
    spare: Mutex<Vec<Buffers>>,
}

/// What a batch needs on the device.
struct Buffers {
    starts: wgpu::Buffer,
    ends: wgpu::Buffer,
    ways: wgpu::Buffer,
}

impl Descend for Descender<'_> {
    fn ways(&self, cubes: &[Cube]) -> Result<Vec<Result<Way, Phase>>, GpuError> {
        let spare = self.spare().pop();
        let buffers = spare.unwrap_or_else(|| self.new_buffers());
        let mut ways = Vec::with_capacity(cubes.len());
        for cubes in cubes.chunks(self.most_cubes()) {
            ways.extend(self.ways_of_batch(&buffers, cubes)?);
        }
        self.spare().push(buffers);
        Ok(ways)
    }
}

impl<'a> Descender<'a> {
    /// Brings the tables to the device.
    pub fn new(
        device: &'a Device,
        ways: Phase1Table,
        distances: Phase2Table,
        ends: usize,
    ) -> Result<Descender<'a>, GpuError> {
        let near = Near::new();
        let entries = [
            Entries::new(device, Phase::One, ways.entries())?,
            Entries::new(device, Phase::Two, distances.entries())?,
        ];
        let descender = Descender {
            device,
            kernels: [&shaders::DESCEND_PHASE1, &shaders::DESCEND_PHASE2]
                .map(|shader| Kernel::new(device, shader)),
            tables: device.filled("tables", &tables(&near)),
            entries,
            near: near.places().len() as u32,
            ends: ends as u32,
            slots: ends.next_multiple_of(2) as u32,
            spare: Mutex::default(),
        };
        // A card without the memory for these tells so now.
        descender.ways(&[Cube::SOLVED])?;
        Ok(descender)
    }

    fn spare(&self) -> MutexGuard<'_, Vec<Buffers>> {
        self.spare.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Positions at a time: there is room for all their ends.
    fn most_cubes(&self) -> usize {
        let room =
            self.device.max_binding.min(ENDS_BYTES) / (u64::from(self.slots) * size_of::<End>() as u64);
        batch(self.device).min(room as usize)
    }

    fn new_buffers(&self) -> Buffers {
        let buffer =
            |label, bytes: usize| self.device.zeroed(label, self.most_cubes() as u64 * bytes as u64 / WORD);
        Buffers {
            starts: buffer("starts", size_of::<Start>()),
            ends: buffer("ends", self.slots as usize * size_of::<End>()),
            ways: buffer("ways", size_of::<WayBytes>()),
        }
    }

    fn ways_of_batch(&self, buffers: &Buffers, cubes: &[Cube]) -> Result<Vec<Result<Way, Phase>>, GpuError> {
        let starts: Vec<Start> = cubes.iter().map(tables::start).collect();
        self.device.queue.write_buffer(&buffers.starts, 0, bytemuck::cast_slice(&starts));
        let grid = grid(cubes.len().div_ceil(WORKGROUP as usize) as u64);
        let (columns, cubes_count, slots) = (grid.0, cubes.len() as u32, self.slots);
        let shift = self.entries[0].shift;
        let params = DescendPhase1 { columns, cubes: cubes_count, ends: self.ends, slots, shift };
        let walk = self.device.parameters(&params);
        let shift = self.entries[1].shift;
        let params = DescendPhase2 { columns, cubes: cubes_count, slots, shift, near: self.near };
        let descend = self.device.parameters(&params);
        let phases = [(walk, &buffers.starts, &buffers.ends), (descend, &buffers.ends, &buffers.ways)];
        let mut work = self.device.work();
        for (phase, (params, from, to)) in phases.iter().enumerate() {
            let bindings: Vec<_> = [
                (0, params.as_entire_binding()),
                (1, self.tables.as_entire_binding()),
                (2, from.as_entire_binding()),
                (3, to.as_entire_binding()),
            ]
            .into_iter()
            .chain(self.entries[phase].bindings())
            .collect();
            work.run(&self.kernels[phase], &bindings, grid);
        }
        work.submit();
        let ways = self.device.start_reading::<WayBytes>(&buffers.ways, cubes.len());
        ways.finish(|ways| ways.iter().map(way_of).collect())
    }
}

/// The way that a kernel has written.
fn way_of(bytes: &WayBytes) -> Result<Way, Phase> {
    let [phase1_length, length, moves @ ..] = bytes;
    match (*phase1_length, *length) {
        (NO_WAY, 1) => Err(Phase::One),
        (NO_WAY, _) => Err(Phase::Two),
        (phase1_length, length) => Ok(Way {
            moves: moves[..length.into()].iter().map(|&m| Move::from_index(m.into())).collect(),
            phase1_length: phase1_length.into(),
        }),
    }
}
