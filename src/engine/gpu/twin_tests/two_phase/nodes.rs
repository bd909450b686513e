//! Kernels that read complete tables.

use super::super::descent::{SHIFT, grids_for, random_words, walks, words_with_ways};
use super::*;
use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::phase2::PHASE2_MOVES;
use crate::cube::inverse;
use crate::engine::cpu::kernels::{self, Words};
use crate::engine::gpu::descent::{Entries, tables};
use crate::engine::layout::descent::{NO_SOLUTION, SLICES, SOLUTION_WORDS};
use crate::engine::layout::two_phase::{
    Begin, BeginBuffers, BeginParams, NO_DISTANCE, PRE_MOVE_STARTS, Rate, RateBuffers, RateParams, Solve,
    SolveBuffers, SolveParams, Walk, WalkBuffers, WalkParams,
};
use crate::engine::layout::words::{Bytes, Position};
use crate::engine::phase2::ball::Ball;
use crate::engine::two_phase::direction::DIRECTIONS;

fn cut(bench: &Bench, words: &[u32]) -> Entries {
    Entries::cut(&bench.device, bytemuck::cast_slice(words), SHIFT)
}

#[test]
fn begin_measures_like_its_twin() {
    let mut cubes: Vec<Cube> =
        walks(&PHASE1_MOVES, 6, 150).iter().map(|walk| Cube::SOLVED.apply(walk)).collect();
    cubes.push(Cube::SOLVED);
    // Positions that look alike in several directions: along all axes, backwards, both.
    let of_a_third_turn = |cube: &Cube| (1..3).fold(*cube, |all, axis| all.then(&image(cube, axis)));
    cubes.extend(cubes[..40].to_vec().iter().map(of_a_third_turn).filter(|cube| image(cube, 1) == *cube));
    cubes.push(Cube::SOLVED.turn(Move::FIRST).turn(Move::FIRST));
    cubes.push(Cube { edge_ori: [1; 12], ..Cube::SOLVED });
    for tries_pre_moves in [0, 1] {
        compare_begin(&cubes, tries_pre_moves);
    }
}

fn compare_begin(cubes: &[Cube], tries_pre_moves: u32) {
    let words = words_with_ways(SLICES);
    let mut searches: Vec<Search> = vec![untouched(); cubes.len() + GUARD];
    let before = words_of(&Head::zeroed(), &searches);
    let params = BeginParams { columns: 0, positions: cubes.len() as u32, tries_pre_moves, shift: SHIFT };
    let folded = Words { words: &words, buffers: SLICES, shift: SHIFT };
    kernels::two_phase::begin(&params, cubes, &folded, &mut searches);
    let starts = searches[..cubes.len()].iter().flat_map(|search| &search.starts);
    let distances: Vec<u32> = starts.map(|start| start.distance).collect();
    assert!([0, 1, 2, 3, 4, 12, NO_DISTANCE].iter().all(|distance| distances.contains(distance)));
    let expected = words_of(&Head::zeroed(), &searches);

    let Some((bench, kernel)) = Bench::with::<Begin>() else { return };
    let positions: Vec<Position> = cubes.iter().map(Position::from).collect();
    let [tables, positions] = [bench.buffer(&tables(Ball::get())), bench.buffer(&positions)];
    let entries = cut(&bench, &words);
    for grid in grids_for(cubes.len() * DIRECTIONS) {
        let searches = bench.buffer(&before);
        let params = BeginParams { columns: grid.0, ..params };
        let buffers = BeginBuffers {
            tables: &tables,
            positions: &positions,
            searches: &searches,
            slice: entries.buffers(),
        };
        bench.run(&kernel, &params, buffers, grid);
        assert_same("word", &bench.read(&searches, &expected), &expected);
    }
}

#[test]
fn walk_adds_the_nodes_and_ends_of_its_twin() {
    for counts_nodes in [0, 1] {
        compare_walk(counts_nodes);
    }
}

