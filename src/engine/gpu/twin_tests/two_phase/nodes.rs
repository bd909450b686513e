//! Those that read complete tables.

use super::super::descent::{SHIFT, grids_for, random_words, walks, words_with_ways};
use super::*;
use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::phase2::PHASE2_MOVES;
use crate::cube::inverse;
use crate::engine::cpu::kernels::{self, Words};
use crate::engine::gpu::descent::{Entries, start, tables};
use crate::engine::gpu::shaders;
use crate::engine::layout::descent::SLICES;
use crate::engine::layout::two_phase::{BeginParams, ExpandParams, RateParams};
use crate::engine::phase2::ball::Ball;

fn cut(bench: &Bench, words: &[u32]) -> Entries {
    Entries::cut(&bench.device, bytemuck::cast_slice(words), SHIFT)
}

/// Own buffers from 1 on, and entries after these.
fn storage<'a>(own: [&'a wgpu::Buffer; 3], entries: &'a Entries) -> Vec<wgpu::BindingResource<'a>> {
    let own = own.into_iter().map(wgpu::Buffer::as_entire_binding);
    own.chain(entries.bindings().map(|(_, entries)| entries)).collect()
}

#[test]
fn begin_measures_like_its_twin() {
    let mut cubes: Vec<Cube> =
        walks(&PHASE1_MOVES, 6, 150).iter().map(|walk| Cube::SOLVED.apply(walk)).collect();
    cubes.push(Cube::SOLVED);
    let (positions, starts): (_, Vec<Start>) =
        (cubes.len(), cubes.iter().flat_map(|cube| starts(cube, true)).collect());
    let words = words_with_ways(SLICES);
    let mut searches: Vec<Search> = vec![untouched(); positions + GUARD];
    let before = words_of(&Head::zeroed(), &searches);
    let params = BeginParams { columns: 0, positions: positions as u32, shift: SHIFT };
    let folded = Words { words: &words, buffers: SLICES, shift: SHIFT };
    kernels::two_phase::begin(&params, &starts, &images(&cubes), &folded, &mut searches);
    let distances: Vec<u32> =
        searches[..positions].iter().map(|search| search.starts[STARTS - 1].distance).collect();
    assert!([0, 1, 2, 3, 4, 12].iter().all(|distance| distances.contains(distance)), "{distances:?}");
    let expected = words_of(&Head::zeroed(), &searches);

    let Some(bench) = Bench::new(&shaders::TWO_PHASE_BEGIN) else { return };
    let [tables, starts] = [bench.buffer(&tables(Ball::get())), bench.buffer(&starts)];
    let entries = cut(&bench, &words);
    for grid in grids_for(positions * STARTS) {
        let searches = bench.buffer(&before);
        let params = BeginParams { columns: grid.0, ..params };
        bench.run(&params, &storage([&tables, &starts, &searches], &entries), grid);
        assert_same("word", &bench.read(&searches, &expected), &expected);
    }
}

#[test]
fn expand_adds_the_nodes_of_its_twin() {
    for (level, counts_nodes) in [(1, 1), (2, 0), (6, 1), (7, 1), (11, 0)] {
        compare_expand(level, counts_nodes);
    }
}

fn compare_expand(level: u32, counts_nodes: u32) {
    const ROOM: usize = 40_000;
    let walks = walks(&PHASE1_MOVES, 5, 2000);
    let cubes: Vec<Cube> = walks.iter().map(|walk| Cube::SOLVED.apply(walk)).collect();
    let mut random = Random::new(77);
    let (mut head, mut nodes) = empty_levels(ROOM);
    (head.level, head.taken, head.first) = (level, cubes.len() as u32, level * ROOM as u32 + 9);
    head.counts[level as usize - 1] = 5;
    for (i, (cube, walk)) in cubes.iter().zip(&walks).enumerate() {
        let distance = random.below(7) as u32;
        nodes[head.first as usize + i] = node(cube, i, i % STARTS, walk, distance);
    }
    let mut searches = random_searches(&cubes);
    let words = words_with_ways(SLICES);
    let params = ExpandParams { columns: 0, room: ROOM as u32, shift: SHIFT, counts_nodes };
    let (before, nodes_before) = (words_of(&head, &searches), nodes.clone());
    let head_before = head;
    let folded = Words { words: &words, buffers: SLICES, shift: SHIFT };
    kernels::two_phase::expand(&params, &folded, &mut head, &mut searches, &mut nodes);
    sort_added(&mut nodes, ROOM, &head_before, &head);
    assert!(head.counts[level as usize - 1] > 100, "{head:?}");

    let Some(bench) = Bench::new(&shaders::TWO_PHASE_EXPAND) else { return };
    let (tables, entries) = (bench.buffer(&tables(Ball::get())), cut(&bench, &words));
    for grid in grids_for(cubes.len()) {
        let [on_device, of_searches] = [bench.buffer(&nodes_before), bench.buffer(&before)];
        let params = ExpandParams { columns: grid.0, ..params };
        bench.run(&params, &storage([&tables, &on_device, &of_searches], &entries), grid);
        assert_same("word", &bench.read(&of_searches, &before), &words_of(&head, &searches));
        let mut found = bench.read(&on_device, &nodes);
        sort_added(&mut found, ROOM, &head_before, &head);
        assert_same("node", &found, &nodes);
    }
}

