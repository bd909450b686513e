//! The kernels of sorted tables of phase 2.
//!
//! `sorted_phase2/expand` puts a position into any slot of its block, as the order of work has it. So
//! the slots of each block are sorted before they are compared.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Bench, GUARD, MANY, SENTINEL, assert_same, grids, sorted_table};
use crate::kernel::{Kernel, grid};
use crate::kernels;
use crate::sorted_phase1::prefix_sums;
use crate::sorted_phase2::{BlockCounts, move_tables, pairs};
use cubebatch_cube::cube::random::Random;
use cubebatch_shaders::sorted_phase2::{
    BLOCK, BlockAndTurn, COSET_ROW, Collect, CollectBuffers, CollectParams, Cosets, CosetsBuffers,
    CosetsParams, Expand, ExpandBuffers, ExpandParams, NO_TURN, Slot, position, slot,
};
use cubebatch_shaders::words::WORKGROUP;
use cubebatch_tables::coord::phase2::{HALF_TURNS, PHASE2_MOVES, Phase2Moves, inverse_move};
use cubebatch_tables::coord::slice_perm::SlicePerm;
use cubebatch_tables::coord::ud_edges::{COSETS, MEMBERS, UdEdges};
use cubebatch_tables::coord::{Coordinate, Phase2, corners::Corners};
use cubebatch_tables::table::{Complete, Phase, path};

/// Positions in slots, as the kernels read them.
struct SlottedPositions {
    /// Where the slots of each block begin, and the end.
    starts: Vec<u32>,
    slots: Vec<Slot>,
}

impl SlottedPositions {
    /// The solved position alone.
    fn solved() -> SlottedPositions {
        let mut positions = SlottedPositions::free((0..UdEdges::SIZE).map(|block| u32::from(block == 0)));
        positions.slots[0] = slot(Phase2::default(), path::numbers(0).start);
        positions
    }

    /// At random slots; the first, a middle and the last block have more of them than a
    /// workgroup has invocations, and some blocks have none. There are few positions, so that
    /// several paths lead to the same position and coset.
    fn random(random: &mut Random, length: usize) -> SlottedPositions {
        let few = few_positions(random);
        let room = |block| {
            if LONG.contains(&block) { 512 } else { [0, 1, 2, 8, 16, 32, 32][random.below(7) as usize] }
        };
        let mut positions = SlottedPositions::free((0..UdEdges::SIZE).map(room));
        for range in positions.starts.windows(2) {
            let mut known = BTreeSet::new();
            for free in &mut positions.slots[range[0] as usize..range[1] as usize] {
                let i = random.below(few.len() as u64) as usize;
                if random.below(2) == 0 && known.insert(i) {
                    *free = slot(few[i], random_path(random, length));
                }
            }
        }
        positions
    }

    /// Free slots: for each block the least power of two that is enough.
    fn free(room: impl Iterator<Item = u32>) -> SlottedPositions {
        let room: Vec<u32> = room.map(|room| if room == 0 { 0 } else { room.next_power_of_two() }).collect();
        let starts = prefix_sums(&room);
        let slots = vec![[0, 0]; starts[UdEdges::SIZE] as usize];
        SlottedPositions { starts, slots }
    }

    /// Free slots for these positions and for all to which one move leads.
    fn free_to_expand(&self) -> SlottedPositions {
        let (counts, ud_edges) = (self.count(|_| true), &Phase2Moves::get().ud_edges);
        let beside =
            |block| ud_edges.row(block).iter().map(|&source| counts[usize::from(source)]).sum::<u32>();
        SlottedPositions::free((0..UdEdges::SIZE).map(|block| counts[block] + beside(block)))
    }

    /// The paths of the positions of a block.
    fn paths(&self, block: usize) -> impl Iterator<Item = u32> {
        let slots = &self.slots[self.starts[block] as usize..self.starts[block + 1] as usize];
        slots.iter().filter_map(move |&slot| position(block as u32, slot)).map(|(_, path)| path)
    }

    /// Positions of each block that have such a path.
    fn count(&self, counts: impl Fn(u32) -> bool) -> Vec<u32> {
        let counted = |block| self.paths(block).filter(|&path| counts(path)).count() as u32;
        (0..UdEdges::SIZE).map(counted).collect()
    }

