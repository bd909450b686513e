//! The kernels of the two-phase search.
//!
//! Entries are random, as those of descents are; nodes are random walks, searches are at random
//! stages.

mod nodes;
mod queue;

use bytemuck::{Pod, Zeroable};

use super::{Bench, GUARD, SENTINEL, assert_same};
use crate::coord::Phase1;
use crate::coord::sym_phase1::SymPhase1Tables;
use crate::cube::random::Random;
use crate::cube::{Cube, Move};
use crate::engine::cpu::kernels::two_phase::place;
use crate::engine::gpu::descent::start;
use crate::engine::layout::descent::Phase1Index;
use crate::engine::layout::two_phase::{
    ENDED, Head, LEVELS, MOST_MOVES, MeasuredStart, Node, NodeState, PATH_WORDS, RatedEnd, Rating, STARTS,
    Search,
};
use crate::engine::layout::words::Moves;
use crate::engine::two_phase::direction::{after_pre_move, direction_and_pre_move, image};

/// Searches as they lie on the device.
fn words_of(head: &Head, searches: &[Search]) -> Vec<u32> {
    [bytemuck::cast_slice(std::slice::from_ref(head)), bytemuck::cast_slice::<_, u32>(searches)].concat()
}

/// What positions look like at all starts.
fn images(cubes: &[Cube]) -> Vec<Cube> {
    let start = |cube, number| {
        let (direction, pre_move) = direction_and_pre_move(number);
        after_pre_move(&image(cube, direction), pre_move)
    };
    cubes.iter().flat_map(|cube| (0..STARTS).map(move |number| start(cube, number))).collect()
}

/// Searches at random stages; some have ended, some have no end yet.
fn random_searches(cubes: &[Cube]) -> Vec<Search> {
    let mut random = Random::new(76);
    let mut search = |images: &[Cube]| {
        let measured = |number: usize| MeasuredStart {
            start: start(&images[number]),
            distance: random.below(14) as u32,
        };
        let starts = std::array::from_fn(measured);
        let has_ended = random.below(4) == 0;
        let next_pass = if has_ended { ENDED } else { random.below(400) as u32 };
        let (rank, total) = (random.below(19) as u32, random.below(40) as u32);
        let rating = Rating { spared: MOST_MOVES - total, rank }.pack();
        let word = if total < 30 { rating } else { 0 };
        let (waiting, expanded) = (2 + random.below(100) as u32, random.below(100) as u32);
        Search { starts, best: Node { word, ..Node::zeroed() }, next_pass, waiting, rated: 0, expanded }
    };
    images(cubes).chunks(STARTS).map(&mut search).collect()
}

/// A node of the search for a position.
fn node(cube: &Cube, position: usize, start: usize, moves: &[Move], distance: u32) -> Node {
    let index = Phase1Index::from(SymPhase1Tables::get().reduce(Phase1::of(cube)));
    let (position, start, depth) = (position as u32, start as u32, moves.len() as u32);
    let mut path = [0; PATH_WORDS];
    moves.iter().enumerate().for_each(|(i, mv)| Moves::put(&mut path, i, mv.index() as u32));
    let state = NodeState { position, start, turned: 0, depth, distance };
    Node { word: index.pack(), state: state.pack(), path }
}

/// The indices of the ends in the list of each position. They are taken out of the searches and nodes: their order
/// depends on the order of work.
fn take_lists(searches: &mut [Search], ends: &mut [Node]) -> Vec<Vec<u32>> {
    let mut list = |search: &mut Search| {
        let mut list = Vec::new();
        let mut next = std::mem::take(&mut search.rated);
        while let Some(i) = next.checked_sub(1) {
            list.push(i);
            let end = RatedEnd::unpack(ends[i as usize].word);
            next = end.next;
            ends[i as usize].word = end.rating;
        }
        list.sort_unstable();
        list
    };
    searches.iter_mut().map(&mut list).collect()
}

/// What no kernel has written.
fn untouched<T: Pod>() -> T {
    bytemuck::pod_read_unaligned(&bytemuck::cast_slice(&[SENTINEL; 256])[..size_of::<T>()])
}

/// Levels and ends of `places` places, in which no kernel has written, and no nodes in them. Each level begins at a random
/// place, so that some nodes stand at its end and others at its beginning.
fn empty_levels(places: usize) -> (Head, Vec<Node>) {
    let mut random = Random::new(82);
    let firsts = std::array::from_fn(|_| random.below(places as u64) as u32);
    (Head { firsts, ..Head::zeroed() }, vec![untouched(); places * (LEVELS + 1)])
}

/// Puts what was added to each level, and to the ends, in order: it depends on the order of work.
fn sort_added(nodes: &mut [Node], places: usize, before: &Head, after: &Head) {
    let mut sort = |added: Vec<usize>| {
        let mut sorted: Vec<Node> = added.iter().map(|&place| nodes[place]).collect();
        sorted.sort_unstable();
        added.into_iter().zip(sorted).for_each(|(place, node)| nodes[place] = node);
    };
    for level in 0..LEVELS {
        let added = before.counts[level]..after.counts[level];
        sort(added.map(|number| place(after, level, number, places as u32)).collect());
    }
    sort((0..after.ends as usize).map(|i| LEVELS * places + i).collect());
}
