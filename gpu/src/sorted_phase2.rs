//! Builds a sorted table of phase 2 on a GPU: positions of G1 level by level in hash tables, then their cosets.
//!
//! As on the CPU, positions with the same U/D edges are a block and each carries the number
//! of its shortlex-least path. The least of two paths is the shorter one, so a table in
//! which the least path stays needs no other memory of earlier levels. Cosets are collected
//! a stripe at a time.

use std::ops::Range;

use rayon::prelude::*;

use super::buffers::WORD;
use super::device::Device;
use super::kernel::{Kernel, grid};
use super::sorted_phase1::prefix_sums;
use super::table_words::TableWords;
use super::work::Reading;
use super::{APPENDED, STRIPE_BYTES};
use cubebatch_search::engine::BuildError;
use cubebatch_search::engine::EngineError;
use cubebatch_shaders::sorted_phase2::{
    BLOCK, BlockAndTurn, CORNERS_TURNS, COSET_ROW, Collect, CollectBuffers, CollectParams, Cosets,
    CosetsBuffers, CosetsParams, Expand, ExpandBuffers, ExpandParams, NO_TURN, NORMALISED, SLICE_PERM_TURNS,
    Slot, UD_EDGES_TURNS, UNDO_TURNS, slot,
};
use cubebatch_shaders::words::WORKGROUP;
use cubebatch_tables::coord::phase2::{HALF_TURNS, PHASE2_MOVES, Phase2Moves, inverse_move};
use cubebatch_tables::coord::ud_edges::{COSETS, MEMBERS, UdEdges};
use cubebatch_tables::coord::{Coordinate, MoveTable, Phase2, corners::Corners};
use cubebatch_tables::progress::{Control, Step, Stop};
use cubebatch_tables::table::{SortedBuilder, SortedContents, SortedSpec, path};

/// Moves of phase 2.
const MOVES: usize = PHASE2_MOVES.len();

/// Words of a slot.
const SLOT_WORDS: u64 = size_of::<Slot>() as u64 / WORD;

/// The positions found so far.
struct FoundPositions {
    /// The beginning of each block's slots, and the end.
    starts: Vec<u32>,
    starts_buffer: wgpu::Buffer,
    chunks: Vec<SlotChunk>,
    counts: BlockCounts,
}

/// How many positions each block has.
pub(super) struct BlockCounts {
    pub all: Vec<u32>,
    /// The positions of the last level.
    pub frontier: Vec<u32>,
}

/// The slots of some blocks: as many as a kernel can see.
struct SlotChunk {
    blocks: Range<usize>,
    slots: wgpu::Buffer,
}

/// Builds the table of this depth.
pub(super) fn build(
    device: &Device,
    spec: SortedSpec,
    control: &Control,
) -> Result<SortedContents, BuildError> {
    let stop = &control.stop;
    let builder = SortedPhase2Builder::new(device, stop)?;
    let step = Step::Building(spec.into());
    let mut positions = builder.solved()?;
    for depth in 1..usize::from(spec.depth()) {
        control.step(&step, spec.phase().reached()[depth], spec.entries())?;
        positions = builder.next_level(&positions, depth - 1)?;
    }
    let mut contents = SortedBuilder::new(spec);
    // The host appends a stripe while the device fills the next.
    let mut collected: Option<CollectedCosets> = None;
    for stripe in builder.stripes() {
        control.step(&step, contents.entries(), spec.entries())?;
        let counts = builder.offer(&positions, &stripe, usize::from(spec.depth()) - 1);
        if let Some(previous) = collected.take() {
            append(&mut contents, previous, stop)?;
        }
        collected = Some(builder.collect_and_read(&stripe, counts)?);
    }
    if let Some(last) = collected {
        append(&mut contents, last, stop)?;
    }
    Ok(contents.finish()?)
}

/// Code and path of each coset of a stripe, on their way to the host.
type CollectedCosets<'a> = Reading<'a, [u32; 2]>;

/// Waits for the cosets and adds them to the table.
fn append(contents: &mut SortedBuilder, cosets: CollectedCosets, stop: &Stop) -> Result<(), EngineError> {
    cosets.finish(stop, |cosets| {
        for cosets in cosets.chunks(APPENDED) {
            let cosets = cosets.par_iter().with_min_len(1 << 14);
            let (codes, paths): (Vec<u32>, Vec<u32>) = cosets.map(|&[code, path]| (code, path)).unzip();
            contents.append_phase2(&codes, &paths);
        }
    })
}

struct SortedPhase2Builder<'a> {
    device: &'a Device,
    stop: &'a Stop,
    expand: Kernel<Expand>,
    cosets_kernel: Kernel<Cosets>,
    collect: Kernel<Collect>,
    tables: wgpu::Buffer,
    /// Cosets of U/D edges in a stripe.
    stripe: usize,
    cosets: wgpu::Buffer,
    counts: wgpu::Buffer,
}