    /// What the host knows of them; `length` is that of the last level's paths.
    fn counts(&self, length: usize) -> BlockCounts {
        BlockCounts {
            all: self.count(|_| true),
            frontier: self.count(|path| path::numbers(length).contains(&path)),
        }
    }
}

/// Moves of phase 2.
const MOVES: usize = PHASE2_MOVES.len();

/// Blocks with many slots.
const LONG: [usize; 3] = [0, 20_000, UdEdges::SIZE - 1];

/// All that turns of U and D make of four corner permutations, with four permutations of the
/// middle edges; the first and the last position of a block are among them.
fn few_positions(random: &mut Random) -> Vec<Phase2> {
    let mut some =
        |size: usize| [0, size - 1, random.below(size as u64) as usize, random.below(size as u64) as usize];
    let (corners, slice_perms) = (some(Corners::SIZE), some(SlicePerm::SIZE));
    let turned = |corners: usize| {
        (0..MEMBERS).map(move |member| Phase2Moves::get().normalised_corners(corners as u16, member))
    };
    let pairs =
        corners.into_iter().flat_map(turned).flat_map(|corners| slice_perms.map(|perm| (corners, perm)));
    let position = |(corners, perm)| Phase2 { corners, slice_perm: perm as u16, ud_edges: 0 };
    pairs.collect::<BTreeSet<_>>().into_iter().map(position).collect()
}

/// Half of the paths or more are of the last level, the others shorter or one move longer.
fn random_path(random: &mut Random, length: usize) -> u32 {
    let numbers = path::numbers(length);
    let mut below = |range: Range<u32>| range.start + random.below(range.len() as u64) as u32;
    match below(0..4) {
        0 if length > 0 => below(0..numbers.start),
        1 if length + 1 < path::MAX_LENGTH => below(path::numbers(length + 1)),
        _ => below(numbers),
    }
}

/// A window of sources on the device.
struct SourceWindow<'a> {
    positions: &'a SlottedPositions,
    blocks: Range<u32>,
    first_slot: u32,
    tables: wgpu::Buffer,
    starts: wgpu::Buffer,
    slots: wgpu::Buffer,
}

impl<'a> SourceWindow<'a> {
    /// Some slots before the window's are bound, and all behind.
    fn new(bench: &Bench, positions: &'a SlottedPositions, blocks: Range<u32>) -> SourceWindow<'a> {
        let first_slot = positions.starts[blocks.start as usize].saturating_sub(GUARD as u32);
        let slots = bench.buffer(&positions.slots[first_slot as usize..]);
        let (tables, starts) = (bench.buffer(&move_tables()), bench.buffer(&positions.starts));
        SourceWindow { positions, blocks, first_slot, tables, starts, slots }
    }

    fn bound(&self) -> &[Slot] {
        &self.positions.slots[self.first_slot as usize..]
    }

    /// What the host lists for these blocks.
    fn pairs(&self, blocks: &Range<u32>, length: usize, turns: usize) -> Vec<u32> {
        let [sources, blocks] = [&self.blocks, blocks].map(|range| range.start as usize..range.end as usize);
        pairs(&self.positions.counts(length), &sources, blocks, turns)
    }
}

/// What the first move of a path of this length counts.
fn power(length: usize) -> u32 {
    path::numbers(length).len() as u32 / if length == 0 { 1 } else { 10 }
}

/// Blocks that are filled, by the kernel and by its twin.
struct Filled {
    blocks: Range<u32>,
    starts: Vec<u32>,
    first_slot: u32,
    slots: Vec<Slot>,
    counts: Vec<u32>,
    starts_buffer: wgpu::Buffer,
    slots_buffer: wgpu::Buffer,
    counts_buffer: wgpu::Buffer,
}

impl Filled {
    fn new(bench: &Bench, free: SlottedPositions, blocks: Range<u32>) -> Filled {
        let [first, end] = [blocks.start, blocks.end].map(|block| free.starts[block as usize]);
        let first_slot = first.saturating_sub(GUARD as u32);
        let mut slots = vec![[SENTINEL; 2]; end as usize + GUARD - first_slot as usize];
        slots[(first - first_slot) as usize..(end - first_slot) as usize].fill([0, 0]);
        let counts = vec![SENTINEL; UdEdges::SIZE];
        let starts_buffer = bench.buffer(&free.starts);
        let (slots_buffer, counts_buffer) = (bench.buffer(&slots), bench.buffer(&counts));
        let starts = free.starts;
        Filled { blocks, starts, first_slot, slots, counts, starts_buffer, slots_buffer, counts_buffer }
    }