/// 0, 1, 2, … 12 moves in turn, the last one a quarter turn of a side, which leads into G1.
fn paths_into_g1(count: usize) -> Vec<Vec<Move>> {
    let last = ["R", "F", "L", "B"].map(|name| Move::all().find(|mv| mv.to_string() == name).unwrap());
    let mut paths = walks(&PHASE1_MOVES, 12, count);
    for (i, way) in paths.iter_mut().enumerate() {
        way.last_mut().into_iter().for_each(|mv| *mv = last[i % 4]);
    }
    paths
}

#[test]
fn rate_rates_like_its_twin() {
    const POSITIONS: usize = 40;
    let ball = Ball::get();
    let paths = paths_into_g1(POSITIONS * STARTS);
    let goals = walks(&PHASE2_MOVES, 7, paths.len());
    let images: Vec<Cube> =
        paths.iter().zip(&goals).map(|(way, goal)| Cube::SOLVED.apply(goal).apply(&inverse(way))).collect();
    let (mut head, mut nodes) = empty_levels(3 * paths.len());
    head.ends = (3 * paths.len() - GUARD) as u32;
    for (i, node_here) in nodes[..3 * paths.len()].iter_mut().enumerate() {
        // Some come several times.
        let image = 7 * i % paths.len();
        let (position, start) = (image / STARTS, image % STARTS);
        *node_here = node(&images[image], position, start, &paths[image], 3);
    }
    let mut searches = random_searches(&images[..POSITIONS]);
    for (search, images) in searches.iter_mut().zip(images.chunks(STARTS)) {
        // Some have no end yet, and some one that is better than all.
        search.best = match search.next_pass {
            ENDED => 0,
            0..100 => Rating { spared: MOST_MOVES, rank: 18 }.pack(),
            _ => search.best,
        };
        search.starts =
            std::array::from_fn(|number| MeasuredStart { start: start(&images[number]), distance: 0 });
    }
    for (sparse, buffers) in [(1, SLICES), (5, 1)] {
        let words = random_words(78, buffers, sparse);
        let ball_size = ball.entries().len() as u32;
        let params = RateParams { columns: 0, shift: SHIFT, ball_size, max_length: 16 };
        let (mut expected, mut rated) = (searches.clone(), nodes.clone());
        let folded = Words { words: &words, buffers, shift: SHIFT };
        kernels::two_phase::rate(&params, &head, &images, &folded, ball, &mut expected, &mut rated);
        let lists = take_lists(&mut expected, &mut rated);
        assert!(lists.iter().any(Vec::is_empty) && lists.iter().any(|list| list.len() > 30));

        let Some(bench) = Bench::new(&shaders::TWO_PHASE_RATE) else { return };
        let (tables, entries) = (bench.buffer(&tables(ball)), cut(&bench, &words));
        for grid in grids_for(3 * paths.len()) {
            let before = words_of(&head, &searches);
            let [on_device, of_searches] = [bench.buffer(&nodes), bench.buffer(&before)];
            let params = RateParams { columns: grid.0, ..params };
            bench.run(&params, &storage([&tables, &on_device, &of_searches], &entries), grid);
            let mut found_nodes = bench.read(&on_device, &nodes);
            let mut found = bench.read(&of_searches, &before);
            let (_, found_searches) = found.split_at_mut(size_of::<Head>() / 4);
            let found_lists = take_lists(bytemuck::cast_slice_mut(found_searches), &mut found_nodes);
            assert_same("list", &found_lists, &lists);
            assert_same("node", &found_nodes, &rated);
            assert_same("word", &found, &words_of(&head, &expected));
        }
    }
}
