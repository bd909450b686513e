//! The kernels of the two-phase search.
//!
//! Entries are random, as those of descents are; nodes are random walks, searches are at random
//! stages.

mod nodes;
mod queue;

use bytemuck::Zeroable;

use super::{Bench, GUARD, SENTINEL, assert_same};
use crate::coord::Phase1;
use crate::coord::sym_phase1::SymPhase1Tables;
use crate::cube::random::Random;
use crate::cube::{Cube, Move};
use crate::engine::gpu::two_phase::starts;
use crate::engine::two_phase::direction::{after_pre_move, direction_and_pre_move, image};
use crate::layout::descent::{MOVE_BITS, MOVES_A_WORD};
use crate::layout::two_phase::{
    DEPTH_BIT, DISTANCE_BIT, ENDED, Head, LEVELS, Node, PATH_WORD, RATING_BIT, START_BIT, STARTS,
    SYMMETRY_BIT, Search,
};

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
    let mut search = |cube| {
        let mut start = |[row, corners, ud_edges, slice_edges]: [u32; 4]| {
            [row, corners, ud_edges, slice_edges, random.below(14) as u32]
        };
        let starts = starts(cube, true).map(&mut start);
        let has_ended = random.below(4) == 0;
        let next_pass = if has_ended { ENDED } else { random.below(400) as u32 };
        let (rank, total) = (random.below(19), random.below(40));
        let rating = (rank * 64 + 63 - total) as u32;
        let (best, expanded) = (if total < 30 { rating } else { 0 }, random.below(100) as u32);
        Search { starts, next_pass, best, rated: 0, expanded }
    };
    cubes.iter().map(&mut search).collect()
}

/// A node of the search for a position.
fn node(cube: &Cube, position: usize, start: usize, path: &[Move], distance: u32) -> Node {
    let place = SymPhase1Tables::get().reduce(Phase1::of(cube));
    let (position, start, depth) = (position as u32, start as u32, path.len() as u32);
    let mut node = [0; _];
    node[0] =
        u32::from(place.class) | u32::from(place.twist) << 16 | u32::from(place.symmetry) << SYMMETRY_BIT;
    node[1] = position | start << START_BIT | depth << DEPTH_BIT | distance << DISTANCE_BIT;
    for (i, mv) in path.iter().enumerate() {
        node[PATH_WORD + i / MOVES_A_WORD] |= (mv.index() as u32) << (MOVE_BITS * (i % MOVES_A_WORD));
    }
    node
}

/// The indices of the ends in the list of each position. They are taken out of the searches and nodes: their order
/// depends on the order of work.
fn take_lists(searches: &mut [Search], nodes: &mut [Node]) -> Vec<Vec<u32>> {
    let mut list = |search: &mut Search| {
        let mut list = Vec::new();
        let mut next = std::mem::take(&mut search.rated);
        while let Some(i) = next.checked_sub(1) {
            list.push(i);
            next = nodes[i as usize][0] % (1 << RATING_BIT);
            nodes[i as usize][0] -= next;
        }
        list.sort_unstable();
        list
    };
    searches.iter_mut().map(&mut list).collect()
}

/// Levels of so much room, in which no kernel has written, and no nodes in them.
fn empty_levels(room: usize) -> (Head, Vec<Node>) {
    (Head::zeroed(), vec![[SENTINEL; _]; room * LEVELS])
}

/// Puts what was added to each level in order: it depends on the order of work.
fn sort_added(nodes: &mut [Node], room: usize, before: &Head, after: &Head) {
    for (level, nodes) in nodes.chunks_mut(room).enumerate() {
        nodes[before.counts[level] as usize..after.counts[level] as usize].sort_unstable();
    }
}
