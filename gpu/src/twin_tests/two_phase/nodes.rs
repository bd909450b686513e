//! Kernels that read complete tables.

use std::sync::LazyLock;

use super::super::descent::{SHIFT, grids_for, random_words, walks, words_with_ways};
use super::*;
use crate::descent::{Entries, tables};
use crate::kernels::two_phase::PassInputs;
use crate::kernels::{self, BufferedWords};
use cubebatch_cube::cube::{HTM, Pieces};
use cubebatch_search::engine::Build;
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::engine::phase2::ball::Ball;
use cubebatch_search::engine::phase2::search::Phase2Search;
use cubebatch_search::engine::two_phase::direction::image;
use cubebatch_search::engine::two_phase::stages::stages;
use cubebatch_search::engine::two_phase::start::{STARTS, numbers};
use cubebatch_shaders::descent::{NO_SOLUTION, SLICES, SOLUTION_WORDS};
use cubebatch_shaders::tables::STAGES;
use cubebatch_shaders::two_phase::{
    Asked, Begin, BeginBuffers, BeginParams, Begun, COMPARED_WORDS, Compare, CompareBuffers, CompareParams,
    Rate, RateBuffers, RateBySearch, RateBySearchBuffers, RateBySearchParams, RateParams, Solve,
    SolveBuffers, SolveBySearch, SolveBySearchBuffers, SolveBySearchParams, SolveParams, Walk, WalkBuffers,
    WalkCompared, WalkComparedBuffers, WalkParams, group_of, stages_of,
};
use cubebatch_shaders::words::{Bytes, Position, WORKGROUP};
use cubebatch_tables::coord::Phase2;
use cubebatch_tables::coord::phase1::PHASE1_MOVES;
use cubebatch_tables::coord::phase2::PHASE2_MOVES;
use cubebatch_tables::coord::sym_phase2::SymPhase2Tables;
use cubebatch_tables::progress::Control;
use cubebatch_tables::table::{Complete, PruningTable};

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
    cubes.push(Cube::of(Pieces { edge_ori: [1; 12], ..Pieces::SOLVED }));
    let words = words_with_ways(SLICES);
    let mut searches: Vec<Search> = vec![untouched(); cubes.len() + GUARD];
    let before = words_of(&Head::zeroed(), &searches);
    let params = BeginParams { columns: 0, positions: cubes.len() as u32, shift: SHIFT };
    let folded = BufferedWords { words: &words, buffers: SLICES, shift: SHIFT };
    kernels::two_phase::begin(&params, &cubes, &folded, &mut searches);
    let of_search =
        |search: &Search| (0..DIRECTIONS).map(|i| Nibbles::get(&search.distances, i)).collect::<Vec<_>>();
    let distances: Vec<u32> = searches[..cubes.len()].iter().flat_map(of_search).collect();
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
fn compare_compares_like_its_twin() {
    // Classes with more symmetries and with fewer, and no whole number of workgroups.
    let (first, end) = (2_000, 2_000 + 4_321);
    let words = words_with_ways(SLICES);
    let folded = BufferedWords { words: &words, buffers: SLICES, shift: SHIFT };
    let params = CompareParams { columns: 0, first, end, shift: SHIFT };
    let before = vec![SENTINEL; (end - first) as usize * COMPARED_WORDS + GUARD];
    let mut expected = before.clone();
    kernels::two_phase::compare(&params, &folded, &mut expected);
    let level = |compared: &[u32]| compared[1].count_ones();
    let levels: Vec<u32> = expected.chunks_exact(COMPARED_WORDS).map(level).collect();
    assert!((0..10).all(|count| levels.contains(&count)), "{levels:?}");

    let Some((bench, kernel)) = Bench::with::<Compare>() else { return };
    let (tables, entries) = (bench.buffer(&tables(Ball::get())), cut(&bench, &words));
    for grid in grids_for((end - first) as usize) {
        let compared = bench.buffer(&before);
        let params = CompareParams { columns: grid.0, ..params };
        let buffers = CompareBuffers { tables: &tables, compared: &compared, slice: entries.buffers() };
        bench.run(&kernel, &params, buffers, grid);
        assert_same("word", &bench.read(&compared, &before), &expected);
    }
}

#[test]
fn walk_does_the_step_of_its_twin() {
    let Some((bench, kernel)) = Bench::with::<Walk>() else { return };
    let words = words_with_ways(SLICES);
    for counts_nodes in [0, 1] {
        compare_step(&bench, counts_nodes, &words, kernels::two_phase::walk, |params, on_device, grid| {
            let &WalkBindings { tables, nodes, searches, entries } = on_device;
            let buffers = WalkBuffers { tables, nodes, searches, slice: entries.buffers() };
            bench.run(&kernel, params, buffers, grid);
        });
    }
}

