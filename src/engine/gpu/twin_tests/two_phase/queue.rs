//! Kernels that manage the queue.

use std::collections::HashSet;

use super::super::descent::grids_for;
use super::*;
use crate::engine::cpu::kernels;
use crate::engine::cpu::kernels::two_phase::place_of_distance;
use crate::engine::gpu::descent::tables;
use crate::engine::layout::tables::STAGES;
use crate::engine::layout::two_phase::{
    DISTANCE_WORDS, GRIDS, Grid, KEPT_GROUPS, Next, NextBuffers, NextParams, Plan, PlanBuffers, PlanParams,
    UNLIMITED, group_of, stages_of,
};
use crate::engine::layout::words::Position;
use crate::engine::phase2::ball::Ball;
use crate::engine::two_phase::LONGEST;
use crate::engine::two_phase::stages::{Stage, stages};
use crate::engine::two_phase::start::numbers;

fn random_cubes(count: usize) -> Vec<Cube> {
    let mut random = Random::new(79);
    (0..count).map(|_| random.cube()).collect()
}

#[test]
fn plan_takes_what_its_twin_takes() {
    let params = PlanParams { columns: 9, positions: 5000, places: 20_000, room: 19_000 };
    let mut random = Random::new(80);
    let mut cases = Vec::new();
    for full in 0..=LEVELS as u64 {
        // Walks have begun from some levels.
        let mut count = || if random.below(LEVELS as u64) < full { random.below(20_001) as u32 } else { 0 };
        let counts: [u32; LEVELS] = std::array::from_fn(|_| count());
        let walked =
            counts.map(|count| if count % 3 == 0 { 0 } else { random.below(u64::from(count)) as u32 });
        let walks = std::array::from_fn(|level| walked[..=level].iter().sum());
        let firsts = std::array::from_fn(|_| random.below(20_000) as u32);
        cases.push(Head {
            under_way: full as u32 % 3,
            asks: 3 * full as u32,
            due_asks: 5,
            ends: 7,
            counts,
            firsts,
            walks,
            ..Head::zeroed()
        });
        // All but the lowest are full.
        let counts = std::array::from_fn(|level| u32::from(level as u64 > full) * 20_000);
        cases.push(Head { counts, walks: [0; LEVELS], ..cases[0] });
    }
    let others = random_searches(1);
    let Some((bench, kernel)) = Bench::with::<Plan>() else { return };
    for case in cases {
        let (mut head, before) = (case, vec![untouched::<Grid>(); GRIDS + GUARD]);
        let mut grids = before.clone();
        kernels::two_phase::plan(&params, &mut head, &mut grids);
        let waiting = head.counts.iter().any(|&count| count > 0);
        assert_eq!(head.walks[LEVELS - 1] > 0, waiting, "there is always room for some: {head:?}");

        let searches = bench.buffer(&words_of(&case, &others));
        let on_device = bench.buffer(&before);
        bench.run(&kernel, &params, PlanBuffers { searches: &searches, grids: &on_device }, (1, 1));
        let expected = words_of(&head, &others);
        assert_same("word", &bench.read(&searches, &expected), &expected);
        assert_same("grid", &bench.read(&on_device, &grids), &grids);
    }
}

/// An end whose path differs from this one in a move at most, so that many are equally good up to there.
fn random_end(random: &mut Random, position: usize, path: &[Move]) -> Node {
    let mut path = path.to_vec();
    if let Some(mv) = path.get_mut(random.below(LONGEST as u64) as usize) {
        *mv = Move::from_index(random.below(18) as usize);
    }
    let mut end = node(&Cube::SOLVED, position, &path, 3);
    end.word = 1 + random.below(3) as u32;
    let turned = random.below(2) as u32;
    end.state = NodeState { turned, ..NodeState::unpack(end.state) }.pack();
    end
}

/// Ends of a position in a pass, and the best before: none, or of another pass, or of this one.
fn random_ends(random: &mut Random, position: usize, search: &mut Search) -> Vec<Node> {
    let length = random.below(LONGEST as u64 + 1) as usize;
    let path: Vec<Move> = (0..length).map(|_| Move::from_index(random.below(18) as usize)).collect();
    let other = Pass { start: 3, stage: 50 }.pack();
    (search.best, search.best_pass) = match random.below(4) {
        0 => (Node::zeroed(), 0),
        1 => (random_end(random, position, &path), other),
        2 => (random_end(random, position, &path[..length.saturating_sub(1)]), other),
        _ => (random_end(random, position, &path), search.this_pass),
    };
    (0..10).map(|_| random_end(random, position, &path)).collect()
}

/// Takes out the questions that were asked, in order: which one comes first depends on the order of work.
fn take_asked(head: &Head, searches: &mut [Search]) -> Vec<u32> {
    let asking = searches[..head.asks as usize].iter_mut();
    let mut asked: Vec<u32> = asking.map(|search| std::mem::take(&mut search.asked)).collect();
    asked.sort_unstable();
    asked
}

/// How many pre-moves the start of a pass has.
fn pre_moves_of(pass: u32) -> usize {
    direction_and_pre_moves(Pass::unpack(pass).start as usize).1.moves().len()
}

/// The greatest number of pre-moves for a bound.
fn pre_moves_at(max_length: u32) -> usize {
    stages(max_length as u8).iter().map(|stage| stage.pre_moves.into()).max().unwrap_or_default()
}