    fn params(&self, source: &SourceWindow, length: usize, pairs: usize, columns: u32) -> ExpandParams {
        ExpandParams {
            columns,
            pairs: pairs as u32,
            first_slot: self.first_slot,
            first_source_slot: source.first_slot,
            length: length as u32,
            first_path: path::numbers(length).start,
            end_path: path::numbers(length).end,
            power: power(length),
        }
    }

    /// Lets the kernel and its twin expand the first of the pairs, and compares what they leave.
    fn expand(
        &mut self,
        (bench, kernel): (&Bench, &Kernel<Expand>),
        source: &SourceWindow,
        length: usize,
        (pairs, count): (&[u32], usize),
        grid: (u32, u32),
    ) {
        let pairs_buffer = bench.buffer(pairs);
        let buffers = ExpandBuffers {
            tables: &source.tables,
            source_starts: &source.starts,
            source_slots: &source.slots,
            pairs: &pairs_buffer,
            starts: &self.starts_buffer,
            slots: &self.slots_buffer,
            counts: &self.counts_buffer,
        };
        bench.run(kernel, &self.params(source, length, count, grid.0), buffers, grid);
        self.expand_twin(source, length, &pairs[..count]);
        let mut slots = bench.read(&self.slots_buffer, &self.slots);
        for block in self.blocks.clone() {
            let [first, end] = [block, block + 1].map(|block| self.starts[block as usize] - self.first_slot);
            slots[first as usize..end as usize].sort_by_key(|&slot| (slot == [0, 0], slot));
        }
        assert_same("slot", &slots, &self.slots);
        assert_same("count", &bench.read(&self.counts_buffer, &self.counts), &self.counts);
    }

    fn expand_twin(&mut self, source: &SourceWindow, length: usize, pairs: &[u32]) {
        let params = self.params(source, length, pairs.len(), 1);
        let (starts, slots) = (&source.positions.starts, source.bound());
        kernels::sorted_phase2::expand(
            &params,
            starts,
            slots,
            pairs,
            &self.starts,
            &mut self.slots,
            &mut self.counts,
        );
    }