#[test]
fn walk_compared_does_the_step_of_its_twin() {
    let Some((bench, kernel)) = Bench::with::<WalkCompared>() else { return };
    // As many moves lead nearer as neither nearer nor farther.
    let words = random_words(79, SLICES, 5);
    for counts_nodes in [0, 1] {
        let twin = kernels::two_phase::walk_compared;
        compare_step(&bench, counts_nodes, &words, twin, |params, on_device, grid| {
            let &WalkBindings { tables, nodes, searches, entries } = on_device;
            let buffers = WalkComparedBuffers { tables, nodes, searches, slice: entries.buffers() };
            bench.run(&kernel, params, buffers, grid);
        });
    }
}

/// What a kernel that walks is given.
struct WalkBindings<'a> {
    tables: &'a wgpu::Buffer,
    nodes: &'a wgpu::Buffer,
    searches: &'a wgpu::Buffer,
    entries: &'a Entries,
}

type StepTwin = fn(&WalkParams, &PassInputs, &BufferedWords, &mut Head, &mut [Search], &mut [Node]);

const WALKING: usize = 1500;
const MAX_LENGTH: u8 = 18;

fn compare_step(
    bench: &Bench,
    counts_nodes: u32,
    words: &[u32],
    twin: StepTwin,
    run: impl Fn(&WalkParams, &WalkBindings, (u32, u32)),
) {
    const PLACES: usize = 40_000;
    let (mut head, mut nodes) = empty_levels(PLACES);
    put_nodes(&mut head, &mut nodes, PLACES);
    let cubes: Vec<Cube> =
        walks(&PHASE1_MOVES, 6, WALKING).iter().map(|walk| Cube::SOLVED.apply(walk)).collect();
    let mut searches = random_searches(WALKING);
    searches.iter_mut().zip(&cubes).for_each(|(search, cube)| search.position = cube.into());
    put_asks(&mut head, &mut searches);
    put_passes(&mut head, &mut searches);
    let stages_there = (STAGES + stages_of(MAX_LENGTH)) as u32;
    let params =
        WalkParams { columns: 0, places: PLACES as u32, shift: SHIFT, counts_nodes, stages: stages_there };
    let given = PassInputs { cubes: &cubes, stages: stages(MAX_LENGTH) };
    let folded = BufferedWords { words, buffers: SLICES, shift: SHIFT };
    let (tables, entries) = (bench.buffer(&tables(Ball::get())), cut(bench, words));
    // All three parts of a step, and each of them alone. Passes begin with walks, or with nodes that wait.
    let parts = [[1, 1, 1, 0], [1, 1, 1, 1], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1]];
    for [walk, ask, enter, enters_walking] in parts {
        let head_before = Head {
            walks: head.walks.map(|walks| walk * walks),
            due_asks: ask * head.due_asks,
            due_begun: enter * head.due_begun,
            enters_walking,
            ..head
        };
        let before = words_of(&head_before, &searches);
        let (mut head, mut after, mut expected) = (head_before, searches.clone(), nodes.clone());
        twin(&params, &given, &folded, &mut head, &mut after, &mut expected);
        sort_added(&mut expected, PLACES, &head_before, &head);
        assert!(walk == 0 || head.ends > 100 && head.counts[2] > head_before.counts[2] + 100, "{head:?}");
        assert!(ask == 0 || after.iter().zip(&searches).any(|(now, before)| now.present != before.present));
        let added = head.counts.iter().sum::<u32>() - head_before.counts.iter().sum::<u32>();
        assert!(enter == 0 || added >= head.due_begun, "{head:?}");
        assert!(
            head.counts.iter().all(|&count| count < PLACES as u32) && head.ends < PLACES as u32,
            "{head:?}"
        );
        let workgroups = head.due_asks + head.due_begun.div_ceil(WORKGROUP);
        let invocations = workgroups * WORKGROUP + head.walks[LEVELS - 1];
        for grid in
            grids_for(invocations as usize).into_iter().take(if walk + ask + enter == 3 { 4 } else { 1 })
        {
            let [on_device, of_searches] = [bench.buffer(&nodes), bench.buffer(&before)];
            let params = WalkParams { columns: grid.0, ..params };
            let on_bench = WalkBindings {
                tables: &tables,
                nodes: &on_device,
                searches: &of_searches,
                entries: &entries,
            };
            run(&params, &on_bench, grid);
            assert_same("word", &bench.read(&of_searches, &before), &words_of(&head, &after));
            let mut found = bench.read(&on_device, &nodes);
            sort_added(&mut found, PLACES, &head_before, &head);
            assert_same("node", &found, &expected);
        }
    }
}

