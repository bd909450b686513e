//! Builds a sorted table of phase 1 on a GPU, by the same blocks as the CPU engine.
//!
//! Marks are made in a stripe of blocks at a time, as many as a binding holds. The known entries go back to their places. Then
//! each of the 18 moves marks the positions to which the last level leads. Collecting a stripe gives its entries sorted. The
//! entries of all levels but the last stay on the device.

use std::ops::Range;

use rayon::prelude::*;

use super::APPENDED;
use super::buffers::{ALIGN, WORD};
use super::device::Device;
use super::kernel::{Kernel, grid};
use super::work::{Reading, Work};
use cubebatch_search::engine::BuildError;
use cubebatch_search::engine::EngineError;
use cubebatch_shaders::sorted_phase1::{
    Collect, CollectBuffers, CollectParams, Mark, MarkBuffers, MarkParams, NO_MOVE, Reached, TURN_WORDS,
};
use cubebatch_shaders::words::{Bytes, WORKGROUP};
use cubebatch_tables::coord::block::{BLOCK, FlipSlice, ROWS};
use cubebatch_tables::coord::phase1::{PHASE1_MOVES, Phase1Moves};
use cubebatch_tables::coord::{Coordinate, twist::Twist};
use cubebatch_tables::progress::{Control, Step, Stop};
use cubebatch_tables::table::{SortedBuilder, SortedContents, SortedSpec, phase1_step};

/// Words of the marks of one block.
const BLOCK_WORDS: u64 = (BLOCK / Bytes::A_WORD) as u64;

/// Workgroups that share the entries of a block in `sorted_phase1/mark` at most.
const MOST_COLUMNS: u32 = 64;

/// The entries of all blocks, on the device.
struct LevelEntries {
    entries: wgpu::Buffer,
    /// The beginning of each block's entries, and the end.
    starts: Vec<u32>,
    starts_buffer: wgpu::Buffer,
}

/// Builds the table of this depth.
pub(super) fn build(
    device: &Device,
    spec: SortedSpec,
    control: &Control,
) -> Result<SortedContents, BuildError> {
    SortedPhase1Builder::new(device, &control.stop)?.build(spec, control)
}

struct SortedPhase1Builder<'a> {
    device: &'a Device,
    stop: &'a Stop,
    mark: Kernel<Mark>,
    collect: Kernel<Collect>,
    turns: wgpu::Buffer,
    /// Blocks in a stripe.
    stripe: usize,
    /// Bytes of entries that are bound at a time.
    window: u64,
    marks: wgpu::Buffer,
    counts: wgpu::Buffer,
}

/// The beginning of each row's entries in a stripe, and the end.
type Offsets = Vec<u32>;

/// The entries of a stripe, on their way to the host.
struct CollectedEntries<'a> {
    stripe: Range<usize>,
    offsets: Offsets,
    entries: Reading<'a, u32>,
}

