//! The kernels of complete searches, on random states. What these lead to has no meaning.

use super::{Bench, GUARD, SENTINEL, assert_same, grids};
use crate::complete::{phase1::sizes, phase2::cell_tables};
use crate::descent;
use crate::kernels;
use cubebatch_cube::cube::random::Random;
use cubebatch_search::engine::phase2::ball::Ball;
use cubebatch_shaders::complete::{
    ENTRY_GROUP, ENTRY_GROUP_WORDS, Enter, EnterBuffers, EnterParams, PAIR_WORDS, PHASE1_WORDS,
    Phase1Entries, Phase1EntriesBuffers, Phase1EntriesParams, Phase1Level, Phase1LevelBuffers,
    Phase1LevelParams, Phase2Entries, Phase2EntriesBuffers, Phase2EntriesParams, Phase2Level,
    Phase2LevelBuffers, Phase2LevelParams, SIZES, STATE_SLICES,
};
use cubebatch_shaders::words::WORKGROUP;
use cubebatch_tables::coord::sym_phase1::SIZE;

/// Random states; a fourth or more of them 0.
fn random_words(count: usize) -> Vec<u32> {
    let mut random = Random::new(80);
    (0..count)
        .map(|i| (random.below(1 << 32) & [u32::MAX.into(), random.below(1 << 32)][i % 2]) as u32)
        .collect()
}

#[test]
fn enter_puts_bits_where_its_twin_puts_them() {
    let Some((bench, kernel)) = Bench::with::<Enter>() else { return };
    let states = random_words(10_000);
    // Each third word, and others that stand behind the pairs.
    let bits = random_words(states.len() / 3);
    let pairs: Vec<[u32; 2]> = (0..).step_by(3).zip(bits).map(|(word, bits)| [word, bits]).collect();
    let params = EnterParams { columns: 0, pairs: (pairs.len() - GUARD) as u32 };
    let mut expected = states.clone();
    kernels::complete::enter(&params, &pairs, &mut expected);
    assert!(expected != states);
    for grid in grids(params.pairs.div_ceil(WORKGROUP)) {
        let [pairs, entered] = [bench.buffer(pairs.as_flattened()), bench.buffer(&states)];
        let params = EnterParams { columns: grid.0, ..params };
        bench.run(&kernel, &params, EnterBuffers { pairs: &pairs, states: &entered }, grid);
        assert_same("word", &bench.read(&entered, &states), &expected);
    }
}

#[test]
fn phase1_level_enters_what_its_twin_enters() {
    let Some((bench, kernel)) = Bench::with::<Phase1Level>() else { return };
    let states = random_words(PHASE1_WORDS);
    let [tables, sizes] = [bench.buffer(&descent::tables(Ball::get())), bench.buffer(&sizes())];
    let last = PHASE1_WORDS as u32;
    for (words, distance) in [(0..700, 1), (last - 300..last, 9)] {
        let params = Phase1LevelParams { columns: 0, first_word: words.start, end_word: words.end, distance };
        let mut expected = states.clone();
        let counts = kernels::complete::phase1_level(&params, &mut expected);
        assert!(counts.iter().sum::<u32>() > 0, "some were found");
        for grid in grids((words.end - words.start).div_ceil(WORKGROUP)) {
            let [found, counted] = [bench.buffer(&states), bench.buffer(&[SENTINEL; SIZES])];
            let buffers =
                Phase1LevelBuffers { tables: &tables, sizes: &sizes, states: &found, counts: &counted };
            bench.run(&kernel, &Phase1LevelParams { columns: grid.0, ..params }, buffers, grid);
            assert_same("word", &bench.read(&found, &states), &expected);
            assert_eq!(bench.read(&counted, &counts), counts.map(|count| count.wrapping_add(SENTINEL)));
        }
    }
}