/// Nodes of some levels, and no walks from some of them.
fn put_nodes(head: &mut Head, nodes: &mut [Node], places: usize) {
    let mut random = Random::new(77);
    for (i, walk) in walks(&PHASE1_MOVES, 5, WALKING).iter().enumerate() {
        // The nodes of level 0 have ended.
        let level = [0, 1, 2, 3, 6, 7, 8, 11][random.below(8) as usize];
        let distance = random.below(7) as u32;
        let place = place(head, level, head.counts[level], places as u32);
        // A node stands where it was before its last move.
        let before = Cube::SOLVED.apply(&walk[..walk.len().saturating_sub(1)]);
        nodes[place] = node(&before, i, walk, distance);
        head.counts[level] += 1;
    }
    let taken =
        |level: usize| head.counts[level] - if level.is_multiple_of(2) { 0 } else { head.counts[level] / 9 };
    head.walks = std::array::from_fn(|level| (0..=level).map(taken).sum());
}

/// Questions of some positions: for starts with one pre-move, with more, and for a part of the starts with the most.
fn put_asks(head: &mut Head, searches: &mut [Search]) {
    let last = group_of(STARTS - 1) as u32;
    let asked = |position: u32| Asked { position, group: [1, 2, 3, 4, last][position as usize % 5] }.pack();
    let asking: Vec<u32> = (0..40).rev().filter(|position| position % 4 != 0).map(asked).collect();
    searches.iter_mut().zip(&asking).for_each(|(search, &asked)| search.asked = asked);
    head.due_asks = asking.len() as u32;
}