impl<'a> SortedPhase1Builder<'a> {
    fn new(device: &'a Device, stop: &'a Stop) -> Result<SortedPhase1Builder<'a>, EngineError> {
        let stripe = device.max_binding.min(device.sizes.stripe) / (BLOCK_WORDS * WORD);
        if stripe == 0 {
            return Err(EngineError::TooSmall { needed: BLOCK_WORDS * WORD, granted: device.max_binding });
        }
        Ok(SortedPhase1Builder {
            device,
            stop,
            mark: Kernel::new(device),
            collect: Kernel::new(device),
            turns: device.filled("turns", &turn_tables()),
            stripe: stripe as usize,
            window: device.max_binding,
            marks: device.zeroed("marks", stripe * BLOCK_WORDS),
            counts: device.zeroed("counts", stripe * ROWS as u64),
        })
    }

    fn build(&self, spec: SortedSpec, control: &Control) -> Result<SortedContents, BuildError> {
        let step = Step::Building(spec.into());
        let mut starts = vec![1; Twist::SIZE + 1];
        starts[0] = 0;
        let mut level = self.level(self.device.filled("entries", &[0u32]), starts);
        for depth in 1..spec.depth() {
            control.step(&step, spec.phase().reached()[usize::from(depth)], spec.entries())?;
            level = self.next_level(&level, spec, depth)?;
        }
        let mut contents = SortedBuilder::new(spec);
        // The host appends a stripe while the device marks the next.
        let mut collected: Option<CollectedEntries> = None;
        for stripe in self.stripes() {
            control.step(&step, contents.entries(), spec.entries())?;
            let counts = self.mark(&level, &stripe, spec.depth())?;
            if let Some(previous) = collected.take() {
                previous.append(&mut contents, self.stop)?;
            }
            collected = Some(self.collect_and_read(stripe, counts)?);
        }
        if let Some(last) = collected {
            last.append(&mut contents, self.stop)?;
        }
        Ok(contents.finish()?)
    }

    fn stripes(&self) -> Vec<Range<usize>> {
        let starts = (0..Twist::SIZE).step_by(self.stripe);
        starts.map(|first| first..Twist::SIZE.min(first + self.stripe)).collect()
    }

    fn level(&self, entries: wgpu::Buffer, starts: Vec<u32>) -> LevelEntries {
        let starts_buffer = self.device.filled("starts", &starts);
        LevelEntries { entries, starts, starts_buffer }
    }

    /// All entries at most `depth` moves from G1.
    fn next_level(
        &self,
        level: &LevelEntries,
        spec: SortedSpec,
        depth: u8,
    ) -> Result<LevelEntries, EngineError> {
        let reached = spec.phase().reached()[usize::from(depth)];
        let entries = self.device.zeroed("entries", reached);
        let mut starts = vec![0];
        for stripe in self.stripes() {
            let mut offsets = self.mark(level, &stripe, depth)?.finish(self.stop, prefix_sums)?;
            let base = *starts.last().expect("it begins with 0");
            offsets.iter_mut().for_each(|offset| *offset += base);
            self.collect(&offsets, &entries)?;
            starts.extend(offsets.iter().skip(ROWS).step_by(ROWS));
        }
        Ok(self.level(entries, starts))
    }

    /// Marks a stripe, and counts the marks of each row.
    fn mark(
        &self,
        level: &LevelEntries,
        stripe: &Range<usize>,
        depth: u8,
    ) -> Result<Reading<'a, u32>, EngineError> {
        let mut work = self.device.work();
        work.clear(&self.counts);
        for turn in std::iter::once(NO_MOVE).chain(0..NO_MOVE) {
            for window in self.windows(&level.starts) {
                self.mark_turn(&mut work, level, stripe, (turn, depth), &window)?;
            }
        }
        work.submit();
        Ok(self.device.start_reading(&self.counts, stripe.len() * ROWS))
    }

    /// Ranges of blocks whose entries fit into a binding.
    fn windows(&self, starts: &[u32]) -> Vec<Range<usize>> {
        let most = self.window / WORD;
        let mut windows = Vec::new();
        let mut first = 0;
        for block in 0..Twist::SIZE {
            if u64::from(starts[block + 1] - starts[first] / ALIGN * ALIGN) > most {
                windows.push(first..block);
                first = block;
            }
        }
        windows.push(first..Twist::SIZE);
        windows
    }

    fn mark_turn(
        &self,
        work: &mut Work,
        level: &LevelEntries,
        stripe: &Range<usize>,
        (turn, depth): (u32, u8),
        window: &Range<usize>,
    ) -> Result<(), EngineError> {
        let (first_entry, end) = (level.starts[window.start] / ALIGN * ALIGN, level.starts[window.end]);
        if first_entry == end {
            return Ok(());
        }
        let known = turn == NO_MOVE;
        let longest = level.starts.windows(2).map(|block| block[1] - block[0]).max().unwrap_or(0);
        let columns = longest.div_ceil(WORKGROUP).clamp(1, MOST_COLUMNS);
        let params = MarkParams {
            columns,
            first_block: stripe.start as u32,
            turn,
            step: if known { 0 } else { phase1_step(depth, turn as usize).into() },
            least_step: if known { 0 } else { phase1_step(depth - 1, 0).into() },
            first_source: window.start as u32,
            end_source: window.end as u32,
            first_entry,
        };
        let buffers = MarkBuffers {
            turns: self.turns.as_entire_binding(),
            starts: level.starts_buffer.as_entire_binding(),
            entries: self.device.words(&level.entries, first_entry, end)?,
            marks: self.marks.as_entire_binding(),
            counts: self.counts.as_entire_binding(),
        };
        work.run(&self.mark, &params, buffers, (columns, stripe.len() as u32));
        Ok(())
    }

    /// Puts the entries of a stripe to their places in `entries`.
    fn collect(&self, offsets: &Offsets, entries: &wgpu::Buffer) -> Result<(), EngineError> {
        let device = self.device;
        let (first, end) = (offsets[0] / ALIGN * ALIGN, offsets[offsets.len() - 1]);
        if first == end {
            return Ok(());
        }
        let rows = offsets.len() as u32 - 1;
        let grid = grid(rows.div_ceil(WORKGROUP).into());
        let params = CollectParams { columns: grid.0, rows, first_entry: first };
        let offsets = device.filled("offsets", offsets);
        let buffers = CollectBuffers {
            marks: self.marks.as_entire_binding(),
            offsets: offsets.as_entire_binding(),
            entries: device.words(entries, first, end)?,
        };
        let mut work = device.work();
        work.run(&self.collect, &params, buffers, grid);
        work.submit();
        Ok(())
    }

    fn collect_and_read(
        &self,
        stripe: Range<usize>,
        counts: Reading<u32>,
    ) -> Result<CollectedEntries<'a>, EngineError> {
        let offsets = counts.finish(self.stop, prefix_sums)?;
        let count = offsets[offsets.len() - 1];
        let entries = self.device.zeroed("entries", count.into());
        self.collect(&offsets, &entries)?;
        let entries = self.device.start_reading(&entries, count as usize);
        Ok(CollectedEntries { stripe, offsets, entries })
    }
}

