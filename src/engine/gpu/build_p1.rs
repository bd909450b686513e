//! Builds p1 on a GPU: positions of G1 level by level in hash tables, then their classes.
//!
//! As on the CPU, positions with the same U/D edges are a block and each carries the number
//! of its shortlex-least path. The least of two paths is the shorter one, so a table in
//! which the least path stays needs no other memory of earlier levels. Classes are collected
//! a stripe at a time.

use std::ops::Range;

use super::GpuError;
use super::buffers::WORD;
use super::build_p0::prefix_sums;
use super::device::Device;
use super::kernel::{Kernel, grid};
use super::shaders;
use crate::coord::phase2::{HALF_TURNS, Phase2Moves, inverse_place};
use crate::coord::ud_edges::{CLASSES, MEMBERS, UdEdges};
use crate::coord::{Coordinate, MoveTable, corners::Corners};
use crate::engine::BuildError;
use crate::engine::shared::{CLASS_PLACES, CLASS_ROW, P1Classes, P1Collect, P1Expand, TURNS, WORKGROUP};
use crate::progress::Progress;
use crate::table::{Contents, ContentsBuilder, Spec, path};

/// Words of a slot: place and path.
const SLOT_WORDS: u64 = 2;

/// The most bytes of classes in a stripe: enough to fill a device, few enough for every card.
const MOST_CLASSES: u64 = 1 << 30;

/// The positions found so far.
struct Positions {
    /// Where the slots of each block begin, and the end.
    starts: Vec<u32>,
    starts_buffer: wgpu::Buffer,
    chunks: Vec<Chunk>,
    /// Positions of each block.
    counts: Vec<u32>,
    /// Positions of each block in the last level.
    frontier: Vec<u32>,
}

/// The slots of some blocks: as many as a kernel can see.
struct Chunk {
    blocks: Range<usize>,
    slots: wgpu::Buffer,
}

/// Builds the table p1 of this depth.
pub(super) fn build(device: &Device, spec: Spec, progress: &dyn Progress) -> Result<Contents, BuildError> {
    let builder = Builder::new(device)?;
    let step = format!("building {spec}");
    let mut positions = builder.solved()?;
    for depth in 1..usize::from(spec.depth()) {
        progress.step(&step, spec.kind().reached()[depth], spec.entries())?;
        positions = builder.next_level(&positions, depth - 1)?;
    }
    let mut contents = ContentsBuilder::new(spec);
    for stripe in builder.stripes() {
        progress.step(&step, contents.entries(), spec.entries())?;
        let entries = builder.classes(&positions, &stripe, usize::from(spec.depth()) - 1)?;
        let (codes, paths): (Vec<u32>, Vec<u32>) =
            entries.into_iter().map(|[code, path]| (code, path)).unzip();
        contents.append_phase2(&codes, &paths);
    }
    Ok(contents.finish()?)
}

struct Builder<'a> {
    device: &'a Device,
    expand: Kernel,
    offer: Kernel,
    collect: Kernel,
    moves: wgpu::Buffer,
    /// Classes of U/D edges in a stripe.
    stripe: usize,
    classes: wgpu::Buffer,
    counts: wgpu::Buffer,
}

