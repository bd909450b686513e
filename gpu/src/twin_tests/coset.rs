//! The kernels of maps of cosets, on some groups of a map.

use std::sync::LazyLock;

use super::{Bench, GUARD, SENTINEL, assert_same, grids};
use crate::coset::{begins, parameters};
use crate::kernels;
use cubebatch_cube::cube::random::Random;
use cubebatch_search::coset::layout::Layout;
use cubebatch_search::coset::layout::sources::on_device;
use cubebatch_search::coset::sizes::{GROUPS, PARTS};
use cubebatch_shaders::coset::{
    GROUP_WORDS, GROUP_WORKGROUPS, Gap, Gaps, GapsBuffers, GapsParams, LINE_WORDS, Mark, MarkBuffers,
    MarkParams, Prepass, PrepassBuffers,
};
use cubebatch_shaders::words::WORKGROUP;

static LAYOUT: LazyLock<Layout> = LazyLock::new(Layout::new);

/// Words of which about one bit in 2^rare is set.
fn random_words(random: &mut Random, words: usize, rare: usize) -> Vec<u32> {
    let word = |random: &mut Random| (0..rare).fold(u32::MAX, |word, _| word & random.below(1 << 32) as u32);
    (0..words).map(|_| word(random)).collect()
}

/// A group with all groups of which it is made, up to 17, in five parts.
#[test]
fn prepass_leaves_what_its_twin_leaves() {
    let Some((bench, kernel)) = Bench::with::<Prepass>() else { return };
    let (layout, mut random) = (&*LAYOUT, Random::new(387));
    let workgroups = GROUP_WORKGROUPS as u32;
    for (made, grid) in [0, 1234, GROUPS - 1].into_iter().zip(grids(workgroups)) {
        let groups = &layout.order.neighbours[made];
        let part = groups.len().div_ceil(PARTS);
        let mut old: Vec<Vec<u32>> =
            groups.iter().map(|_| random_words(&mut random, GROUP_WORDS, 8)).collect();
        // What is full needs no other page; a quad of which some words are full does.
        old[0][..30 * LINE_WORDS].fill(u32::MAX);
        old[0][30 * LINE_WORDS..][..30 * LINE_WORDS].iter_mut().step_by(3).for_each(|word| *word = u32::MAX);
        let tables = on_device(&layout.sources, &*layout.words, groups);
        let parts: [Vec<u32>; PARTS] = std::array::from_fn(|i| {
            let mut words = old.iter().skip(i * part).take(part).flatten().copied().collect::<Vec<_>>();
            words.resize(part * GROUP_WORDS, 0);
            words
        });
        let (mut new, mut counts) = (vec![SENTINEL; GROUP_WORDS + 4 * GUARD], vec![SENTINEL; 1 + GUARD]);
        let [tables_there, new_there, counts_there] =
            [&tables.words, &new, &counts].map(|words| bench.buffer(words));
        let parts = parts.each_ref().map(|words| bench.buffer(words));
        let buffers = PrepassBuffers {
            old: parts.each_ref(),
            tables: &tables_there,
            made: &new_there,
            counts: &counts_there,
        };
        let params = parameters(begins(&tables), part, 0..1, grid.0);
        bench.run(&kernel, &params, buffers, grid);
        let positions = kernels::coset::prepass(&layout.places, groups, &old, &mut new);
        counts[0] = counts[0].wrapping_add(positions);
        assert_same("word", &bench.read(&new_there, &new), &new);
        assert_same("count", &bench.read(&counts_there, &counts), &counts);
    }
}

#[test]
fn mark_leaves_what_its_twin_leaves() {
    let Some((bench, kernel)) = Bench::with::<Mark>() else { return };
    let mut random = Random::new(388);
    let words = 3000;
    for (count, grid) in [1, 255, 5000, 20_000].into_iter().zip(grids(20_000_u32.div_ceil(WORKGROUP))) {
        // Some bits are there already, and some come twice. Bits behind the last one do not count.
        let mut map = random_words(&mut random, words, 3);
        let mut bits: Vec<u32> = (0..count).map(|_| random.below(32 * words as u64) as u32).collect();
        bits[0] = 32 * words as u32 - 1;
        bits.extend([7; GUARD]);
        map.extend([SENTINEL; GUARD]);
        let mut marked = [SENTINEL];
        let [bits_there, map_there, marked_there] = [&*bits, &*map, &marked].map(|words| bench.buffer(words));
        let buffers = MarkBuffers { bits: &bits_there, map: &map_there, marked: &marked_there };
        let params = MarkParams { columns: grid.0, count };
        bench.run(&kernel, &params, buffers, grid);
        kernels::coset::mark(&params, &bits, &mut map, &mut marked[0]);
        assert_same("word", &bench.read(&map_there, &map), &map);
        assert_same("count", &bench.read(&marked_there, &marked), &marked);
    }
}

#[test]
fn gaps_leaves_what_its_twin_leaves() {
    let Some((bench, kernel)) = Bench::with::<Gaps>() else { return };
    let mut random = Random::new(389);
    let words = 2000;
    for (most, grid) in [2000, 2000, 700, 0].into_iter().zip(grids((words as u32).div_ceil(WORKGROUP))) {
        let mut map: Vec<u32> = random_words(&mut random, words, 5).into_iter().map(|word| !word).collect();
        map.extend([0; GUARD]);
        let (list, mut count) = (vec![Gap { word: SENTINEL, bits: SENTINEL }; most + GUARD], [0]);
        let [map_there, count_there] = [&*map, &count].map(|words| bench.buffer(words));
        let list_there = bench.buffer(&list);
        let buffers = GapsBuffers { map: &map_there, gaps: &list_there, count: &count_there };
        let params = GapsParams { columns: grid.0, words: words as u32, most: most as u32 };
        bench.run(&kernel, &params, buffers, grid);
        let expected = kernels::coset::gaps(&params, &map);
        count[0] = expected.len() as u32;
        assert!((700..2000).contains(&expected.len()), "{}", expected.len());
        assert_same("count", &bench.read(&count_there, &count), &count);
        let found = bench.read(&list_there, &list);
        let (listed, rest) = found.split_at(most.min(expected.len()));
        assert_same("gap behind", rest, &list[listed.len()..]);
        let mut listed = listed.to_vec();
        listed.sort_unstable();
        if listed.len() == expected.len() {
            assert_same("gap", &listed, &expected);
        }
        assert!(
            listed.iter().all(|gap| expected.contains(gap)) && listed.windows(2).all(|two| two[0] != two[1])
        );
    }
}
