//! The kernels of sorted tables of phase 1.

use std::collections::BTreeSet;
use std::iter::once;
use std::ops::Range;
use std::slice::from_ref;

use super::{Bench, GUARD, SENTINEL, assert_same, grids, sorted_table};
use crate::buffers::ALIGN;
use crate::kernel::{Kernel, grid};
use crate::kernels;
use crate::sorted_phase1::{prefix_sums, turn_tables};
use cubebatch_cube::cube::random::Random;
use cubebatch_shaders::sorted_phase1::{
    Collect, CollectBuffers, CollectParams, Mark, MarkBuffers, MarkParams, NO_MOVE, Reached,
};
use cubebatch_shaders::words::{Bytes, WORKGROUP};
use cubebatch_tables::coord::block::{FlipSlice, ROW, ROWS};
use cubebatch_tables::coord::{Coordinate, Phase1, flip::Flip, slice::Slice, twist::Twist};
use cubebatch_tables::table::{Phase, SortedContents, phase1_step};

/// Words of the marks of a row.
const MARK_WORDS: usize = ROW / Bytes::A_WORD;

/// The entries of all blocks of the table, as its kernels read them.
struct KernelEntries {
    starts: Vec<u32>,
    entries: Vec<u32>,
}

impl KernelEntries {
    /// Steps of all depths at random flips and slices; the first, the last and a middle block are long,
    /// with their first and last position, and some blocks are empty.
    fn random(random: &mut Random) -> KernelEntries {
        let mut level = KernelEntries { starts: vec![0], entries: Vec::new() };
        for block in 0..Twist::SIZE {
            let is_long = block % 1093 == 0;
            let size = if is_long { 1500 } else { random.below(40).saturating_sub(10) };
            let mut members: BTreeSet<u32> = (0..size)
                .map(|_| flip_slice(random.below(Flip::SIZE as u64), random.below(Slice::SIZE as u64)))
                .collect();
            if is_long {
                members.extend([0, flip_slice(Flip::SIZE as u64 - 1, Slice::SIZE as u64 - 1)]);
            }
            let entry = |at| Reached { at, step: random.below(144) as u32 }.pack();
            level.entries.extend(members.into_iter().map(entry));
            level.starts.push(level.entries.len() as u32);
        }
        level
    }

    fn of(table: &SortedContents) -> KernelEntries {
        let view = table.view();
        let mut counts = vec![0; Twist::SIZE];
        let entry = |(code, index)| {
            let at = Phase1::from_code(code);
            counts[usize::from(at.twist)] += 1;
            let step = view.first_move(index).map_or(0, |(depth, m)| phase1_step(depth, m));
            Reached { at: FlipSlice::from(at).pack(), step: step.into() }.pack()
        };
        let entries = view.codes().map(entry).collect();
        KernelEntries { starts: prefix_sums(&counts), entries }
    }
}

fn flip_slice(flip: u64, slice: u64) -> u32 {
    FlipSlice { flip: flip as u32, slice: slice as u32 }.pack()
}

/// The marks of a stripe and the marks of each row, left by the kernel and by its twin.
struct StripeMarks {
    marks: Vec<u32>,
    counts: Vec<u32>,
    on_device: [wgpu::Buffer; 2],
}

impl StripeMarks {
    fn new(bench: &Bench, marks: Vec<u32>) -> StripeMarks {
        let counts = vec![SENTINEL; marks.len() / MARK_WORDS];
        let on_device = [&marks, &counts].map(|content| bench.buffer(content));
        StripeMarks { marks, counts, on_device }
    }

    /// A block more than the stripe has; there half of the words are free.
    fn with_guard(bench: &Bench, blocks: usize) -> StripeMarks {
        let mut marks = vec![0; (blocks + 1) * ROWS * MARK_WORDS];
        marks.iter_mut().skip(blocks * ROWS * MARK_WORDS).step_by(2).for_each(|word| *word = SENTINEL);
        StripeMarks::new(bench, marks)
    }

