//! The kernels that measure a device.

use super::{Bench, GUARD, SENTINEL, assert_same, grids};
use crate::cube::random::Random;
use crate::engine::cpu::kernels::probes;
use crate::engine::layout::optimal::FILTER_SLICES;
use crate::engine::layout::probes::{
    BLOCK_WORDS, Blocks, BlocksBuffers, BlocksParams, Chase, ChaseBuffers, ChaseParams, Copy, CopyBuffers,
    CopyParams, Count, CountBuffers, CountParams, Fill, FillBuffers, FillParams, Gather, GatherBuffers,
    GatherParams, Link, LinkBuffers, LinkParams, Sliced, Step, StepBuffers, StepParams,
};
use crate::engine::layout::words::WORKGROUP;

/// Not a whole number of workgroups, nor of quads.
const ITEMS: u32 = 5 * WORKGROUP + 3;

fn workgroups(items: u32) -> u32 {
    items.div_ceil(WORKGROUP)
}

fn random_words(count: u32) -> Vec<u32> {
    let mut random = Random::new(1);
    (0..count).map(|_| random.below(u32::MAX.into()) as u32).collect()
}

/// Sentinels, and more of them than may be written to.
fn untouched(count: u32) -> Vec<u32> {
    vec![SENTINEL; count as usize + GUARD]
}

#[test]
fn fill_leaves_what_its_twin_leaves() {
    let Some((bench, kernel)) = Bench::with::<Fill>() else { return };
    for grid in grids(workgroups(ITEMS)) {
        let params = FillParams { columns: grid.0, words: ITEMS };
        let mut expected = untouched(ITEMS);
        let words = bench.buffer(&expected);
        bench.run(&kernel, &params, FillBuffers { words: &words }, grid);
        probes::fill(&params, &mut expected);
        assert_same("word", &bench.read(&words, &expected), &expected);
    }
}

#[test]
fn copy_leaves_what_its_twin_leaves() {
    let Some((bench, kernel)) = Bench::with::<Copy>() else { return };
    for grid in grids(workgroups(ITEMS)) {
        let params = CopyParams { columns: grid.0, quads: ITEMS };
        let (content, mut expected) = (random_words(4 * ITEMS), untouched(4 * ITEMS));
        // Whole quads can be seen.
        expected.resize(expected.len().next_multiple_of(4), SENTINEL);
        let [from, to] = [&content, &expected].map(|words| bench.buffer(words));
        bench.run(&kernel, &params, CopyBuffers { from_quads: &from, to_quads: &to }, grid);
        probes::copy(&params, &content, &mut expected);
        assert_same("word", &bench.read(&to, &expected), &expected);
    }
}

#[test]
fn gather_leaves_what_its_twin_leaves() {
    let Some((bench, kernel)) = Bench::with::<Gather>() else { return };
    for (grid, lookups) in grids(workgroups(ITEMS)).into_iter().zip([1, 7, 16, 0]) {
        let params = GatherParams { columns: grid.0, words: 1009, sums: ITEMS, lookups };
        let (words, mut expected) = (random_words(params.words), untouched(ITEMS));
        let [looked_up, sums] = [&words, &expected].map(|words| bench.buffer(words));
        bench.run(&kernel, &params, GatherBuffers { words: &looked_up, sums: &sums }, grid);
        probes::gather(&params, &words, &mut expected);
        assert_same("sum", &bench.read(&sums, &expected), &expected);
    }
}

#[test]
fn count_leaves_what_its_twin_leaves() {
    let Some((bench, kernel)) = Bench::with::<Count>() else { return };
    for (grid, counters) in grids(workgroups(ITEMS)).into_iter().zip([1, 2, 1000, 65_536]) {
        let params = CountParams { columns: grid.0, invocations: ITEMS, counters };
        let mut expected = vec![5; counters as usize + GUARD];
        let buffer = bench.buffer(&expected);
        bench.run(&kernel, &params, CountBuffers { counters: &buffer }, grid);
        probes::count(&params, &mut expected);
        assert_same("counter", &bench.read(&buffer, &expected), &expected);
    }
}

/// One slice, four whole ones, and four without their last blocks.
const SLICED: [Sliced; 3] = [
    Sliced { blocks: 2048, shift: 14, a_slice: 2048 },
    Sliced { blocks: 4096, shift: 10, a_slice: 1024 },
    Sliced { blocks: 4096, shift: 10, a_slice: 1023 },
];

/// All links lead through all blocks.
#[test]
fn linked_blocks_are_one_circle() {
    for sliced in SLICED {
        let all = (0..sliced.blocks).filter(|&block| sliced.holds(block)).count();
        let mut block = sliced.by_chance(0);
        let first = block;
        for passed in 1..=all {
            block = sliced.word(block, 0);
            assert!(sliced.holds(block));
            assert_eq!(block == first, passed == all, "{sliced:?}");
        }
    }
}