/// Exclusive sums, and the sum of all.
pub(super) fn prefix_sums(counts: &[u32]) -> Vec<u32> {
    let mut sum = 0;
    let sums = counts.iter().map(|count| {
        sum += count;
        sum
    });
    std::iter::once(0).chain(sums).collect()
}

/// The tables that `sorted_phase1/mark` reads: for each move where its entries come from and how they
/// move, then the same for no move.
fn turn_tables() -> Vec<u32> {
    let tables = Phase1Moves::get();
    let mut turns = Vec::with_capacity((PHASE1_MOVES.len() + 1) * TURN_WORDS);
    let mut add = |twist: Vec<u16>, flip: Vec<u16>, slice: Vec<u16>| {
        turns.extend(twist.iter().map(|&twist| u32::from(twist)));
        turns.extend(flip.iter().map(|&flip| u32::from(flip)));
        turns.extend(slice.iter().map(|&slice| u32::from(slice)));
        turns.resize(turns.len().next_multiple_of(TURN_WORDS), 0);
    };
    for mv in PHASE1_MOVES {
        let undo = mv.inverse().index();
        add(tables.twist.column(mv.index()), tables.flip.column(undo), tables.slice.column(undo));
    }
    let same = |size: usize| (0..size as u16).collect();
    add(same(tables.twist.len()), same(tables.flip.len()), same(tables.slice.len()));
    turns
}

impl CollectedEntries<'_> {
    /// Waits for the entries and adds them to the table.
    fn append(self, contents: &mut SortedBuilder, stop: &Stop) -> Result<(), EngineError> {
        let CollectedEntries { stripe, offsets, entries } = self;
        // Where the entries of a block begin, and where the last ones end.
        let starts: Vec<usize> = offsets.iter().step_by(ROWS).map(|&offset| offset as usize).collect();
        let blocks: Vec<usize> = stripe.collect();
        entries.finish(stop, |entries| {
            let at_a_time = (blocks.len() * APPENDED / entries.len().max(1)).clamp(1, blocks.len());
            for (i, blocks) in (0..).step_by(at_a_time).zip(blocks.chunks(at_a_time)) {
                let (codes, steps) = codes_and_steps(blocks, &starts[i..=i + blocks.len()], entries);
                contents.append_phase1(&codes, &steps);
            }
        })
    }
}

/// The codes and the steps of the entries of some blocks; `starts` says where those of each begin, and where the last ones end.
fn codes_and_steps(twists: &[usize], starts: &[usize], entries: &[u32]) -> (Vec<u32>, Vec<u8>) {
    const ROOM: &str = "blocks have all entries";
    let entries = &entries[starts[0]..starts[twists.len()]];
    let (mut codes, mut steps) = (vec![0; entries.len()], vec![0; entries.len()]);
    let (mut later_codes, mut later_steps, mut later) = (&mut codes[..], &mut steps[..], entries);
    let mut block = |(&twist, bounds): (&usize, &[usize])| {
        let own = ..bounds[1] - bounds[0];
        let (codes, steps) = (later_codes.split_off_mut(own), later_steps.split_off_mut(own));
        (twist, codes.expect(ROOM), steps.expect(ROOM), later.split_off(own).expect(ROOM))
    };
    let blocks: Vec<_> = twists.iter().zip(starts.windows(2)).map(&mut block).collect();
    blocks.into_par_iter().for_each(|(twist, codes, steps, entries)| {
        for ((code, step), &entry) in codes.iter_mut().zip(steps).zip(entries) {
            (*code, *step) = code_and_step(twist, entry);
        }
    });
    (codes, steps)
}

fn code_and_step(twist: usize, entry: u32) -> (u32, u8) {
    let Reached { at, step } = Reached::unpack(entry);
    (FlipSlice::unpack(at).code(twist), step as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Ceiling;
    use cubebatch_search::engine::Build;
    use cubebatch_search::engine::cpu::Cpu;
    use cubebatch_tables::table::Phase;

    /// A device that shows little of a deep table sees the sources in windows; here they are smaller still.
    #[test]
    fn a_table_is_the_same_in_windows() {
        let Ok(device) = Device::open(None, Ceiling::LEAST) else {
            assert!(std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_none());
            return;
        };
        let (spec, control) = (SortedSpec::new(Phase::One, 5).unwrap(), Control::default());
        let builder = SortedPhase1Builder::new(&device, &control.stop).unwrap();
        let builder = SortedPhase1Builder { window: 8 << 10, ..builder };
        let entries = spec.phase().reached()[4] * WORD;
        assert!(entries > 3 * builder.window, "{entries}");
        assert!(builder.build(spec, &control).unwrap() == Cpu.build_sorted(spec, &control).unwrap());
    }
}