/// Passes of other positions, which begin.
fn put_passes(head: &mut Head, searches: &mut [Search]) {
    let (stages, mut random) = (stages(MAX_LENGTH), Random::new(83));
    let passes: Vec<(u32, u32)> =
        (40..400).rev().flat_map(|position| (0..1 + position % 3).map(move |i| (position, 7 * i))).collect();
    for (i, &(position, pass_number)) in passes.iter().enumerate() {
        let stage = random.below(stages.len() as u64) as usize;
        let starts = numbers(stages[stage].pre_moves.into());
        let start = starts.start + random.below(starts.len() as u64) as usize;
        let search = &mut searches[position as usize];
        search.passes[pass_number as usize] = Pass { start: start as u32, stage: stage as u32 }.pack();
        search.waiting += 1;
        // By random entries distances grow with the path, and nodes have room for 15.
        let distance = random.below(4) as u32;
        searches[i].begun = Begun { position, pass_number, distance }.pack();
    }
    head.due_begun = passes.len() as u32;
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

/// Searches that make passes in which the positions look like this, and have their best ends from there; and the positions.
fn searches_from(images: &[Cube]) -> (Vec<Search>, Vec<Cube>) {
    let mut searches = random_searches(images.len());
    for (i, (search, image)) in searches.iter_mut().zip(images).enumerate() {
        // As many without pre-moves as with each number of them.
        let starts = numbers(i % 4);
        let pass = Pass { start: (starts.start + 7 * i % starts.len()) as u32, stage: 5 }.pack();
        let number = pass_number(i as u32) as usize;
        (search.passes[number], search.best_pass) = (pass, pass);
        (search.starts[number], search.best_start) = (start(image), start(image));
    }
    let start = |search: &Search| Pass::unpack(search.best_pass).start as usize;
    let cubes = searches.iter().zip(images).map(|(search, image)| position_searched(image, start(search)));
    let cubes = cubes.collect();
    (searches, cubes)
}

/// Ends to be rated, and the searches to which they belong.
struct Rated {
    head: Head,
    nodes: Vec<Node>,
    searches: Vec<Search>,
    cubes: Vec<Cube>,
    places: usize,
}

impl Rated {
    fn new() -> Rated {
        const POSITIONS: usize = 120;
        let (paths, images) = paths_and_images(POSITIONS);
        let places = 60 * paths.len();
        let (mut head, mut nodes) = empty_levels(places);
        head.ends = (places - GUARD) as u32;
        let g1 = Phase1Index::from(SymPhase1Tables::get().reduce(Phase1::default()));
        for (i, end) in nodes[LEVELS * places..].iter_mut().enumerate() {
            // Some come several times, some are not in G1, by one coordinate or by both. Turns of U and D lead on in G1.
            let position = 7 * i % paths.len();
            let on = (0..i / paths.len() % 5).map(|j| PHASE1_MOVES[if j % 2 == 0 { 0 } else { 9 }]);
            let path: Vec<Move> = paths[position].iter().copied().chain(on).collect();
            *end = node(&images[position], position, &path, 3);
            end.word = match i % 10 {
                0 => end.word,
                3 => Phase1Index { class_index: 1 + i as u32 % 1000, ..g1 }.pack(),
                7 => Phase1Index { twist: 1 + i as u32 % 1000, ..g1 }.pack(),
                _ => g1.pack(),
            };
        }
        let (mut searches, cubes) = searches_from(&images);
        for search in &mut searches {
            // Some have no end yet, and some one that is better than all.
            search.best.word = match search.next_pass % 12 {
                0..3 => 0,
                next if next % 3 == 0 => Rating { spared: MOST_MOVES, rank: 18 }.pack(),
                _ => search.best.word,
            };
        }
        Rated { head, nodes, searches, cubes, places }
    }

    /// Compares what a kernel leaves with what its twin leaves. `run` dispatches the kernel with nodes, searches and a grid.
    fn compare(
        mut self,
        bench: &Bench,
        twin: impl FnOnce(&Rated, &mut [Search], &mut [Node]),
        run: impl Fn(&wgpu::Buffer, &wgpu::Buffer, (u32, u32)),
    ) {
        let (mut expected, mut rated) = (self.searches.clone(), self.nodes.clone());
        twin(&self, &mut expected, &mut rated);
        let first_end = LEVELS * self.places;
        let lists = take_lists(&mut expected, &mut rated[first_end..]);
        assert!(lists.iter().any(Vec::is_empty) && lists.iter().any(|list| list.len() > 30));
        // An invocation rates several ends, or one, or none. A software driver takes long for too many workgroups.
        let cases = [(1, 0, 2), (700, 0, 4), (5000, 0, 2), (0, 300, 1), (300, 300, 1)];
        let workgroups = |invocations: u32| invocations.div_ceil(WORKGROUP);
        let grids = |(walks, begun, count)| {
            let invocations = (workgroups(walks) + workgroups(begun)) * WORKGROUP;
            grids_for(invocations as usize).into_iter().take(count).map(move |grid| (walks, begun, grid))
        };
        for (walks, begun, grid) in cases.into_iter().flat_map(grids) {
            (self.head.walks[LEVELS - 1], self.head.due_begun) = (walks, begun);
            let before = words_of(&self.head, &self.searches);
            let [on_device, of_searches] = [bench.buffer(&self.nodes), bench.buffer(&before)];
            run(&on_device, &of_searches, grid);
            let mut found_nodes = bench.read(&on_device, &self.nodes);
            let mut found = bench.read(&of_searches, &before);
            let (_, found_searches) = found.split_at_mut(size_of::<Head>() / 4);
            let found_ends = &mut found_nodes[first_end..];
            let found_lists = take_lists(bytemuck::cast_slice_mut(found_searches), found_ends);
            assert_same("list", &found_lists, &lists);
            assert_same("node", &found_nodes, &rated);
            assert_same("word", &found, &words_of(&self.head, &expected));
        }
    }
}

#[test]
fn rate_rates_like_its_twin() {
    let Some((bench, kernel)) = Bench::with::<Rate>() else { return };
    let ball = Ball::get();
    let on_device = bench.buffer(&tables(ball));
    for (sparse, buffers) in [(1, SLICES), (5, 1)] {
        let words = random_words(78, buffers, sparse);
        let entries = cut(&bench, &words);
        let folded = BufferedWords { words: &words, buffers, shift: SHIFT };
        let ball_size = ball.entries().len() as u32;
        let rated = Rated::new();
        let params =
            RateParams { columns: 0, places: rated.places as u32, shift: SHIFT, ball_size, max_length: 16 };
        rated.compare(
            &bench,
            |rated, searches, nodes| {
                kernels::two_phase::rate(&params, &rated.head, &rated.cubes, &folded, ball, searches, nodes);
            },
            |nodes, searches, grid| {
                let params = RateParams { columns: grid.0, ..params };
                let buffers = RateBuffers { tables: &on_device, nodes, searches, slice: entries.buffers() };
                bench.run(&kernel, &params, buffers, grid);
            },
        );
    }
}

/// The entries of the pruning table.
fn pruning_entries() -> &'static [u8] {
    static ENTRIES: LazyLock<Vec<u8>> = LazyLock::new(|| {
        Cpu.build_complete(Complete::Phase2Pruning(HTM), &Control::default()).unwrap().entries().to_vec()
    });
    &ENTRIES
}