    /// Lets the kernel and its twin mark, and compares what they leave. More entries are bound
    /// than the window has.
    fn mark(
        &mut self,
        (bench, kernel): (&Bench, &Kernel<Mark>),
        (level, on_device): (&KernelEntries, &[wgpu::Buffer; 3]),
        params: MarkParams,
        blocks: u32,
    ) {
        let [turns, starts, entries] = on_device;
        let buffers = MarkBuffers {
            turns: turns.as_entire_binding(),
            starts: starts.as_entire_binding(),
            entries: bench.device.words(entries, params.first_entry, level.entries.len() as u32).unwrap(),
            marks: self.on_device[0].as_entire_binding(),
            counts: self.on_device[1].as_entire_binding(),
        };
        bench.run(kernel, &params, buffers, (params.columns, blocks));
        let bound = &level.entries[params.first_entry as usize..];
        kernels::sorted_phase1::mark(
            &params,
            blocks,
            &level.starts,
            bound,
            &mut self.marks,
            &mut self.counts,
        );
        assert_same("mark", &bench.read(&self.on_device[0], &self.marks), &self.marks);
        assert_same("count", &bench.read(&self.on_device[1], &self.counts), &self.counts);
    }

    fn marked(&self) -> usize {
        self.counts.iter().map(|&count| (count - SENTINEL) as usize).sum()
    }
}

/// Turns, starts and entries.
fn level_buffers(bench: &Bench, level: &KernelEntries) -> [wgpu::Buffer; 3] {
    [&turn_tables(), &level.starts, &level.entries].map(|content| bench.buffer(content))
}

/// The parameters of all turns in their order, in each of some windows of sources.
fn all_turns(
    level: &KernelEntries,
    first_block: usize,
    windows: &[Range<usize>],
    depth: u8,
) -> Vec<MarkParams> {
    let turns = once(NO_MOVE).chain(0..NO_MOVE);
    let params = |(turn, window): (u32, &Range<usize>)| {
        let known = turn == NO_MOVE;
        MarkParams {
            columns: [1, 2, 6, 64][turn as usize % 4],
            first_block: first_block as u32,
            turn,
            step: if known { 0 } else { phase1_step(depth, turn as usize).into() },
            least_step: if known { 0 } else { phase1_step(depth - 1, 0).into() },
            first_source: window.start as u32,
            end_source: window.end as u32,
            first_entry: level.starts[window.start] / ALIGN * ALIGN,
        }
    };
    turns.flat_map(|turn| windows.iter().map(move |window| (turn, window))).map(params).collect()
}

/// First, middle and last blocks; the sources in two windows, some of them in none. What one
/// turn marks the next finds marked.
#[test]
fn mark_leaves_what_its_twin_leaves() {
    const BLOCKS: usize = 2;
    let Some((bench, kernel)) = Bench::with::<Mark>() else { return };
    let level = KernelEntries::random(&mut Random::new(1));
    let buffers = level_buffers(&bench, &level);
    let all = [0..1100, 1100..Twist::SIZE];
    let some = [300..1093, 1093..1500];
    for (first_block, windows) in [(0, &all), (1092, &some), (Twist::SIZE - BLOCKS, &all)] {
        let mut marks = StripeMarks::with_guard(&bench, BLOCKS);
        for params in all_turns(&level, first_block, windows, 5) {
            marks.mark((&bench, &kernel), (&level, &buffers), params, BLOCKS as u32);
        }
        assert!(marks.marked() > 1500);
    }
}

/// All blocks in one dispatch; only the sources of the first few are bound.
#[test]
fn mark_of_many_workgroups_leaves_what_its_twin_leaves() {
    let Some((bench, kernel)) = Bench::with::<Mark>() else { return };
    let level = KernelEntries::random(&mut Random::new(2));
    let mut marks = StripeMarks::with_guard(&bench, 2);
    let mut params = all_turns(&level, 0, from_ref(&(0..2)), 1).remove(0);
    params.columns = 64;
    assert!(params.columns * Twist::SIZE as u32 > 65_535);
    marks.mark((&bench, &kernel), (&level, &level_buffers(&bench, &level)), params, Twist::SIZE as u32);
    assert_eq!(marks.marked(), level.starts[2] as usize);
}

