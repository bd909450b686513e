//! The kernels that measure a device.

use super::{Bench, GUARD, SENTINEL, assert_same, grids};
use crate::cube::random::Random;
use crate::engine::cpu::kernels::probes;
use crate::engine::gpu::shaders;
use crate::engine::layout::probes::{CopyParams, CountParams, FillParams, GatherParams};
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
    let Some(bench) = Bench::new(&shaders::PROBES_FILL) else { return };
    for grid in grids(workgroups(ITEMS)) {
        let params = FillParams { columns: grid.0, words: ITEMS };
        let mut expected = untouched(ITEMS);
        let words = bench.buffer(&expected);
        bench.run(&params, &[words.as_entire_binding()], grid);
        probes::fill(&params, &mut expected);
        assert_same("word", &bench.read(&words, &expected), &expected);
    }
}

#[test]
fn copy_leaves_what_its_twin_leaves() {
    let Some(bench) = Bench::new(&shaders::PROBES_COPY) else { return };
    for grid in grids(workgroups(ITEMS)) {
        let params = CopyParams { columns: grid.0, quads: ITEMS };
        let (content, mut expected) = (random_words(4 * ITEMS), untouched(4 * ITEMS));
        // Whole quads can be seen.
        expected.resize(expected.len().next_multiple_of(4), SENTINEL);
        let buffers = [&content, &expected].map(|words| bench.buffer(words));
        bench.run(&params, &buffers.each_ref().map(|buffer| buffer.as_entire_binding()), grid);
        probes::copy(&params, &content, &mut expected);
        assert_same("word", &bench.read(&buffers[1], &expected), &expected);
    }
}

#[test]
fn gather_leaves_what_its_twin_leaves() {
    let Some(bench) = Bench::new(&shaders::PROBES_GATHER) else { return };
    for (grid, lookups) in grids(workgroups(ITEMS)).into_iter().zip([1, 7, 16, 0]) {
        let params = GatherParams { columns: grid.0, words: 1009, sums: ITEMS, lookups };
        let (words, mut expected) = (random_words(params.words), untouched(ITEMS));
        let buffers = [&words, &expected].map(|words| bench.buffer(words));
        bench.run(&params, &buffers.each_ref().map(|buffer| buffer.as_entire_binding()), grid);
        probes::gather(&params, &words, &mut expected);
        assert_same("sum", &bench.read(&buffers[1], &expected), &expected);
    }
}

#[test]
fn count_leaves_what_its_twin_leaves() {
    let Some(bench) = Bench::new(&shaders::PROBES_COUNT) else { return };
    for (grid, counters) in grids(workgroups(ITEMS)).into_iter().zip([1, 2, 1000, 65_536]) {
        let params = CountParams { columns: grid.0, invocations: ITEMS, counters };
        let mut expected = vec![5; counters as usize + GUARD];
        let buffer = bench.buffer(&expected);
        bench.run(&params, &[buffer.as_entire_binding()], grid);
        probes::count(&params, &mut expected);
        assert_same("counter", &bench.read(&buffer, &expected), &expected);
    }
}
