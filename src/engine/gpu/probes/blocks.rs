//! Probes with linked blocks of 32 bytes: how long a look-up takes, and how many whole blocks come from several bindings at once.

use super::{Bench, CHECKED, LOOKUPS, MIB, NO_MEMORY, Probe, check, grid_for, least, measured, skipped};
use crate::engine::EngineError;
use crate::engine::gpu::kernel::{Grid, Kernel};
use crate::engine::layout::optimal::FILTER_SLICES;
use crate::engine::layout::probes::{
    BLOCK_WORDS, Blocks, BlocksBuffers, BlocksParams, Chase, ChaseBuffers, ChaseParams, Link, LinkBuffers,
    LinkParams, Sliced,
};
use crate::progress::Stop;

const KIB: u64 = 1 << 10;

/// The sizes for chains: one that a core's own cache holds, one that the common cache holds, and some in memory. A card translates
/// addresses faster in a part of its memory than in all of it.
pub(super) const CHASE_BYTES: [u64; 6] = [64 * KIB, 16 * MIB, 1024 * MIB, 2048 * MIB, 4096 * MIB, MOST_BYTES];

/// The greatest size. A device that has less memory gets a half of it, a quarter, and so on.
const MOST_BYTES: u64 = 8192 * MIB;

/// The greatest size for a software driver.
const MOST_BYTES_OF_SOFTWARE: u64 = 128 * MIB;

/// The look-ups of a chain, if there are a few chains; and if there are as many as a card holds.
const STEPS: u32 = 4096;
const STEPS_OF_MANY: u32 = 32;

/// The most blocks of a slice: some drivers have no larger buffers than 2 GiB.
const MOST_IN_A_SLICE: u64 = 1 << 26;

const BLOCK_BYTES: u64 = BLOCK_WORDS as u64 * super::WORD;

/// Blocks that are linked.
struct Linked {
    sliced: Sliced,
    slices: Vec<wgpu::Buffer>,
}

impl Linked {
    /// As many buffers as a kernel sees; the first one stands for the others where they are not needed.
    fn bound(&self) -> [&wgpu::Buffer; FILTER_SLICES] {
        std::array::from_fn(|slice| self.slices.get(slice).unwrap_or(&self.slices[0]))
    }
}

