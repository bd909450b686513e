//! Kernels that manage the queue.

use super::super::descent::grids_for;
use super::*;
use crate::engine::cpu::kernels;
use crate::engine::layout::two_phase::{
    GRIDS, Grid, NO_DISTANCE, Next, NextBuffers, NextParams, PRE_MOVE_STARTS, Plan, PlanBuffers, PlanParams,
    UNLIMITED,
};
use crate::engine::two_phase::LONGEST;

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
        cases.push(Head { under_way: full as u32 % 3, is_late: 0, ends: 7, counts, firsts, walks });
        // All but the lowest are full.
        let counts = std::array::from_fn(|level| u32::from(level as u64 > full) * 20_000);
        cases.push(Head { counts, walks: [0; LEVELS], ..cases[0] });
    }
    let others = random_searches(&[Cube::SOLVED]);
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
fn random_end(random: &mut Random, position: usize, start: usize, path: &[Move]) -> Node {
    let mut path = path.to_vec();
    if let Some(mv) = path.get_mut(random.below(LONGEST as u64) as usize) {
        *mv = Move::from_index(random.below(18) as usize);
    }
    let mut end = node(&Cube::SOLVED, position, start, &path, 3);
    end.word = 1 + random.below(3) as u32;
    let turned = random.below(2) as u32;
    end.state = NodeState { turned, ..NodeState::unpack(end.state) }.pack();
    end
}

/// Ends of a position in a pass, and the best before: none, or of another pass, or of this one.
fn random_ends(random: &mut Random, position: usize) -> (Vec<Node>, Node) {
    let (start, length) = (random.below(STARTS as u64) as usize, random.below(LONGEST as u64 + 1) as usize);
    let path: Vec<Move> = (0..length).map(|_| Move::from_index(random.below(18) as usize)).collect();
    let best = match random.below(4) {
        0 => Node::zeroed(),
        1 => random_end(random, position, (start + 1) % STARTS, &path),
        2 => random_end(random, position, start, &path[..length.saturating_sub(1)]),
        _ => random_end(random, position, start, &path),
    };
    ((0..10).map(|_| random_end(random, position, start, &path)).collect(), best)
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
    let mut searches = random_searches(&cubes);
    let (mut head, mut nodes) = empty_levels(places);
    (head.under_way, head.is_late) = (cubes.len() as u32, is_late);
    head.counts[11] = 30;
    let mut random = Random::new(81);
    for (position, search) in searches.iter_mut().enumerate() {
        // Nodes of some passes wait.
        search.waiting = (position % 4 == 1).into();
        if position % 3 == 0 {
            // Starts that are none.
            for none in [1, 4, 10, 11, 25] {
                search.starts[none].distance = NO_DISTANCE;
            }
        }
        if search.next_pass == ENDED || position % 5 == 0 {
            continue;
        }
        // Lists are interleaved.
        let (ends, best) = random_ends(&mut random, position);
        for (i, mut end) in ends.into_iter().take((position + 1) % 11).enumerate() {
            let index = i * cubes.len() + position;
            let next = std::mem::replace(&mut search.rated, index as u32 + 1);
            end.word = RatedEnd { next, rating: end.word }.pack();
            nodes[LEVELS * places + index] = end;
        }
        search.best = best;
    }
    let positions = (cubes.len() - GUARD) as u32;
    let params = NextParams { columns: 0, positions, places: places as u32, max_length, max_nodes };
    let (before, nodes_before) = (words_of(&head, &searches), nodes.clone());
    let (head_before, searches_before) = (head, searches.clone());
    kernels::two_phase::next(&params, &mut head, &mut searches, &mut nodes);
    sort_added(&mut nodes, places, &head_before, &head);
    let changed =
        searches.iter().zip(&searches_before).filter(|(now, before)| now.best != before.best).count();
    assert!((100..900).contains(&changed), "{changed}");
    let has_pre_move = |node: &Node| {
        *node != untouched() && (NodeState::unpack(node.state).start as usize) < PRE_MOVE_STARTS
    };
    assert!(nodes[..LEVELS * places].iter().any(has_pre_move), "some begin: {head:?}");
    assert!(head.under_way < head_before.under_way, "some end: {head:?}");

    let Some((bench, kernel)) = Bench::with::<Next>() else { return };
    for grid in grids_for(cubes.len()) {
        let [on_device, of_searches] = [bench.buffer(&nodes_before), bench.buffer(&before)];
        let buffers = NextBuffers { nodes: &on_device, searches: &of_searches };
        bench.run(&kernel, &NextParams { columns: grid.0, ..params }, buffers, grid);
        assert_same("word", &bench.read(&of_searches, &before), &words_of(&head, &searches));
        let mut found = bench.read(&on_device, &nodes);
        sort_added(&mut found, places, &head_before, &head);
        assert_same("node", &found, &nodes);
    }
}