    fn positions(&self) -> u32 {
        self.counts.iter().map(|count| count - SENTINEL).sum()
    }
}

/// The host lists a pair for each move by which it can come from a position to these blocks,
/// and for each that has positions already, and none besides.
#[test]
fn pairs_are_those_with_something_to_read() {
    const LENGTH: usize = 3;
    let positions = SlottedPositions::random(&mut Random::new(9), LENGTH);
    let (blocks, sources) = (15_000..25_000, 7_000..20_000);
    let ud_edges = &Phase2Moves::get().ud_edges;
    for turns in [HALF_TURNS, MOVES] {
        let mut expected = BTreeSet::new();
        for source in sources.clone() {
            for path in positions.paths(source) {
                expected.insert(BlockAndTurn::of(source, NO_TURN));
                let to = |m| usize::from(ud_edges.turn(source as u16, inverse_move(m)));
                let is_last = path::numbers(LENGTH).contains(&path);
                expected.extend((0..turns).filter(|_| is_last).map(|m| BlockAndTurn::of(to(m), m)));
            }
        }
        let of_blocks = BlockAndTurn::of(blocks.start, 0)..BlockAndTurn::of(blocks.end, 0);
        let expected: Vec<u32> = expected.range(of_blocks).copied().collect();
        let listed = pairs(&positions.counts(LENGTH), &sources, blocks.clone(), turns);
        assert_same("pair", &listed, &expected);
        assert!(listed.len() > 1000);
    }
}

/// Pairs in two parts; behind those of the first the others are bound.
fn halves(pairs: &[u32]) -> [(&[u32], usize); 2] {
    let half = pairs.len() / 2;
    [(pairs, half), (&pairs[half..], pairs.len() - half)]
}

/// Half of the pairs so often that the others are in workgroups beyond 65,535; what is read
/// again changes nothing.
fn many(pairs: &[u32]) -> Vec<u32> {
    let (first, others) = pairs.split_at(pairs.len() / 2);
    first.iter().cycle().take(MANY as usize).chain(others).copied().collect()
}

/// First, middle and last blocks; the sources in two windows, some of them in none.
#[test]
fn expand_leaves_what_its_twin_leaves() {
    let Some((bench, kernel)) = Bench::with::<Expand>() else { return };
    let mut random = Random::new(4);
    let last = UdEdges::SIZE as u32;
    let all = [0..13_000, 13_000..last];
    let some = [7_000..20_000, 20_000..30_000];
    for length in 0..path::MAX_LENGTH - 1 {
        let positions = SlottedPositions::random(&mut random, length);
        let (blocks, windows) =
            [(0..40, &all), (19_990..20_030, &some), (last - 40..last, &all)][length % 3].clone();
        let mut filled = Filled::new(&bench, positions.free_to_expand(), blocks.clone());
        for window in windows {
            let source = SourceWindow::new(&bench, &positions, window.clone());
            for (pairs, count) in halves(&source.pairs(&blocks, length, MOVES)) {
                let grid = grids(count as u32)[length % 3];
                filled.expand((&bench, &kernel), &source, length, (pairs, count), grid);
            }
        }
        assert!(filled.positions() > 1000);
    }
}

#[test]
fn expand_in_many_workgroups_leaves_what_its_twin_leaves() {
    const LENGTH: usize = 4;
    let Some((bench, kernel)) = Bench::with::<Expand>() else { return };
    let positions = SlottedPositions::random(&mut Random::new(10), LENGTH);
    let blocks = 100..140;
    let mut filled = Filled::new(&bench, positions.free_to_expand(), blocks.clone());
    let source = SourceWindow::new(&bench, &positions, 0..UdEdges::SIZE as u32);
    let pairs = many(&source.pairs(&blocks, LENGTH, MOVES));
    filled.expand((&bench, &kernel), &source, LENGTH, (&pairs, pairs.len()), grid(pairs.len() as u64));
    assert!(filled.positions() > 1000);
}

/// Blocks without a free slot at the end.
#[test]
fn expand_fills_all_slots_as_its_twin() {
    let Some((bench, kernel)) = Bench::with::<Expand>() else { return };
    let mut random = Random::new(5);
    let free = || SlottedPositions::free((0..UdEdges::SIZE).map(|block| [1, 64, 1024, 0][block.min(3)]));
    let mut positions = free();
    for range in positions.starts.clone().windows(2) {
        let mut slots = BTreeSet::new();
        while slots.len() < (range[1] - range[0]) as usize {
            let corners = random.below(Corners::SIZE as u64) as u16;
            let slice_perm = random.below(SlicePerm::SIZE as u64) as u16;
            slots.insert(slot(Phase2 { ud_edges: 0, corners, slice_perm }, 1));
        }
        let first = range[0] as usize;
        positions.slots[first..first + slots.len()].copy_from_slice(&slots.into_iter().collect::<Vec<_>>());
    }
    let mut filled = Filled::new(&bench, free(), 0..4);
    // No path is of the last level, so that all is carried over and nothing else.
    let source = SourceWindow::new(&bench, &positions, 0..UdEdges::SIZE as u32);
    let pairs = source.pairs(&(0..4), 3, MOVES);
    filled.expand((&bench, &kernel), &source, 3, (&pairs, pairs.len()), (pairs.len() as u32, 1));
    assert_eq!(filled.positions(), 1 + 64 + 1024);
}

/// The cosets of a stripe, from the kernel and from its twin.
struct StripeCosets {
    stripe: Range<u32>,
    cosets: Vec<u32>,
    counts: Vec<u32>,
    on_device: [wgpu::Buffer; 2],
}

impl StripeCosets {
    /// With a row more than the stripe has.
    fn new(bench: &Bench, stripe: Range<u32>) -> StripeCosets {
        let mut cosets = vec![0; stripe.len() * BLOCK];
        cosets.extend([SENTINEL; COSET_ROW]);
        let counts = vec![SENTINEL; cosets.len() / COSET_ROW];
        let on_device = [&cosets, &counts].map(|content| bench.buffer(content));
        StripeCosets { stripe, cosets, counts, on_device }
    }

