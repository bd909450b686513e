//! The kernels of the two-phase search.
//!
//! Entries are random, as those of descents are; nodes are random walks, searches are at random
//! stages.

mod nodes;
mod queue;

use bytemuck::{Pod, Zeroable};

use super::{Bench, GUARD, SENTINEL, assert_same};
use crate::descent::start;
use crate::kernels::two_phase::place;
use cubebatch_cube::cube::random::Random;
use cubebatch_cube::cube::{Cube, Move, inverse};
use cubebatch_search::engine::two_phase::direction::{self, AXES, DIRECTIONS};
use cubebatch_search::engine::two_phase::pre_moves::after_pre_moves;
use cubebatch_search::engine::two_phase::start::direction_and_pre_moves;
use cubebatch_shaders::descent::{Phase1Index, Start};
use cubebatch_shaders::two_phase::{
    Head, LEVELS, MOST_MOVES, MOST_PASSES, Measured, NO_DISTANCE, Node, NodeState, PATH_WORDS, Pass,
    RatedEnd, Rating, STARTS, Search,
};
use cubebatch_shaders::words::{Moves, Nibbles, Position};
use cubebatch_tables::coord::Phase1;
use cubebatch_tables::coord::sym_phase1::SymPhase1Tables;

/// Searches as they lie on the device.
fn words_of(head: &Head, searches: &[Search]) -> Vec<u32> {
    [bytemuck::cast_slice(std::slice::from_ref(head)), bytemuck::cast_slice::<_, u32>(searches)].concat()
}

/// Searches at random stages; some have no end yet.
fn random_searches(count: usize) -> Vec<Search> {
    let mut random = Random::new(76);
    let mut search = || {
        let mut below = |bound: usize| random.below(bound as u64) as u32;
        // Far ones, and as many as are none.
        let nibbles = |below: &mut dyn FnMut(usize) -> u32| {
            (0..8).map(|i| Nibbles::bits(i, [7, 8, 9, 10, 11, NO_DISTANCE][below(6) as usize])).sum()
        };
        let distances = std::array::from_fn(|_| nibbles(&mut below));
        let mut pass = || Pass { start: below(STARTS), stage: below(100) }.pack();
        let (best_pass, next_pass) = (pass(), pass());
        let mut passes = std::array::from_fn(|_| pass());
        passes.sort_unstable();
        // Before the first pass, positions that may be near are given up.
        let next_pass = if below(3) == 0 { 0 } else { next_pass };
        let (rank, total) = (below(19), below(40));
        let rating = Rating { spared: MOST_MOVES - total, rank }.pack();
        let word = if total < 30 { rating } else { 0 };
        Search {
            position: Position::zeroed(),
            distances,
            measured: Measured { kept: 1 | below(8), other: 3 + below(4) }.pack(),
            present: std::array::from_fn(|_| below(1 << NO_DISTANCE)),
            passes,
            starts: [Start::zeroed(); MOST_PASSES],
            best: Node { word, ..Node::zeroed() },
            best_pass,
            best_start: Start::zeroed(),
            next_pass,
            waiting: 2 + below(100),
            rated: 0,
            expanded: below(100),
            given_up: u32::from(below(8) == 0),
            asked: below(100),
            begun: below(100),
        }
    };
    (0..count).map(|_| search()).collect()
}

/// The position that is searched as this image from a start.
fn position_searched(image: &Cube, number: usize) -> Cube {
    let (direction, pre_moves) = direction_and_pre_moves(number);
    let before = after_pre_moves(image, &inverse(pre_moves.moves()));
    // Three times a third of a turn is none.
    match direction {
        0..AXES => direction::image(&before, (AXES - direction) % AXES),
        _ => direction::image(&before, (DIRECTIONS - direction) % AXES).inverse(),
    }
}

/// The number of the pass to which all nodes of a position belong.
fn pass_number(position: u32) -> u32 {
    5 * position % MOST_PASSES as u32
}

/// A node of the search for a position.
fn node(cube: &Cube, position: usize, moves: &[Move], distance: u32) -> Node {
    let index = Phase1Index::from(SymPhase1Tables::get().reduce(Phase1::of(cube)));
    let (position, depth) = (position as u32, moves.len() as u32);
    let mut path = [0; PATH_WORDS];
    moves.iter().enumerate().for_each(|(i, mv)| Moves::put(&mut path, i, mv.index() as u32));
    let state = NodeState { position, turned: 0, depth, distance, pass_number: pass_number(position) };
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
    bytemuck::pod_read_unaligned(&bytemuck::cast_slice(&[SENTINEL; 1024])[..size_of::<T>()])
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