impl Bench<'_> {
    /// How long a look-up takes that waits for the one before, in this number of bytes or fewer. There is one chain, the 32 of a
    /// warp, or as many as a card holds.
    pub(super) fn chase(&self, bytes: u64) -> Result<Vec<Probe>, EngineError> {
        let chains = [(1, STEPS), (32, STEPS), (self.items(18), STEPS_OF_MANY)];
        let fits = self.fitting(bytes)?;
        let leave_out =
            |reason: &str| Ok(chains.map(|(chains, _)| skipped(name(bytes, chains), reason)).into());
        if CHASE_BYTES.iter().any(|&smaller| fits <= smaller && smaller < bytes) {
            return leave_out(&format!("{} is the most here", size(fits)));
        }
        let Some(linked) = self.linked(fits)? else { return leave_out(NO_MEMORY) };
        let Sliced { blocks, shift, a_slice } = linked.sliced;
        let chase = |(chains, steps): (u32, u32)| -> Result<Probe, EngineError> {
            let (name, ends) = (name(fits, chains), self.device.zeroed("ends", chains.into()));
            let grid = grid_for(chains);
            let (kernel, mut first) = (Kernel::<Chase>::new(self.device), 0);
            let run = || {
                // Each run has other chains, because caches have the blocks of those before.
                first += chains;
                let params = ChaseParams { columns: grid.0, blocks, shift, a_slice, chains, first, steps };
                let buffers = ChaseBuffers { blocks: linked.bound(), ends: &ends };
                self.run(&kernel.bind(self.device, &params, buffers), Grid::Of(grid.0, grid.1), 1)
            };
            let seconds = least(run)?;
            let ends = self.device.read::<u32>(&ends, CHECKED.min(chains as usize), &Stop::default())?;
            let end = |number| {
                let begin = linked.sliced.by_chance(number);
                (0..steps).fold(begin, |block, _| linked.sliced.word(block, 0))
            };
            check(ends.iter().zip(first..).all(|(&found, number)| found == end(number)), &name)?;
            Ok(measured(name, 1e9 * seconds / f64::from(steps), "nanoseconds"))
        };
        chains.into_iter().map(chase).collect()
    }

    /// Whole blocks all over the most memory that there is.
    pub(super) fn blocks(&self) -> Result<Probe, EngineError> {
        let bytes = self.fitting(MOST_BYTES)?;
        let name = format!("look-ups of 32 bytes in {}", size(bytes));
        let Some(linked) = self.linked(bytes)? else { return Ok(skipped(name, NO_MEMORY)) };
        let sums = self.items(22);
        let found = self.device.zeroed("sums", sums.into());
        let grid = grid_for(sums);
        let Sliced { blocks, shift, a_slice } = linked.sliced;
        let params = BlocksParams { columns: grid.0, blocks, shift, a_slice, sums, lookups: LOOKUPS };
        let kernel = self.bind::<Blocks>(&params, BlocksBuffers { blocks: linked.bound(), sums: &found });
        let seconds = least(|| self.run(&kernel, Grid::Of(grid.0, grid.1), 1))?;
        let sum = |number: u32| {
            let blocks = (0..LOOKUPS).map(|i| linked.sliced.by_chance(number * LOOKUPS + i));
            let words = blocks.flat_map(|block| (0..BLOCK_WORDS).map(move |word| (block, word)));
            words.fold(0u32, |sum, (block, word)| sum.wrapping_add(linked.sliced.word(block, word)))
        };
        let found = self.device.read::<u32>(&found, CHECKED, &Stop::default())?;
        check(found.iter().zip(0..).all(|(&found, number)| found == sum(number)), &name)?;
        Ok(measured(name, 1e-9 * f64::from(sums) * f64::from(LOOKUPS) / seconds, "10^9/s"))
    }

    /// This number of bytes, or the greatest half, quarter and so on of it for which the device has bindings and memory.
    fn fitting(&self, bytes: u64) -> Result<u64, EngineError> {
        // So that the buffers of the probe before are freed.
        self.device.wait(self.device.work().submit())?;
        let most = if self.device.is_software() { MOST_BYTES_OF_SOFTWARE } else { MOST_BYTES };
        let fits = |bytes: u64| {
            let slices = (bytes / BLOCK_BYTES).div_ceil(1 << self.shift());
            bytes <= most && slices <= FILTER_SLICES as u64 && self.device.has_room(bytes)
        };
        let halves = std::iter::successors(Some(bytes), |bytes| Some(bytes / 2));
        let fitting = halves.take_while(|&bytes| bytes >= BLOCK_BYTES).find(|&bytes| fits(bytes));
        fitting.ok_or(EngineError::OutOfMemory)
    }

    /// The most blocks that a binding holds.
    fn most_in_a_slice(&self) -> u64 {
        (self.device.max_binding / BLOCK_BYTES).min(MOST_IN_A_SLICE)
    }

    /// The blocks of a slice as a power of two. A driver that lets a kernel see a few bytes less than such a power has no room
    /// for the last one.
    fn shift(&self) -> u32 {
        (self.most_in_a_slice() + 1).ilog2()
    }

    /// Links the blocks of this number of bytes, a power of two, unless the memory is gone meanwhile.
    fn linked(&self, bytes: u64) -> Result<Option<Linked>, EngineError> {
        let (blocks, shift) = ((bytes / BLOCK_BYTES) as u32, self.shift());
        let a_slice = blocks.min(self.most_in_a_slice().min(1 << shift) as u32);
        let link = |first: u32| {
            let items = self.device.zeroed("linked blocks", u64::from(a_slice * BLOCK_WORDS));
            let grid = grid_for(a_slice);
            let params = LinkParams { columns: grid.0, blocks, shift, a_slice, first };
            let kernel = self.bind::<Link>(&params, LinkBuffers { items: &items });
            self.run(&kernel, Grid::Of(grid.0, grid.1), 1).map(|_| items)
        };
        let all = || (0..blocks).step_by(1 << shift).map(link).collect();
        match self.device.within_memory(all) {
            Ok(slices) => Ok(Some(Linked { sliced: Sliced { blocks, shift, a_slice }, slices })),
            Err(EngineError::OutOfMemory) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

fn name(bytes: u64, chains: u32) -> String {
    format!("chased pointer in {}, {chains} chain{}", size(bytes), if chains == 1 { "" } else { "s" })
}

fn size(bytes: u64) -> String {
    if bytes < MIB { format!("{} KiB", bytes / KIB) } else { format!("{} MiB", bytes / MIB) }
}