impl<'a> SortedPhase2Builder<'a> {
    fn new(device: &'a Device, stop: &'a Stop) -> Result<SortedPhase2Builder<'a>, EngineError> {
        let coset_bytes = BLOCK as u64 * WORD;
        let tables = move_tables();
        let needed = coset_bytes.max(tables.len() as u64 * WORD);
        if needed > device.max_binding {
            return Err(EngineError::TooSmall { needed, granted: device.max_binding });
        }
        let stripe = device.max_binding.min(device.sizes.stripe) / coset_bytes;
        Ok(SortedPhase2Builder {
            device,
            stop,
            expand: Kernel::new(device),
            cosets_kernel: Kernel::new(device),
            collect: Kernel::new(device),
            tables: device.filled("move tables", &tables),
            stripe: stripe as usize,
            cosets: device.zeroed("cosets", stripe * BLOCK as u64),
            counts: device.zeroed("counts", stripe * (BLOCK / COSET_ROW) as u64),
        })
    }

    fn stripes(&self) -> Vec<Range<usize>> {
        let starts = (0..COSETS).step_by(self.stripe);
        starts.map(|first| first..COSETS.min(first + self.stripe)).collect()
    }

    /// The solved position alone.
    fn solved(&self) -> Result<FoundPositions, EngineError> {
        let mut room = vec![0; UdEdges::SIZE];
        room[0] = 1;
        let mut positions = self.room_for(&room)?;
        let solved = slot(Phase2::default(), path::numbers(0).start);
        self.device.write(&positions.chunks[0].slots, 0, bytemuck::cast_slice(&solved));
        positions.counts.all[0] = 1;
        positions.counts.frontier[0] = 1;
        Ok(positions)
    }

    /// Empty tables with at least `room` slots in each block.
    fn room_for(&self, room: &[u32]) -> Result<FoundPositions, EngineError> {
        let slots: Vec<u32> =
            room.iter().map(|&room| if room == 0 { 0 } else { room.next_power_of_two() }).collect();
        let starts = prefix_sums(&slots);
        let most = self.device.max_binding.min(STRIPE_BYTES) / (SLOT_WORDS * WORD);
        let mut chunks = Vec::new();
        let mut first = 0;
        for block in 1..=slots.len() {
            let is_end = block == slots.len();
            if is_end || u64::from(starts[block + 1] - starts[first]) > most {
                let slots = u64::from(starts[block] - starts[first]);
                if slots > most {
                    let needed = slots * SLOT_WORDS * WORD;
                    return Err(EngineError::TooSmall { needed, granted: self.device.max_binding });
                }
                let slots = self.device.zeroed("slots", slots * SLOT_WORDS);
                chunks.push(SlotChunk { blocks: first..block, slots });
                first = block;
            }
        }
        let none = vec![0; slots.len()];
        let starts_buffer = self.device.filled("starts", &starts);
        let counts = BlockCounts { all: none.clone(), frontier: none };
        Ok(FoundPositions { starts, starts_buffer, chunks, counts })
    }

    /// The positions at most one move farther; `length` is that of the last level's paths.
    fn next_level(&self, positions: &FoundPositions, length: usize) -> Result<FoundPositions, EngineError> {
        let ud_edges = &Phase2Moves::get().ud_edges;
        let BlockCounts { all, frontier } = &positions.counts;
        let room: Vec<u32> =
            (0..UdEdges::SIZE).map(|block| all[block] + leading_to(ud_edges, frontier, block)).collect();
        let mut next = self.room_for(&room)?;
        let counts = self.device.zeroed("counts", UdEdges::SIZE as u64);
        for chunk in &next.chunks {
            for source in &positions.chunks {
                self.expand((positions, source), (&next, chunk), &counts, length);
            }
        }
        let counts: Vec<u32> = self.device.read(&counts, UdEdges::SIZE, self.stop)?;
        let frontier = counts.iter().zip(all).map(|(new, old)| new - old).collect();
        next.counts = BlockCounts { all: counts, frontier };
        Ok(next)
    }

    fn expand(
        &self,
        (from, source): (&FoundPositions, &SlotChunk),
        (to, chunk): (&FoundPositions, &SlotChunk),
        counts: &wgpu::Buffer,
        length: usize,
    ) {
        let numbers = path::numbers(length);
        let pairs = pairs(&from.counts, &source.blocks, chunk.blocks.clone(), MOVES);
        if pairs.is_empty() {
            return;
        }
        let grid = grid(pairs.len() as u64);
        let params = ExpandParams {
            columns: grid.0,
            pairs: pairs.len() as u32,
            first_slot: to.starts[chunk.blocks.start],
            first_source_slot: from.starts[source.blocks.start],
            length: length as u32,
            first_path: numbers.start,
            end_path: numbers.end,
            power: power(length),
        };
        let buffers = ExpandBuffers {
            tables: &self.tables,
            source_starts: &from.starts_buffer,
            source_slots: &source.slots,
            pairs: &self.device.filled("pairs", &pairs),
            starts: &to.starts_buffer,
            slots: &chunk.slots,
            counts,
        };
        let mut work = self.device.work();
        work.run(&self.expand, &params, buffers, grid);
        work.submit();
    }

    /// Fills a stripe of cosets, and counts those of each row; `length` is that of the last
    /// level's paths.
    fn offer(&self, positions: &FoundPositions, stripe: &Range<usize>, length: usize) -> Reading<'a, u32> {
        let mut work = self.device.work();
        work.clear(&self.counts);
        work.submit();
        for source in &positions.chunks {
            self.offer_chunk((positions, source), stripe, length);
        }
        self.device.start_reading(&self.counts, stripe.len() * (BLOCK / COSET_ROW))
    }

    fn collect_and_read(
        &self,
        stripe: &Range<usize>,
        counts: Reading<u32>,
    ) -> Result<CollectedCosets<'a>, EngineError> {
        let offsets = counts.finish(self.stop, prefix_sums)?;
        let rows = offsets.len() - 1;
        let count = offsets[rows];
        let offsets = self.device.filled("offsets", &offsets);
        let entries = self.device.zeroed("entries", u64::from(count) * SLOT_WORDS);
        let first_code = (stripe.start * BLOCK) as u32;
        let grid = grid(rows.div_ceil(WORKGROUP as usize) as u64);
        let params = CollectParams { columns: grid.0, rows: rows as u32, first_code };
        let buffers = CollectBuffers { cosets: &self.cosets, offsets: &offsets, entries: &entries };
        let mut work = self.device.work();
        work.run(&self.collect, &params, buffers, grid);
        work.submit();
        Ok(self.device.start_reading(&entries, count as usize))
    }

    fn offer_chunk(
        &self,
        (from, source): (&FoundPositions, &SlotChunk),
        stripe: &Range<usize>,
        length: usize,
    ) {
        let numbers = path::numbers(length);
        let blocks = stripe.start * MEMBERS..stripe.end * MEMBERS;
        let pairs = pairs(&from.counts, &source.blocks, blocks, HALF_TURNS);
        if pairs.is_empty() {
            return;
        }
        let grid = grid(pairs.len() as u64);
        let params = CosetsParams {
            columns: grid.0,
            pairs: pairs.len() as u32,
            first_coset: stripe.start as u32,
            first_source_slot: from.starts[source.blocks.start],
            length: length as u32,
            first_path: numbers.start,
            end_path: numbers.end,
            power: power(length),
        };
        let buffers = CosetsBuffers {
            tables: &self.tables,
            source_starts: &from.starts_buffer,
            source_slots: &source.slots,
            pairs: &self.device.filled("pairs", &pairs),
            cosets: &self.cosets,
            counts: &self.counts,
        };
        let mut work = self.device.work();
        work.run(&self.cosets_kernel, &params, buffers, grid);
        work.submit();
    }
}