#[test]
fn phase1_entries_writes_what_its_twin_writes() {
    let Some((bench, kernel)) = Bench::with::<Phase1Entries>() else { return };
    // None is unreached when the entries are written.
    let mut states: Vec<u32> =
        random_words(PHASE1_WORDS).iter().map(|word| word | (!word >> 1 & 0x5555_5555)).collect();
    // Beyond the last position there are no entries, whatever stands there.
    states[PHASE1_WORDS - 1] |= 0xaaaa_aaaa;
    let [tables, states_buffer] = [bench.buffer(&descent::tables(Ball::get())), bench.buffer(&states)];
    let last = SIZE.div_ceil(ENTRY_GROUP) as u32;
    for groups in [0..700, last - 300..last] {
        let params = Phase1EntriesParams { columns: 0, first_group: groups.start, end_group: groups.end };
        let mut expected = vec![SENTINEL; ENTRY_GROUP_WORDS * (groups.len() + GUARD)];
        let empty = expected.clone();
        kernels::complete::phase1_entries(&params, &states, &mut expected);
        for grid in grids((groups.len() as u32).div_ceil(WORKGROUP)) {
            let entries = bench.buffer(&empty);
            let buffers = Phase1EntriesBuffers { tables: &tables, states: &states_buffer, entries: &entries };
            bench.run(&kernel, &Phase1EntriesParams { columns: grid.0, ..params }, buffers, grid);
            assert_same("word", &bench.read(&entries, &empty), &expected);
        }
    }
}

#[test]
fn phase2_level_enters_what_its_twin_enters() {
    const SHIFT: u32 = 14;
    let Some((bench, kernel)) = Bench::with::<Phase2Level>() else { return };
    let states: Vec<u32> = random_words(STATE_SLICES << SHIFT).iter().map(|word| word & 0xff_ffff).collect();
    let [tables, cells] = [bench.buffer(&descent::tables(Ball::get())), bench.buffer(&cell_tables())];
    // In the first and the second class, across buffers, and of other classes.
    for (cells_looked_at, distance) in
        [(0..1000, 1), (16_000..17_000, 2), (40_000..41_000, 9), (100_000_000..100_001_000, 12)]
    {
        let (first_cell, end_cell) = (cells_looked_at.start, cells_looked_at.end);
        let params = Phase2LevelParams { columns: 0, first_cell, end_cell, distance, shift: SHIFT };
        let mut expected = states.clone();
        let counts = kernels::complete::phase2_level(&params, &mut expected);
        assert!(counts.iter().sum::<u32>() > 0, "some were found");
        for grid in grids((end_cell - first_cell).div_ceil(WORKGROUP)) {
            let slices: [wgpu::Buffer; STATE_SLICES] =
                std::array::from_fn(|slice| bench.buffer(&states[slice << SHIFT..][..1 << SHIFT]));
            let counted = bench.buffer(&[SENTINEL; SIZES]);
            let buffers = Phase2LevelBuffers {
                tables: &tables,
                cells: &cells,
                counts: &counted,
                states: slices.each_ref(),
            };
            bench.run(&kernel, &Phase2LevelParams { columns: grid.0, ..params }, buffers, grid);
            let found: Vec<u32> =
                slices.iter().flat_map(|slice| bench.read(slice, &states[..1 << SHIFT])).collect();
            assert_same("cell", &found, &expected);
            assert_eq!(bench.read(&counted, &counts), counts.map(|count| count.wrapping_add(SENTINEL)));
        }
    }
}

#[test]
fn phase2_entries_writes_what_its_twin_writes() {
    let Some((bench, kernel)) = Bench::with::<Phase2Entries>() else { return };
    let pairs = 1000;
    let states = random_words(2 * (pairs + GUARD));
    let entries = random_words(PAIR_WORDS * (pairs + GUARD))
        .iter()
        .map(|word| word & word >> 3 & 0x1111_1111)
        .collect::<Vec<_>>();
    let states_buffer = bench.buffer(&states);
    for (state, entry) in [(1, 1), (2, 9), (3, 15)] {
        let params = Phase2EntriesParams { columns: 0, pairs: pairs as u32, state, entry };
        let mut expected = entries.clone();
        kernels::complete::phase2_entries(&params, &states, &mut expected);
        assert!(expected != entries);
        for grid in grids((pairs as u32).div_ceil(WORKGROUP)) {
            let written = bench.buffer(&entries);
            let buffers = Phase2EntriesBuffers { states: &states_buffer, entries: &written };
            bench.run(&kernel, &Phase2EntriesParams { columns: grid.0, ..params }, buffers, grid);
            assert_same("word", &bench.read(&written, &entries), &expected);
        }
    }
}
