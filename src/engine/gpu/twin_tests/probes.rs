//! The kernels that measure a device.

use super::{Bench, GUARD, SENTINEL, assert_same, grids};
use crate::cube::random::Random;
use crate::engine::cpu::kernels::probes;
use crate::engine::layout::probes::{
    Copy, CopyBuffers, CopyParams, Count, CountBuffers, CountParams, Fill, FillBuffers, FillParams, Gather,
    GatherBuffers, GatherParams,
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