/// The pairs of a block and a turn that have something to read from the blocks of a chunk: what is
/// known already, and the last level from which one of the first `turns` turns comes.
pub(super) fn pairs(
    counts: &BlockCounts,
    sources: &Range<usize>,
    blocks: Range<usize>,
    turns: usize,
) -> Vec<u32> {
    let ud_edges = &Phase2Moves::get().ud_edges;
    let mut pairs = Vec::new();
    for block in blocks {
        for (turn, &source) in ud_edges.row(block)[..turns].iter().enumerate() {
            if sources.contains(&source.into()) && counts.frontier[usize::from(source)] > 0 {
                pairs.push(BlockAndTurn::of(block, turn));
            }
        }
        if sources.contains(&block) && counts.all[block] > 0 {
            pairs.push(BlockAndTurn::of(block, NO_TURN));
        }
    }
    pairs
}

/// What the first move of a path of this length counts.
fn power(length: usize) -> u32 {
    9u32.pow(length.saturating_sub(1) as u32)
}

/// The positions of the last level from which one move leads to a block.
fn leading_to(ud_edges: &MoveTable, frontier: &[u32], block: usize) -> u32 {
    ud_edges.row(block).iter().map(|&source| frontier[usize::from(source)]).sum()
}

/// The move tables of phase 2 in one array, see [`layout`](cubebatch_shaders::sorted_phase2).
pub(super) fn move_tables() -> Vec<u32> {
    let tables = Phase2Moves::get();
    let mut words = TableWords::default();
    words.add_halves(UD_EDGES_TURNS, tables.ud_edges.values());
    words.add_halves(CORNERS_TURNS, tables.corners.values());
    words.add_halves(SLICE_PERM_TURNS, tables.slice_perm.values());
    words.add_halves(UNDO_TURNS, (0..MOVES).map(|m| inverse_move(m) as u16));
    let normalised = |corners| (0..MEMBERS).map(move |member| tables.normalised_corners(corners, member));
    words.add_halves(NORMALISED, (0..Corners::SIZE as u16).flat_map(normalised));
    words.into_words()
}
