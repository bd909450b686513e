//! Kernels that manage the queue.

use std::collections::HashSet;

use super::super::descent::grids_for;
use super::*;
use crate::descent::tables;
use crate::kernel::Kernel;
use crate::kernels;
use crate::kernels::two_phase::{place_of_distance, present_of};
use cubebatch_search::engine::phase2::ball::Ball;
use cubebatch_search::engine::two_phase::LONGEST;
use cubebatch_search::engine::two_phase::stages::{Stage, stages};
use cubebatch_search::engine::two_phase::start::numbers;
use cubebatch_shaders::tables::STAGES;
use cubebatch_shaders::two_phase::{
    DISTANCE_WORDS, GRIDS, Grid, KEPT_GROUPS, NO_DISTANCE, Next, NextBuffers, NextParams, Plan, PlanBuffers,
    PlanParams, UNLIMITED, group_of, stages_of, starts_of,
};
use cubebatch_shaders::words::Flags;

#[test]
fn plan_takes_what_its_twin_takes() {
    let params = PlanParams { columns: 9, positions: 4000, passes: 5000, places: 20_000, room: 19_000 };
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
            under_way: [0, 4000, 1700, 1][full as usize % 4],
            at_once: 3,
            begun: 300 * (full as u32 % 3),
            asks: 3 * full as u32,
            due_asks: 5,
            due_begun: 4,
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
    let mut entering = HashSet::new();
    for case in cases {
        let (mut head, before) = (case, vec![untouched::<Grid>(); GRIDS + GUARD]);
        let mut grids = before.clone();
        kernels::two_phase::plan(&params, &mut head, &mut grids);
        let waiting = head.counts.iter().any(|&count| count > 0);
        assert_eq!(head.walks[LEVELS - 1] > 0, waiting, "there is always room for some: {head:?}");
        entering.insert((head.due_begun > 0, head.enters_walking));

        let searches = bench.buffer(&words_of(&case, &others));
        let on_device = bench.buffer(&before);
        bench.run(&kernel, &params, PlanBuffers { searches: &searches, grids: &on_device }, (1, 1));
        let expected = words_of(&head, &others);
        assert_same("word", &bench.read(&searches, &expected), &expected);
        assert_same("grid", &bench.read(&on_device, &grids), &grids);
    }
    assert_eq!(entering.len(), 4, "passes begin or not, where there is room for walks or not: {entering:?}");
}

/// An end whose path differs from this one in a move at most, so that many are equally good up to there.
fn random_end(random: &mut Random, position: usize, path: &[Move]) -> Node {
    let mut path = path.to_vec();
    if let Some(mv) = path.get_mut(random.below(LONGEST as u64) as usize) {
        *mv = Move::from_index(random.below(18) as usize);
    }
    let mut end = node(&Cube::SOLVED, position, &path, 3);
    end.word = random_rating(random);
    let (turned, pass_number) = (random.below(2) as u32, random.below(3) as u32);
    end.state = NodeState { turned, pass_number, ..NodeState::unpack(end.state) }.pack();
    end
}

/// One of a few, beyond the bound or within it.
fn random_rating(random: &mut Random) -> u32 {
    let rank = [0, 0, 7, 8][random.below(4) as usize];
    Rating { spared: 1 + random.below(2) as u32, rank }.pack()
}

/// Ends of a position in some passes, and the best before: none, or of another pass, or of one of these.
fn random_ends(random: &mut Random, position: usize, search: &mut Search) -> Vec<Node> {
    let length = random.below(LONGEST as u64 + 1) as usize;
    let path: Vec<Move> = (0..length).map(|_| Move::from_index(random.below(18) as usize)).collect();
    let other = Pass::default().pack();
    (search.best, search.best_pass) = match random.below(4) {
        0 => (Node::zeroed(), 0),
        1 => (random_end(random, position, &path), other),
        2 => (random_end(random, position, &path[..length.saturating_sub(1)]), other),
        _ => (random_end(random, position, &path), search.passes[random.below(3) as usize]),
    };
    (0..10).map(|_| random_end(random, position, &path)).collect()
}

/// Takes out the passes that begin, in order: which one comes first depends on the order of work.
fn take_begun(head: &Head, searches: &mut [Search]) -> Vec<u32> {
    let begun = searches[..head.begun as usize].iter_mut();
    let mut begun: Vec<u32> = begun.map(|search| std::mem::take(&mut search.begun)).collect();
    begun.sort_unstable();
    begun
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
    let device = Bench::with::<Next>();
    // A software driver takes long for too many workgroups.
    let mut grids = grids_for(NEXT_POSITIONS).to_vec();
    for (at_once, max_length, max_nodes, is_late) in [
        (1, 20, UNLIMITED, 0),
        (5, 20, UNLIMITED, 0),
        (16, 0, UNLIMITED, 0),
        (16, 18, UNLIMITED, 0),
        (2, 18, 50, 0),
        (2, 0, UNLIMITED, 1),
    ] {
        compare_next(device.as_ref(), &grids, at_once, max_length, max_nodes, is_late);
        grids.truncate(2);
    }
}

/// The positions of searches whose next passes are compared.
const NEXT_POSITIONS: usize = 1000;