#[test]
fn rate_by_search_rates_like_its_twin() {
    let Some((bench, kernel)) = Bench::with::<RateBySearch>() else { return };
    let on_device = bench.buffer(&tables(Ball::get()));
    let entries = pruning_entries();
    let phase2 = Phase2Search::new(PruningTable::new(Complete::Phase2Pruning(HTM), entries));
    let entries = Entries::cut(&bench.device, entries, 22);
    for (max_length, tries) in [(16, 1 << 12), (16, 0)] {
        let rated = Rated::new();
        let (places, shift) = (rated.places as u32, entries.shift);
        let params = RateBySearchParams { columns: 0, places, shift, max_length, tries };
        rated.compare(
            &bench,
            |rated, searches, nodes| {
                let Rated { head, cubes, .. } = rated;
                kernels::two_phase::rate_by_search(&params, head, cubes, &phase2, searches, nodes);
            },
            |nodes, searches, grid| {
                let params = RateBySearchParams { columns: grid.0, ..params };
                let slice = entries.buffers();
                let buffers = RateBySearchBuffers { tables: &on_device, nodes, searches, slice };
                bench.run(&kernel, &params, buffers, grid);
            },
        );
    }
}

#[test]
fn solve_solves_like_its_twin() {
    const POSITIONS: usize = 300;
    let ball = Ball::get();
    let (paths, images) = paths_and_images(POSITIONS);
    let (mut searches, cubes) = searches_from(&images);
    for (position, search) in searches.iter_mut().enumerate() {
        let end = node(&images[position], position, &paths[position], 3);
        let has_pre_moves = Pass::unpack(search.best_pass).start as usize >= DIRECTIONS;
        let state = NodeState {
            turned: u32::from(has_pre_moves && position % 8 < 4),
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
        let folded = BufferedWords { words: &words, buffers, shift: SHIFT };
        kernels::two_phase::solve(&params, &searches, &cubes, &folded, ball, &mut solutions);
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

#[test]
fn solve_by_search_solves_like_its_twin() {
    const POSITIONS: usize = 300;
    let Some((bench, kernel)) = Bench::with::<SolveBySearch>() else { return };
    let entries = pruning_entries();
    let phase2 = Phase2Search::new(PruningTable::new(Complete::Phase2Pruning(HTM), entries));
    let (paths, images) = paths_and_images(POSITIONS);
    let (mut searches, cubes) = searches_from(&images);
    for (position, search) in searches.iter_mut().enumerate() {
        let end = node(&images[position], position, &paths[position], 3);
        let at = SymPhase2Tables::get().reduce(Phase2::of(&images[position].apply(&paths[position])));
        let (_, pre_moves) = direction_and_pre_moves(Pass::unpack(search.best_pass).start as usize);
        // Some have no end, and for some the number of moves is wrong.
        let distance = phase2.distance(at, 18) + u8::from(position % 9 == 0);
        let total = (paths[position].len() + pre_moves.moves().len()) as u32 + u32::from(distance);
        let word = Rating { spared: MOST_MOVES - total, rank: 1 }.pack();
        search.best = Node { word: if position % 10 == 0 { 0 } else { word }, ..end };
    }
    let positions = (POSITIONS - GUARD) as u32;
    let entries = Entries::cut(&bench.device, entries, 22);
    let params = SolveBySearchParams { columns: 0, positions, shift: entries.shift, tries: 1 << 12 };
    let before = vec![SENTINEL; POSITIONS * SOLUTION_WORDS];
    let mut solutions = before.clone();
    kernels::two_phase::solve_by_search(&params, &searches, &cubes, &phase2, &mut solutions);
    let solved = solutions.chunks(SOLUTION_WORDS).take(positions as usize);
    let solved = solved.filter(|solution| Bytes::get(solution, 0) != u32::from(NO_SOLUTION)).count();
    assert!((POSITIONS / 2..POSITIONS * 9 / 10).contains(&solved), "{solved}");

    let on_device = bench.buffer(&tables(Ball::get()));
    let of_searches = bench.buffer(&words_of(&Head::zeroed(), &searches));
    for grid in grids_for(POSITIONS) {
        let solutions_there = bench.buffer(&before);
        let params = SolveBySearchParams { columns: grid.0, ..params };
        let buffers = SolveBySearchBuffers {
            tables: &on_device,
            searches: &of_searches,
            solutions: &solutions_there,
            slice: entries.buffers(),
        };
        bench.run(&kernel, &params, buffers, grid);
        assert_same("word", &bench.read(&solutions_there, &before), &solutions);
    }
}