    /// Lets the kernel and its twin offer the first of the pairs, and compares what they leave.
    fn offer(
        &mut self,
        (bench, kernel): (&Bench, &Kernel<Cosets>),
        source: &SourceWindow,
        length: usize,
        (pairs, count): (&[u32], usize),
        grid: (u32, u32),
    ) {
        let params = CosetsParams {
            columns: grid.0,
            pairs: count as u32,
            first_coset: self.stripe.start,
            first_source_slot: source.first_slot,
            length: length as u32,
            first_path: path::numbers(length).start,
            end_path: path::numbers(length).end,
            power: power(length),
        };
        let pairs_buffer = bench.buffer(pairs);
        let buffers = CosetsBuffers {
            tables: &source.tables,
            source_starts: &source.starts,
            source_slots: &source.slots,
            pairs: &pairs_buffer,
            cosets: &self.on_device[0],
            counts: &self.on_device[1],
        };
        bench.run(kernel, &params, buffers, grid);
        let (starts, slots, pairs) = (&source.positions.starts, source.bound(), &pairs[..count]);
        kernels::sorted_phase2::cosets(&params, starts, slots, pairs, &mut self.cosets, &mut self.counts);
        assert_same("coset", &bench.read(&self.on_device[0], &self.cosets), &self.cosets);
        assert_same("count", &bench.read(&self.on_device[1], &self.counts), &self.counts);
    }

    /// What the host lists for this stripe.
    fn pairs(&self, source: &SourceWindow, length: usize) -> Vec<u32> {
        let [first, end] = [self.stripe.start, self.stripe.end].map(|coset| coset * MEMBERS as u32);
        source.pairs(&(first..end), length, HALF_TURNS)
    }