/// Says what distances the starts of the measured groups have.
fn put_present(search: &mut Search) {
    let other = Measured::unpack(search.measured).other as usize;
    for group in [1, 2, other].into_iter().filter(|&group| group > 0) {
        let distances =
            starts_of(group).map(|start| Nibbles::get(&search.distances, place_of_distance(start)));
        search.present[present_of(group)] = distances
            .filter(|&distance| distance != NO_DISTANCE)
            .fold(0, |all, distance| all | 1 << distance);
    }
}

/// Starts all of which are nine moves from G1.
const EQUALLY_FAR: [u32; DISTANCE_WORDS] = [0x9999_9999; DISTANCE_WORDS];

fn compare_next(
    device: Option<&(Bench, Kernel<Next>)>,
    grids: &[(u32, u32)],
    at_once: u32,
    max_length: u32,
    max_nodes: u32,
    is_late: u32,
) {
    const COUNT: usize = NEXT_POSITIONS;
    // Passes that begin are listed in the searches.
    let mut searches = random_searches(MOST_PASSES * COUNT);
    let places = 10 * COUNT;
    let (mut head, mut nodes) = empty_levels(places);
    (head.under_way, head.is_late, head.at_once) = (COUNT as u32, is_late, at_once);
    let mut random = Random::new(81);
    let mut ended = vec![0; Flags::words(COUNT)];
    for (position, search) in searches.iter_mut().enumerate().take(COUNT) {
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
        if position % 11 == 0 {
            // All starts are equally far, so that no start of many stages is there.
            search.distances = EQUALLY_FAR;
        }
        put_present(search);
        if is_late == 1 && position % 3 == 0 {
            // Without an end a search goes on when its time is up.
            search.best.word = 0;
            continue;
        }
        // What an ended search has is left alone.
        Flags::put(&mut ended, position, (random.below(4) == 0).into());
        if position % 5 == 0 {
            continue;
        }
        // Lists are interleaved.
        let ends = random_ends(&mut random, position, search);
        for (i, mut end) in ends.into_iter().take((position + 1) % 11).enumerate() {
            let index = i * COUNT + position;
            let next = std::mem::replace(&mut search.rated, index as u32 + 1);
            end.word = RatedEnd { next, rating: end.word }.pack();
            nodes[LEVELS * places + index] = end;
        }
    }
    let positions = (COUNT - GUARD) as u32;
    let params = NextParams {
        columns: 0,
        positions,
        places: places as u32,
        max_length,
        stages: (STAGES + stages_of(max_length as u8)) as u32,
        max_nodes,
    };
    let before = words_of(&head, &searches);
    let (head_before, searches_before, ended_before) = (head, searches.clone(), ended.clone());
    kernels::two_phase::next(&params, &mut head, &mut searches, &nodes, &mut ended);
    let both = || searches.iter().zip(&searches_before).take(COUNT);
    let changed = both().filter(|(now, before)| now.best != before.best).count();
    assert!((100..900).contains(&changed), "{changed}");
    let begun = both().flat_map(|(now, before)| {
        now.passes.into_iter().zip(before.passes).filter(|(now, before)| now != before)
    });
    let pre_moves: HashSet<usize> = begun.map(|(now, _)| pre_moves_of(now)).collect();
    assert!(
        (0..=pre_moves_at(max_length)).all(|count| pre_moves.contains(&count)),
        "{pre_moves:?} begin at {max_length}, {max_nodes}"
    );
    assert!(head.under_way < head_before.under_way, "some end: {head:?}");
    let has_one_distance = |(now, _): &(&Search, &Search)| now.distances == EQUALLY_FAR && now.waiting > 0;
    let passing_over = both().filter(has_one_distance).count();
    assert!(passing_over > 10, "some pass over groups to a stage with starts as far: {passing_over}");
    let most = both().filter(|(_, before)| before.waiting == 0).map(|(now, _)| now.waiting).max();
    assert_eq!(most, Some(if max_nodes == UNLIMITED { at_once } else { 1 }));
    let (asked, begun) = (take_asked(&head, &mut searches), take_begun(&head, &mut searches));
    assert!(asked.len() > 10, "some ask: {head:?}");

    let Some((bench, kernel)) = device else { return };
    let [tables, nodes] = [bench.buffer(&tables(Ball::get())), bench.buffer(&nodes)];
    for &grid in grids {
        let [of_searches, of_ended] = [bench.buffer(&before), bench.buffer(&ended_before)];
        let buffers =
            NextBuffers { tables: &tables, nodes: &nodes, searches: &of_searches, ended: &of_ended };
        bench.run(kernel, &NextParams { columns: grid.0, ..params }, buffers, grid);
        let mut words = bench.read(&of_searches, &before);
        let found_searches = bytemuck::cast_slice_mut(&mut words[size_of::<Head>() / 4..]);
        assert_same("question", &take_asked(&head, found_searches), &asked);
        assert_same("pass", &take_begun(&head, found_searches), &begun);
        assert_same("word", &words, &words_of(&head, &searches));
        assert_same("ended search", &bench.read(&of_ended, &ended), &ended);
    }
}