/// The first blocks of the slices.
fn firsts(sliced: Sliced) -> impl Iterator<Item = u32> {
    (0..sliced.blocks).step_by(1 << sliced.shift)
}

#[test]
fn link_leaves_what_its_twin_leaves() {
    let Some((bench, kernel)) = Bench::with::<Link>() else { return };
    for sliced in SLICED {
        for (grid, first) in grids(workgroups(sliced.a_slice)).into_iter().zip(firsts(sliced)) {
            let Sliced { blocks, shift, a_slice } = sliced;
            let params = LinkParams { columns: grid.0, blocks, shift, a_slice, first };
            let mut expected = untouched(a_slice * BLOCK_WORDS);
            // Whole quads can be seen.
            expected.resize(expected.len().next_multiple_of(4), SENTINEL);
            let items = bench.buffer(&expected);
            bench.run(&kernel, &params, LinkBuffers { items: &items }, grid);
            probes::link(&params, &mut expected);
            assert_same("word", &bench.read(&items, &expected), &expected);
        }
    }
}

/// The linked slices.
fn slices(sliced: Sliced) -> Vec<Vec<u32>> {
    let Sliced { blocks, shift, a_slice } = sliced;
    let slice = |first| {
        let mut slice = vec![0; (a_slice * BLOCK_WORDS) as usize];
        probes::link(&LinkParams { columns: 1, blocks, shift, a_slice, first }, &mut slice);
        slice
    };
    firsts(sliced).map(slice).collect()
}

/// As many buffers as kernels see; the first one stands for the others where they are not needed.
fn bound<T>(buffers: &[T]) -> [&T; FILTER_SLICES] {
    std::array::from_fn(|slice| buffers.get(slice).unwrap_or(&buffers[0]))
}

#[test]
fn chase_leaves_what_its_twin_leaves() {
    let Some((bench, kernel)) = Bench::with::<Chase>() else { return };
    for sliced in SLICED {
        let words = slices(sliced);
        let buffers: Vec<_> = words.iter().map(|slice| bench.buffer(slice)).collect();
        for (grid, steps) in grids(workgroups(ITEMS)).into_iter().zip([0, 1, 7, 300]) {
            let Sliced { blocks, shift, a_slice } = sliced;
            let params =
                ChaseParams { columns: grid.0, blocks, shift, a_slice, chains: ITEMS, first: 5, steps };
            let mut expected = untouched(ITEMS);
            let ends = bench.buffer(&expected);
            bench.run(&kernel, &params, ChaseBuffers { blocks: bound(&buffers), ends: &ends }, grid);
            let words: Vec<&[u32]> = words.iter().map(Vec::as_slice).collect();
            probes::chase(&params, &words, &mut expected);
            assert_same("end", &bench.read(&ends, &expected), &expected);
        }
    }
}

#[test]
fn blocks_leaves_what_its_twin_leaves() {
    let Some((bench, kernel)) = Bench::with::<Blocks>() else { return };
    for sliced in SLICED {
        let words = slices(sliced);
        let buffers: Vec<_> = words.iter().map(|slice| bench.buffer(slice)).collect();
        for (grid, lookups) in grids(workgroups(ITEMS)).into_iter().zip([1, 7, 16, 0]) {
            let Sliced { blocks, shift, a_slice } = sliced;
            let params = BlocksParams { columns: grid.0, blocks, shift, a_slice, sums: ITEMS, lookups };
            let mut expected = untouched(ITEMS);
            let sums = bench.buffer(&expected);
            bench.run(&kernel, &params, BlocksBuffers { blocks: bound(&buffers), sums: &sums }, grid);
            let words: Vec<&[u32]> = words.iter().map(Vec::as_slice).collect();
            probes::blocks(&params, &words, &mut expected);
            assert_same("sum", &bench.read(&sums, &expected), &expected);
        }
    }
}

#[test]
fn step_leaves_what_its_twin_leaves() {
    let Some((bench, kernel)) = Bench::with::<Step>() else { return };
    for (grid, counters) in grids(workgroups(ITEMS)).into_iter().zip([ITEMS, 1, 0, ITEMS]) {
        let params = StepParams { columns: grid.0, counters };
        let mut expected: [Vec<u32>; 4] = std::array::from_fn(|i| untouched(ITEMS + i as u32));
        let buffers = expected.each_ref().map(|words| bench.buffer(words));
        let [first, second, third, fourth] = &buffers;
        bench.run(&kernel, &params, StepBuffers { first, second, third, fourth }, grid);
        probes::step(&params, &mut expected);
        for (buffer, expected) in buffers.iter().zip(&expected) {
            assert_same("counter", &bench.read(buffer, expected), expected);
        }
    }
}