    /// The cosets with a path in each row of the stripe.
    fn row_counts(&self) -> Vec<u32> {
        let rows = self.stripe.len() * BLOCK / COSET_ROW;
        self.counts[..rows].iter().map(|count| count - SENTINEL).collect()
    }
}

/// First, middle and last cosets; the sources in two windows, some of them in none.
#[test]
fn cosets_leaves_what_its_twin_leaves() {
    let Some((bench, kernel)) = Bench::with::<Cosets>() else { return };
    let mut random = Random::new(6);
    let (last, last_coset) = (UdEdges::SIZE as u32, COSETS as u32);
    let all = [0..13_000, 13_000..last];
    let some = [7_000..20_000, 20_000..30_000];
    for length in 0..path::MAX_LENGTH {
        let positions = SlottedPositions::random(&mut random, length);
        let (stripe, windows) =
            [(0..1, &all), (1249..1251, &some), (last_coset - 1..last_coset, &all)][length % 3].clone();
        let mut cosets = StripeCosets::new(&bench, stripe);
        for window in windows {
            let source = SourceWindow::new(&bench, &positions, window.clone());
            for (pairs, count) in halves(&cosets.pairs(&source, length)) {
                let grid = grids(count as u32)[length % 3];
                cosets.offer((&bench, &kernel), &source, length, (pairs, count), grid);
            }
        }
        assert!(cosets.row_counts().iter().sum::<u32>() > 100);
    }
}

#[test]
fn cosets_in_many_workgroups_leaves_what_its_twin_leaves() {
    const LENGTH: usize = 4;
    let Some((bench, kernel)) = Bench::with::<Cosets>() else { return };
    let positions = SlottedPositions::random(&mut Random::new(11), LENGTH);
    let mut cosets = StripeCosets::new(&bench, 7..9);
    let source = SourceWindow::new(&bench, &positions, 0..UdEdges::SIZE as u32);
    let pairs = many(&cosets.pairs(&source, LENGTH));
    cosets.offer((&bench, &kernel), &source, LENGTH, (&pairs, pairs.len()), grid(pairs.len() as u64));
    assert!(cosets.row_counts().iter().sum::<u32>() > 100);
}

/// Lets `sorted_phase2/collect` and its twin collect rows to `offsets`, compares what they leave, and
/// gives the entries.
fn collect(
    (bench, kernel): (&Bench, &Kernel<Collect>),
    cosets: &[u32],
    offsets: &[u32],
    first_code: u32,
    grid: (u32, u32),
) -> Vec<[u32; 2]> {
    let rows = offsets.len() - 1;
    let mut cosets = cosets.to_vec();
    let mut entries = vec![[SENTINEL; 2]; offsets[rows] as usize + GUARD];
    let [cosets_buffer, offsets_buffer] = [&cosets, offsets].map(|content| bench.buffer(content));
    let entries_buffer = bench.buffer(&entries);
    let buffers =
        CollectBuffers { cosets: &cosets_buffer, offsets: &offsets_buffer, entries: &entries_buffer };
    let params = CollectParams { columns: grid.0, rows: rows as u32, first_code };
    bench.run(kernel, &params, buffers, grid);
    kernels::sorted_phase2::collect(&params, &mut cosets, offsets, &mut entries);
    assert_same("coset", &bench.read(&cosets_buffer, &cosets), &cosets);
    assert_same("entry", &bench.read(&entries_buffer, &entries), &entries);
    entries
}

/// Empty rows, full rows, and rows with their first and last coset alone.
fn random_cosets(random: &mut Random, rows: usize) -> Vec<u32> {
    let mut word = |i: usize| {
        let (row, in_row) = (i / COSET_ROW, i % COSET_ROW);
        let has_path = match row % 5 {
            0 => false,
            1 => random.below(40) == 0,
            2 => random.below(2) == 0,
            3 => true,
            _ => in_row == 0 || in_row == COSET_ROW - 1,
        };
        if has_path { !(random.below(path::LIMIT.into()) as u32) } else { 0 }
    };
    (0..rows * COSET_ROW).map(&mut word).collect()
}

/// Rows with a path behind the last; the last workgroup is no full one.
#[test]
fn collect_leaves_what_its_twin_leaves() {
    let Some((bench, kernel)) = Bench::with::<Collect>() else { return };
    let rows = 2 * BLOCK / COSET_ROW - 3;
    let cosets = random_cosets(&mut Random::new(7), rows + 10);
    let with_path = |row: &[u32]| row.iter().filter(|&&word| word != 0).count() as u32;
    let counts: Vec<u32> = cosets.chunks(COSET_ROW).take(rows).map(with_path).collect();
    // The first entry need not be the first that is bound.
    let offsets: Vec<u32> = prefix_sums(&counts).iter().map(|offset| offset + 7).collect();
    for (i, grid) in grids(rows.div_ceil(WORKGROUP as usize) as u32).into_iter().enumerate() {
        let first_code = ((COSETS - 2) * BLOCK * i / 3) as u32;
        let entries = collect((&bench, &kernel), &cosets, &offsets, first_code, grid);
        assert_eq!(entries.iter().filter(|&&entry| entry == [SENTINEL; 2]).count(), 7 + GUARD);
    }
}

/// Positions level by level, the last one by the kernel too; then the cosets of a stripe and
/// their entries, which are the beginning of the table.
#[test]
fn p1_kernels_and_twins_build_a_table() {
    const DEPTH: usize = 6;
    let Some((bench, kernel)) = Bench::with::<Expand>() else { return };
    let all = 0..UdEdges::SIZE as u32;
    let mut positions = SlottedPositions::solved();
    for length in 0..DEPTH - 1 {
        let mut filled = Filled::new(&bench, positions.free_to_expand(), all.clone());
        let source = SourceWindow::new(&bench, &positions, all.clone());
        let pairs = source.pairs(&all, length, MOVES);
        if length == DEPTH - 2 {
            filled.expand(
                (&bench, &kernel),
                &source,
                length,
                (&pairs, pairs.len()),
                grid(pairs.len() as u64),
            );
        } else {
            filled.expand_twin(&source, length, &pairs);
        }
        let reached: u64 = Complete::Phase2.per_depth()[..=length + 1].iter().sum();
        assert_eq!(u64::from(filled.positions()), reached);
        filled.slots.truncate(filled.starts[UdEdges::SIZE] as usize);
        positions = SlottedPositions { starts: filled.starts, slots: filled.slots };
    }
    let kernel = Kernel::new(&bench.device);
    let mut cosets = StripeCosets::new(&bench, 0..2);
    let source = SourceWindow::new(&bench, &positions, all);
    let pairs = cosets.pairs(&source, DEPTH - 1);
    cosets.offer((&bench, &kernel), &source, DEPTH - 1, (&pairs, pairs.len()), (pairs.len() as u32, 1));
    let kernel = Kernel::new(&bench.device);
    let counts = cosets.row_counts();
    let grid = grid(counts.len().div_ceil(WORKGROUP as usize) as u64);
    let mut entries = collect((&bench, &kernel), &cosets.cosets, &prefix_sums(&counts), 0, grid);
    entries.truncate(entries.len() - GUARD);
    let table = sorted_table(Phase::Two, DEPTH as u8);
    let view = table.view();
    let codes = view.codes().take_while(|&(code, _)| code < 2 * BLOCK as u32);
    let beginning: Vec<[u32; 2]> = codes.map(|(code, at)| [code, view.path(at).unwrap()]).collect();
    assert_same("entry", &entries, &beginning);
}