/// Marks a stripe of a table, and collects it: that is the table one move deeper.
#[test]
fn p0_kernels_and_twins_build_a_level() {
    const BLOCKS: usize = 12;
    const DEPTH: u8 = 6;
    let Some((bench, kernel)) = Bench::with::<Mark>() else { return };
    let table = |depth| KernelEntries::of(&sorted_table(Phase::One, depth));
    let (level, next) = (table(DEPTH - 1), table(DEPTH));
    let mut marks = StripeMarks::new(&bench, vec![0; BLOCKS * ROWS * MARK_WORDS]);
    let buffers = level_buffers(&bench, &level);
    for params in all_turns(&level, 0, from_ref(&(0..Twist::SIZE)), DEPTH) {
        marks.mark((&bench, &kernel), (&level, &buffers), params, BLOCKS as u32);
    }
    let counts: Vec<u32> = marks.counts.iter().map(|count| count - SENTINEL).collect();
    let grid = grid((BLOCKS * ROWS).div_ceil(WORKGROUP as usize) as u64);
    let kernel = Kernel::new(&bench.device);
    let entries = collect((&bench, &kernel), &marks.marks, &prefix_sums(&counts), 0, grid);
    assert_same("entry", &entries[..entries.len() - GUARD], &next.entries[..next.starts[BLOCKS] as usize]);
}

/// Lets `sorted_phase1/collect` and its twin collect rows to `offsets`, compares what they leave, and
/// gives the entries from `first_entry` on.
fn collect(
    (bench, kernel): (&Bench, &Kernel<Collect>),
    marks: &[u32],
    offsets: &[u32],
    first_entry: u32,
    grid: (u32, u32),
) -> Vec<u32> {
    let rows = offsets.len() - 1;
    let mut marks = marks.to_vec();
    let mut entries = vec![SENTINEL; offsets[rows] as usize + GUARD];
    let on_device = [&marks, offsets, &entries].map(|content| bench.buffer(content));
    let params = CollectParams { columns: grid.0, rows: rows as u32, first_entry };
    let buffers = CollectBuffers {
        marks: on_device[0].as_entire_binding(),
        offsets: on_device[1].as_entire_binding(),
        entries: bench.device.words(&on_device[2], first_entry, entries.len() as u32).unwrap(),
    };
    bench.run(kernel, &params, buffers, grid);
    kernels::sorted_phase1::collect(&params, &mut marks, offsets, &mut entries[first_entry as usize..]);
    assert_same("mark", &bench.read(&on_device[0], &marks), &marks);
    assert_same("entry", &bench.read(&on_device[2], &entries), &entries);
    entries.split_off(first_entry as usize)
}

/// Empty rows, full rows, and rows with their first and last position alone.
fn random_marks(random: &mut Random, rows: usize) -> Vec<u32> {
    let mut marks = Vec::new();
    for row in 0..rows {
        let mut bytes = [0; ROW];
        for (slice, byte) in bytes[..Slice::SIZE].iter_mut().enumerate() {
            let is_marked = match row % 5 {
                0 => false,
                1 => random.below(40) == 0,
                2 => random.below(2) == 0,
                3 => true,
                _ => slice == 0 || slice == Slice::SIZE - 1,
            };
            *byte = if is_marked { 255 - random.below(144) as u8 } else { 0 };
        }
        marks.extend(bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)));
    }
    marks
}

/// Rows of three blocks, all but the last hundred; the last workgroup is no full one.
#[test]
fn collect_leaves_what_its_twin_leaves() {
    let Some((bench, kernel)) = Bench::with::<Collect>() else { return };
    let marks = random_marks(&mut Random::new(3), 3 * ROWS);
    let rows = 3 * ROWS - 100;
    let marked =
        |row: &[u32]| row.iter().flat_map(|word| word.to_le_bytes()).filter(|&byte| byte != 0).count();
    let counts: Vec<u32> = marks.chunks(MARK_WORDS).take(rows).map(|row| marked(row) as u32).collect();
    for (i, grid) in grids(rows.div_ceil(WORKGROUP as usize) as u32).into_iter().enumerate() {
        let first_entry = i as u32 * 100 * ALIGN;
        // The first entry need not be the first that is bound.
        let offsets: Vec<u32> = prefix_sums(&counts).iter().map(|offset| offset + first_entry + 7).collect();
        let entries = collect((&bench, &kernel), &marks, &offsets, first_entry, grid);
        assert_eq!(entries.iter().filter(|&&entry| entry == SENTINEL).count(), 7 + GUARD);
    }
}