fn compare_walk(counts_nodes: u32) {
    const PLACES: usize = 9_000;
    let walks = walks(&PHASE1_MOVES, 5, 1500);
    let cubes: Vec<Cube> = walks.iter().map(|walk| Cube::SOLVED.apply(walk)).collect();
    let mut random = Random::new(77);
    let (mut head, mut nodes) = empty_levels(PLACES);
    for (i, (cube, walk)) in cubes.iter().zip(&walks).enumerate() {
        // No nodes of some levels, and more nodes of others than are taken. The nodes of level 0 have ended.
        let level = [0, 1, 2, 3, 6, 7, 8, 11][random.below(8) as usize];
        let distance = random.below(7) as u32;
        let place = place(&head, level, head.counts[level], PLACES as u32);
        nodes[place] = node(cube, i, i % STARTS, walk, distance);
        head.counts[level] += 1;
    }
    let taken =
        |level: usize| head.counts[level] - if level.is_multiple_of(2) { 0 } else { head.counts[level] / 9 };
    head.walks = std::array::from_fn(|level| (0..=level).map(taken).sum());
    let mut searches = random_searches(&cubes);
    let words = words_with_ways(SLICES);
    let params = WalkParams { columns: 0, places: PLACES as u32, shift: SHIFT, counts_nodes };
    let (before, nodes_before) = (words_of(&head, &searches), nodes.clone());
    let head_before = head;
    let folded = Words { words: &words, buffers: SLICES, shift: SHIFT };
    kernels::two_phase::walk(&params, &folded, &mut head, &mut searches, &mut nodes);
    sort_added(&mut nodes, PLACES, &head_before, &head);
    assert!(head.ends > 100 && head.counts[2] > head_before.counts[2] + 100, "{head:?}");
    let walks = head.walks[LEVELS - 1] as usize;

    let Some((bench, kernel)) = Bench::with::<Walk>() else { return };
    let (tables, entries) = (bench.buffer(&tables(Ball::get())), cut(&bench, &words));
    for grid in grids_for(walks) {
        let [on_device, of_searches] = [bench.buffer(&nodes_before), bench.buffer(&before)];
        let params = WalkParams { columns: grid.0, ..params };
        let buffers = WalkBuffers {
            tables: &tables,
            nodes: &on_device,
            searches: &of_searches,
            slice: entries.buffers(),
        };
        bench.run(&kernel, &params, buffers, grid);
        assert_same("word", &bench.read(&of_searches, &before), &words_of(&head, &searches));
        let mut found = bench.read(&on_device, &nodes);
        sort_added(&mut found, PLACES, &head_before, &head);
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

/// Paths into G1, and the positions where they begin.
fn paths_and_images(count: usize) -> (Vec<Vec<Move>>, Vec<Cube>) {
    let paths = paths_into_g1(count);
    let goals = walks(&PHASE2_MOVES, 7, paths.len());
    let image = |(path, goal): (&Vec<Move>, &Vec<Move>)| Cube::SOLVED.apply(goal).apply(&inverse(path));
    let images = paths.iter().zip(&goals).map(image).collect();
    (paths, images)
}

/// Searches whose starts are these.
fn searches_from(images: &[Cube]) -> Vec<Search> {
    let positions = images.len() / STARTS;
    let mut searches = random_searches(&images[..positions]);
    for (search, images) in searches.iter_mut().zip(images.chunks(STARTS)) {
        search.starts =
            std::array::from_fn(|number| MeasuredStart { start: start(&images[number]), distance: 0 });
    }
    searches
}

#[test]
fn rate_rates_like_its_twin() {
    const POSITIONS: usize = 40;
    let ball = Ball::get();
    let (paths, images) = paths_and_images(POSITIONS * STARTS);
    let places = 3 * paths.len();
    let (mut head, mut nodes) = empty_levels(places);
    head.ends = (places - GUARD) as u32;
    let g1 = Phase1Index::from(SymPhase1Tables::get().reduce(Phase1::default()));
    for (i, end) in nodes[LEVELS * places..].iter_mut().enumerate() {
        // Some come several times, some are not in G1, by one coordinate or by both.
        let image = 7 * i % paths.len();
        let (position, start) = (image / STARTS, image % STARTS);
        *end = node(&images[image], position, start, &paths[image], 3);
        end.word = match i % 10 {
            0 => end.word,
            3 => Phase1Index { class_index: 1 + i as u32 % 1000, ..g1 }.pack(),
            7 => Phase1Index { twist: 1 + i as u32 % 1000, ..g1 }.pack(),
            _ => g1.pack(),
        };
    }
    let mut searches = searches_from(&images);
    for search in &mut searches {
        // Some have no end yet, and some one that is better than all.
        search.best.word = match search.next_pass {
            ENDED => 0,
            0..100 => Rating { spared: MOST_MOVES, rank: 18 }.pack(),
            _ => search.best.word,
        };
    }
    for (sparse, buffers) in [(1, SLICES), (5, 1)] {
        let words = random_words(78, buffers, sparse);
        let ball_size = ball.entries().len() as u32;
        let params =
            RateParams { columns: 0, places: places as u32, shift: SHIFT, ball_size, max_length: 16 };
        let (mut expected, mut rated) = (searches.clone(), nodes.clone());
        let folded = Words { words: &words, buffers, shift: SHIFT };
        kernels::two_phase::rate(&params, &head, &images, &folded, ball, &mut expected, &mut rated);
        let lists = take_lists(&mut expected, &mut rated[LEVELS * places..]);
        assert!(lists.iter().any(Vec::is_empty) && lists.iter().any(|list| list.len() > 30));

        let Some((bench, kernel)) = Bench::with::<Rate>() else { return };
        let (tables, entries) = (bench.buffer(&tables(ball)), cut(&bench, &words));
        // An invocation rates several ends, or one, or none.
        let walks = [1, 700, 5000];
        for (walks, grid) in walks.into_iter().flat_map(|walks| grids_for(walks).map(|grid| (walks, grid))) {
            head.walks[LEVELS - 1] = walks as u32;
            let before = words_of(&head, &searches);
            let [on_device, of_searches] = [bench.buffer(&nodes), bench.buffer(&before)];
            let params = RateParams { columns: grid.0, ..params };
            let buffers = RateBuffers {
                tables: &tables,
                nodes: &on_device,
                searches: &of_searches,
                slice: entries.buffers(),
            };
            bench.run(&kernel, &params, buffers, grid);
            let mut found_nodes = bench.read(&on_device, &nodes);
            let mut found = bench.read(&of_searches, &before);
            let (_, found_searches) = found.split_at_mut(size_of::<Head>() / 4);
            let found_ends = &mut found_nodes[LEVELS * places..];
            let found_lists = take_lists(bytemuck::cast_slice_mut(found_searches), found_ends);
            assert_same("list", &found_lists, &lists);
            assert_same("node", &found_nodes, &rated);
            assert_same("word", &found, &words_of(&head, &expected));
        }
    }
}

#[test]
fn solve_solves_like_its_twin() {
    const POSITIONS: usize = 300;
    let ball = Ball::get();
    let (paths, images) = paths_and_images(POSITIONS * STARTS);
    let mut searches = searches_from(&images);
    for (position, search) in searches.iter_mut().enumerate() {
        let start = 7 * position % STARTS;
        let image = position * STARTS + start;
        let end = node(&images[image], position, start, &paths[image], 3);
        let has_pre_move = start < PRE_MOVE_STARTS;
        let state = NodeState {
            turned: u32::from(has_pre_move && position % 2 == 0),
            ..NodeState::unpack(end.state)
        };
        // Some have no end.
        let word = u32::from(position % 10 != 0);
        search.best = Node { word, state: state.pack(), ..end };
    }
    // By some entries the way leads on, by others not.
    for (sparse, buffers) in [(1, SLICES), (5, 1)] {
        let words = random_words(78, buffers, sparse);
        let positions = (POSITIONS - GUARD) as u32;
        let params =
            SolveParams { columns: 0, positions, shift: SHIFT, ball_size: ball.entries().len() as u32 };
        let before = vec![SENTINEL; POSITIONS * SOLUTION_WORDS];
        let mut solutions = before.clone();
        let folded = Words { words: &words, buffers, shift: SHIFT };
        kernels::two_phase::solve(&params, &searches, &images, &folded, ball, &mut solutions);
        let ways: Vec<u32> =
            solutions.chunks(SOLUTION_WORDS).map(|solution| Bytes::get(solution, 0)).collect();
        assert!(
            sparse == 1 || ways.iter().filter(|&&way| way != u32::from(NO_SOLUTION)).count() > 10,
            "{ways:?}"
        );
        assert!(ways.contains(&NO_SOLUTION.into()));

        let Some((bench, kernel)) = Bench::with::<Solve>() else { return };
        let (tables, entries) = (bench.buffer(&tables(ball)), cut(&bench, &words));
        let of_searches = bench.buffer(&words_of(&Head::zeroed(), &searches));
        for grid in grids_for(POSITIONS) {
            let on_device = bench.buffer(&before);
            let params = SolveParams { columns: grid.0, ..params };
            let buffers = SolveBuffers {
                tables: &tables,
                searches: &of_searches,
                solutions: &on_device,
                slice: entries.buffers(),
            };
            bench.run(&kernel, &params, buffers, grid);
            assert_same("word", &bench.read(&on_device, &before), &solutions);
        }
    }
}