impl<'a> Builder<'a> {
    fn new(device: &'a Device) -> Result<Builder<'a>, GpuError> {
        let class_bytes = CLASS_PLACES as u64 * WORD;
        let moves = move_tables();
        let needed = class_bytes.max(moves.len() as u64 * WORD);
        if needed > device.max_binding {
            return Err(GpuError::TooSmall { needed, granted: device.max_binding });
        }
        let stripe = device.max_binding.min(MOST_CLASSES) / class_bytes;
        Ok(Builder {
            device,
            expand: Kernel::new(device, &shaders::P1_EXPAND),
            offer: Kernel::new(device, &shaders::P1_CLASSES),
            collect: Kernel::new(device, &shaders::P1_COLLECT),
            moves: device.filled("moves", &moves),
            stripe: stripe as usize,
            classes: device.zeroed("classes", stripe * CLASS_PLACES as u64),
            counts: device.zeroed("counts", stripe * (CLASS_PLACES / CLASS_ROW) as u64),
        })
    }

    fn stripes(&self) -> Vec<Range<usize>> {
        let starts = (0..CLASSES).step_by(self.stripe);
        starts.map(|first| first..CLASSES.min(first + self.stripe)).collect()
    }

    /// The solved position alone.
    fn solved(&self) -> Result<Positions, GpuError> {
        let mut room = vec![0; UdEdges::SIZE];
        room[0] = 1;
        let mut positions = self.room_for(&room)?;
        // Place 0 plus one, and the complement of the empty path's number.
        self.device.queue.write_buffer(&positions.chunks[0].slots, 0, bytemuck::cast_slice(&[1u32, !0]));
        positions.counts[0] = 1;
        positions.frontier[0] = 1;
        Ok(positions)
    }

    /// Empty tables with at least so many slots in each block.
    fn room_for(&self, room: &[u32]) -> Result<Positions, GpuError> {
        let slots: Vec<u32> =
            room.iter().map(|&room| if room == 0 { 0 } else { room.next_power_of_two() }).collect();
        let starts = prefix_sums(&slots);
        let most = self.device.max_binding / (SLOT_WORDS * WORD);
        let mut chunks = Vec::new();
        let mut first = 0;
        for block in 1..=slots.len() {
            let is_end = block == slots.len();
            if is_end || u64::from(starts[block + 1] - starts[first]) > most {
                let slots = u64::from(starts[block] - starts[first]);
                if slots > most {
                    let needed = slots * SLOT_WORDS * WORD;
                    return Err(GpuError::TooSmall { needed, granted: self.device.max_binding });
                }
                let slots = self.device.zeroed("slots", slots * SLOT_WORDS);
                chunks.push(Chunk { blocks: first..block, slots });
                first = block;
            }
        }
        let none = vec![0; slots.len()];
        let starts_buffer = self.device.filled("starts", &starts);
        Ok(Positions { starts, starts_buffer, chunks, counts: none.clone(), frontier: none })
    }

    /// The positions at most one move farther; `length` is that of the last level's paths.
    fn next_level(&self, positions: &Positions, length: usize) -> Result<Positions, GpuError> {
        let ud_edges = &Phase2Moves::get().ud_edges;
        let room: Vec<u32> = (0..UdEdges::SIZE)
            .map(|block| positions.counts[block] + leading_to(ud_edges, &positions.frontier, block))
            .collect();
        let mut next = self.room_for(&room)?;
        let counts = self.device.zeroed("counts", UdEdges::SIZE as u64);
        for chunk in &next.chunks {
            for source in &positions.chunks {
                self.expand((positions, source), (&next, chunk), &counts, length);
            }
        }
        next.counts = self.device.read(&counts, UdEdges::SIZE)?;
        next.frontier = next.counts.iter().zip(&positions.counts).map(|(new, old)| new - old).collect();
        Ok(next)
    }

    fn expand(
        &self,
        (from, source): (&Positions, &Chunk),
        (to, chunk): (&Positions, &Chunk),
        counts: &wgpu::Buffer,
        length: usize,
    ) {
        let numbers = path::numbers(length);
        let grid = grid((chunk.blocks.len() * (TURNS + 1)) as u64);
        let params = self.device.parameters(&P1Expand {
            columns: grid.0,
            first_block: chunk.blocks.start as u32,
            end_block: chunk.blocks.end as u32,
            first_slot: to.starts[chunk.blocks.start],
            first_source: source.blocks.start as u32,
            end_source: source.blocks.end as u32,
            first_source_slot: from.starts[source.blocks.start],
            length: length as u32,
            first_path: numbers.start,
            end_path: numbers.end,
            power: power(length),
        });
        let bindings = [
            (0, params.as_entire_binding()),
            (1, self.moves.as_entire_binding()),
            (2, from.starts_buffer.as_entire_binding()),
            (3, source.slots.as_entire_binding()),
            (4, to.starts_buffer.as_entire_binding()),
            (5, chunk.slots.as_entire_binding()),
            (6, counts.as_entire_binding()),
        ];
        self.submit(&self.expand, &bindings, grid);
    }

    fn submit(&self, kernel: &Kernel, bindings: &[(u32, wgpu::BindingResource)], grid: (u32, u32)) {
        let mut encoder = self.device.device.create_command_encoder(&Default::default());
        let mut pass = encoder.begin_compute_pass(&Default::default());
        kernel.dispatch(self.device, &mut pass, bindings, grid);
        drop(pass);
        self.device.queue.submit([encoder.finish()]);
    }

    /// Code and path of each class in a stripe; `length` is that of the last level's paths.
    fn classes(
        &self,
        positions: &Positions,
        stripe: &Range<usize>,
        length: usize,
    ) -> Result<Vec<[u32; 2]>, GpuError> {
        let mut encoder = self.device.device.create_command_encoder(&Default::default());
        encoder.clear_buffer(&self.counts, 0, None);
        self.device.queue.submit([encoder.finish()]);
        for source in &positions.chunks {
            self.offer((positions, source), stripe, length);
        }
        let rows = stripe.len() * (CLASS_PLACES / CLASS_ROW);
        let counts: Vec<u32> = self.device.read(&self.counts, rows)?;
        let offsets = prefix_sums(&counts);
        let count = offsets[rows];
        let offsets = self.device.filled("offsets", &offsets);
        let entries = self.device.zeroed("entries", u64::from(count) * SLOT_WORDS);
        let first_code = (stripe.start * CLASS_PLACES) as u32;
        let grid = grid(rows.div_ceil(WORKGROUP as usize) as u64);
        let params = self.device.parameters(&P1Collect { columns: grid.0, rows: rows as u32, first_code });
        let bindings = [
            (0, params.as_entire_binding()),
            (1, self.classes.as_entire_binding()),
            (2, offsets.as_entire_binding()),
            (3, entries.as_entire_binding()),
        ];
        self.submit(&self.collect, &bindings, grid);
        self.device.read(&entries, count as usize)
    }

    fn offer(&self, (from, source): (&Positions, &Chunk), stripe: &Range<usize>, length: usize) {
        let numbers = path::numbers(length);
        let grid = grid((stripe.len() * MEMBERS * (HALF_TURNS + 1)) as u64);
        let params = self.device.parameters(&P1Classes {
            columns: grid.0,
            first_class: stripe.start as u32,
            end_class: stripe.end as u32,
            first_source: source.blocks.start as u32,
            end_source: source.blocks.end as u32,
            first_source_slot: from.starts[source.blocks.start],
            length: length as u32,
            first_path: numbers.start,
            end_path: numbers.end,
            power: power(length),
        });
        let bindings = [
            (0, params.as_entire_binding()),
            (1, self.moves.as_entire_binding()),
            (2, from.starts_buffer.as_entire_binding()),
            (3, source.slots.as_entire_binding()),
            (4, self.classes.as_entire_binding()),
            (5, self.counts.as_entire_binding()),
        ];
        self.submit(&self.offer, &bindings, grid);
    }
}

/// What the first move of a path of this length counts.
fn power(length: usize) -> u32 {
    9u32.pow(length.saturating_sub(1) as u32)
}

/// The positions of the last level from which one move leads to a block.
fn leading_to(ud_edges: &MoveTable, frontier: &[u32], block: usize) -> u32 {
    ud_edges.row(block).iter().map(|&source| frontier[usize::from(source)]).sum()
}

/// The move tables of phase 2 in one array, see [`shaders`].
pub(super) fn move_tables() -> Vec<u32> {
    let tables = Phase2Moves::get();
    let mut moves = Vec::new();
    for table in [&tables.ud_edges, &tables.corners, &tables.slice_perm] {
        moves.extend((0..table.len()).flat_map(|value| table.row(value)).map(|&value| u32::from(value)));
    }
    moves.extend((0..TURNS).map(|m| inverse_place(m) as u32));
    let normalised = |corners| (0..MEMBERS).map(move |member| tables.normalised_corners(corners, member));
    moves.extend((0..Corners::SIZE as u16).flat_map(normalised).map(u32::from));
    moves
}