#[test]
fn next_begins_the_passes_of_its_twin() {
    for (max_length, max_nodes, is_late) in
        [(20, UNLIMITED, 0), (0, UNLIMITED, 0), (18, 50, 0), (0, UNLIMITED, 1)]
    {
        compare_next(max_length, max_nodes, is_late);
    }
}

fn compare_next(max_length: u32, max_nodes: u32, is_late: u32) {
    let cubes = random_cubes(1000);
    let places = 10 * cubes.len();
    let mut searches = random_searches(cubes.len());
    let (mut head, mut nodes) = empty_levels(places);
    (head.under_way, head.is_late) = (cubes.len() as u32, is_late);
    head.counts[11] = 30;
    let mut random = Random::new(81);
    for (position, search) in searches.iter_mut().enumerate() {
        // Nodes of some passes wait.
        search.waiting = (position % 4 == 1).into();
        if position % 3 == 0 {
            // A start is near, and its stage is the next one.
            let start = numbers(position % 5).start + position % 6;
            let group = group_of(start) as u32;
            if group > 2 && position % 2 == 0 {
                let measured = Measured { other: group, ..Measured::unpack(search.measured) };
                search.measured = measured.pack();
            }
            let place = place_of_distance(start);
            search.distances[place / 8] &= !Nibbles::bits(place, 15);
            let is_next = |stage: &Stage| usize::from(stage.pre_moves) == position % 5 && stage.includes(0);
            let stage = stages(max_length as u8).iter().position(is_next).unwrap_or_default();
            search.next_pass = Pass { start: 0, stage: stage as u32 }.pack();
        }
        if position % 7 == 0 {
            // All starts with up to three pre-moves are measured, and none is near: it looks at those of many stages.
            (search.distances, search.waiting) = ([u32::MAX; DISTANCE_WORDS], 0);
            search.measured = Measured { kept: (1 << KEPT_GROUPS) - 1, other: KEPT_GROUPS as u32 }.pack();
            search.next_pass = Pass { start: 0, stage: position as u32 / 7 % 20 }.pack();
        }
        if search.next_pass == ENDED || position % 5 == 0 {
            continue;
        }
        // Lists are interleaved.
        let ends = random_ends(&mut random, position, search);
        for (i, mut end) in ends.into_iter().take((position + 1) % 11).enumerate() {
            let index = i * cubes.len() + position;
            let next = std::mem::replace(&mut search.rated, index as u32 + 1);
            end.word = RatedEnd { next, rating: end.word }.pack();
            nodes[LEVELS * places + index] = end;
        }
    }
    let positions = (cubes.len() - GUARD) as u32;
    let params = NextParams {
        columns: 0,
        positions,
        places: places as u32,
        max_length,
        stages: (STAGES + stages_of(max_length as u8)) as u32,
        max_nodes,
    };
    let (before, nodes_before) = (words_of(&head, &searches), nodes.clone());
    let (head_before, searches_before) = (head, searches.clone());
    kernels::two_phase::next(&params, &cubes, &mut head, &mut searches, &mut nodes);
    sort_added(&mut nodes, places, &head_before, &head);
    let changed =
        searches.iter().zip(&searches_before).filter(|(now, before)| now.best != before.best).count();
    assert!((100..900).contains(&changed), "{changed}");
    let asked = take_asked(&head, &mut searches);
    assert!(asked.len() > 10, "some ask: {head:?}");
    let begin =
        searches.iter().zip(&searches_before).filter(|(now, before)| now.this_pass != before.this_pass);
    let pre_moves: HashSet<usize> = begin.map(|(now, _)| pre_moves_of(now.this_pass)).collect();
    assert!((0..=pre_moves_at(max_length)).all(|count| pre_moves.contains(&count)), "{pre_moves:?} begin");
    assert!(head.under_way < head_before.under_way, "some end: {head:?}");
    let goes_on = |(now, before): &(&Search, &Search)| {
        now.waiting == 0
            && now.measured == before.measured
            && ![before.next_pass, ENDED].contains(&now.next_pass)
    };
    let go_on = searches.iter().zip(&searches_before).filter(goes_on).count();
    assert!(go_on > 10, "some go on in the next step: {go_on}");

    let Some((bench, kernel)) = Bench::with::<Next>() else { return };
    let of_cubes: Vec<Position> = cubes.iter().map(Position::from).collect();
    let [tables, positions_on_device] = [bench.buffer(&tables(Ball::get())), bench.buffer(&of_cubes)];
    for grid in grids_for(cubes.len()) {
        let [on_device, of_searches] = [bench.buffer(&nodes_before), bench.buffer(&before)];
        let buffers = NextBuffers {
            tables: &tables,
            positions: &positions_on_device,
            nodes: &on_device,
            searches: &of_searches,
        };
        bench.run(&kernel, &NextParams { columns: grid.0, ..params }, buffers, grid);
        let mut words = bench.read(&of_searches, &before);
        let found_searches = bytemuck::cast_slice_mut(&mut words[size_of::<Head>() / 4..]);
        assert_same("question", &take_asked(&head, found_searches), &asked);
        assert_same("word", &words, &words_of(&head, &searches));
        let mut found = bench.read(&on_device, &nodes);
        sort_added(&mut found, places, &head_before, &head);
        assert_same("node", &found, &nodes);
    }
}
