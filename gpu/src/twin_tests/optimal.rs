//! The kernels of the exhaustive search.
//!
//! Blocks are random and few, but each size of filter has its own bits in them; near cosets are those of positions to which few
//! moves lead.

use super::descent::{grids_for, walks};
use super::{Bench, GUARD, SENTINEL, assert_same};
use crate::kernels;
use crate::kernels::optimal::{Looked, cube, place};
use crate::optimal::{node, tables};
use cubebatch_cube::cube::random::Random;
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_search::engine::exhaustive::PassTurns;
use cubebatch_shaders::optimal::{
    Answer, AnswerBuffers, Ask, AskBuffers, BlocksParams, FILTER_SLICES, MOST_CUBES, PROOF_LEVELS,
    PROOF_MOVES, PROOF_PATH_WORDS, Plan, PlanBuffers, PlanParams, ProofHead, ProofNode, ProofSolution,
    ProofState, Tried, bits,
};
use cubebatch_shaders::two_phase::Grid;
use cubebatch_shaders::words::Moves;
use cubebatch_tables::coord::cosets::{CornerCosets, CosetKey};
use cubebatch_tables::coord::cubies::Cubies;
use cubebatch_tables::coord::processor::Plain;
use cubebatch_tables::table::filter::near::{self, NEAR, SLOTS};
use cubebatch_tables::table::filter::{FilterBlock, FilterPlace};
use cubebatch_tables::table::{FilterSize, FilterView};

/// Places of a level.
const PLACES: usize = 3000;

/// Nodes of a step.
const TAKEN: usize = 700;

/// Blocks of a buffer, and of all: some of a second dispatch.
const SLICE_BLOCKS: usize = 300;
const DISPATCH_BLOCKS: usize = FILTER_SLICES * SLICE_BLOCKS;
const BLOCKS: usize = DISPATCH_BLOCKS * 3 / 2 + 1;

/// What stands in place of a filter.
struct FilterStandIn {
    size: FilterSize,
    near: Vec<u32>,
    blocks: Vec<FilterBlock>,
}

impl FilterStandIn {
    fn new(size: FilterSize) -> FilterStandIn {
        let mut random = Random::new(150);
        // Enough bits are set that some cosets pass and others do not, whatever the number of words.
        let mut word = || random.below(u64::MAX) | random.below(u64::MAX);
        let blocks = (0..BLOCKS).map(|_| std::array::from_fn(|_| word())).collect();
        let mut filter = FilterStandIn { size, near: vec![0; SLOTS], blocks };
        // Others stand there too, in rows: some are met that lie behind.
        let others = (0..SLOTS / 4).map(|_| FilterPlace::of(CosetKey(random.below(1 << 47)), BLOCKS as u64));
        others.for_each(|place| near::enter(&mut filter.near, place, NEAR));
        for walk in walks(&Move::all().collect::<Vec<_>>(), NEAR.into(), 4000) {
            let there = Cube::SOLVED.apply(&walk);
            for cube in [there, there.inverse()] {
                let place = filter.view().place(CornerCosets::get().key(Plain, &Cubies::from(&cube)));
                near::enter(&mut filter.near, place, walk.len() as u8);
            }
        }
        filter
    }

    fn view(&self) -> FilterView<'_> {
        FilterView { size: self.size, near: &self.near, blocks: &self.blocks }
    }

    fn reach(&self) -> u32 {
        self.size.depth().into()
    }

    /// What a dispatch looks at.
    fn looked(&self, first_block: usize) -> Looked<'_> {
        let (first_block, slice_blocks) = (first_block as u32, SLICE_BLOCKS as u32);
        Looked { filter: self.view(), first_block, slice_blocks, count: 0 }
    }

    /// The same on the device.
    fn buffers(&self, bench: &Bench, first_block: usize) -> [wgpu::Buffer; FILTER_SLICES] {
        let slices: Vec<_> = self.blocks[first_block..].chunks(SLICE_BLOCKS).collect();
        std::array::from_fn(|i| bench.buffer(slices.get(i).unwrap_or(&slices[0])))
    }
}

/// Filters of all sizes, and the numbers of moves left at which kernels are compared with each.
fn filters() -> Vec<(FilterStandIn, Vec<u32>)> {
    let lefts = |size: FilterSize| match size {
        FilterSize::Mb20 => (1..=size.depth().into()).collect(),
        _ => Vec::new(),
    };
    let reach = |size: FilterSize| u32::from(size.depth());
    let sizes = FilterSize::ALL.iter().copied().chain([FilterSize::Mb20]);
    let all = |size| [lefts(size), (9.min(reach(size) + 1)..=reach(size) + 3).collect()].concat();
    sizes.map(|size| (FilterStandIn::new(size), all(size))).collect()
}

/// Grids for a step: of all shapes once, as those with too many workgroups take long.
fn grids_of(filter: &FilterStandIn, left: u32) -> Vec<(u32, u32)> {
    let grids = grids_for(TAKEN);
    let all = filter.size == FilterSize::Mb20 && left % 8 == 1;
    if all { grids.to_vec() } else { vec![grids[left as usize % 3]] }
}

/// Nodes with `left` moves left after random moves, as many as may lead back or fewer, and others.
fn level(random: &mut Random, left: u32) -> Vec<ProofNode> {
    let walks = walks(&Move::all().collect::<Vec<_>>(), left as usize, PLACES);
    let mut node_of = |(number, walk): (usize, &Vec<Move>)| {
        let there = if number % 7 == 0 { random.cube() } else { Cube::SOLVED.apply(walk) };
        let depth = random.below(18) as u32;
        let last = if depth == 0 { random.below(19) } else { random.below(18) } as u32;
        // Positions in rows, as of one and the same they often are.
        let (cube, beginning) = (number as u32 / 50 % MOST_CUBES as u32, random.below(1 << 9) as u32);
        let state = ProofState { cube, beginning, last, depth };
        let mut path = [0; PROOF_PATH_WORDS];
        (0..depth as usize).for_each(|i| Moves::put(&mut path, i, random.below(18) as u32));
        ProofNode { path, ..node(&there, state) }
    };
    walks.iter().enumerate().map(&mut node_of).collect()
}

/// A step from a level, which begins at a random place, and nothing in the others.
fn step(random: &mut Random, left: u32) -> (ProofHead, Vec<ProofNode>) {
    let mut below = |bound: usize| random.below(bound as u64) as u32;
    let head = ProofHead {
        left,
        taken: TAKEN as u32,
        room: PLACES as u32 / 2,
        solutions: below(100),
        counts: std::array::from_fn(|_| below(PLACES / 2)),
        firsts: std::array::from_fn(|_| below(PLACES)),
        turns: bits([PassTurns::Half, PassTurns::Quarter, PassTurns::All][below(3) as usize]),
        counted: std::array::from_fn(|_| below(TAKEN / 2)),
        // Some are about to need the high word.
        nodes: std::array::from_fn(|word| if word % 4 == 0 { u32::MAX - below(60) } else { below(9) }),
        ..bytemuck::Zeroable::zeroed()
    };
    let mut nodes = vec![untouched(); PLACES * PROOF_LEVELS];
    let first = (left as usize - 1) * PLACES;
    nodes[first..first + PLACES].copy_from_slice(&level(random, left));
    (head, nodes)
}

fn untouched() -> ProofNode {
    bytemuck::cast([SENTINEL; size_of::<ProofNode>() / 4])
}

/// What no kernel has written. A binding has one at least.
const NO_SOLUTIONS: [ProofSolution; 1] =
    [ProofSolution { path: [SENTINEL; PROOF_PATH_WORDS], state: SENTINEL }];

/// What stands before the solutions, and these.
fn words_of(head: &ProofHead, solutions: &[ProofSolution]) -> Vec<u32> {
    [bytemuck::cast_slice(std::slice::from_ref(head)), bytemuck::cast_slice::<_, u32>(solutions)].concat()
}

#[test]
fn nodes_are_positions() {
    for there in Random::new(152).cubes().take(1000).chain([Cube::SOLVED]) {
        assert_eq!(cube(&node(&there, ProofState::default())), there);
    }
}

#[test]
fn plan_takes_what_its_twin_takes() {
    let mut random = Random::new(153);
    let params = PlanParams { columns: 3, places: 4000, most: 1000, most_solutions: 300, reach: 9 };
    let Some((bench, kernel)) = Bench::with::<Plan>() else { return };
    let (mut redone, mut cautious) = (0, 0);
    for round in 0..300 {
        let mut below = |bound: u32| random.below(bound.into()) as u32;
        let most = [900, 2000, 3900][round % 3];
        let counts: [u32; PROOF_LEVELS] =
            std::array::from_fn(|level| if level as u32 <= below(20) { below(most) } else { 0 });
        let left = below(PROOF_LEVELS as u32) + 1;
        let room = if left == 1 { 200 } else { 4000 - counts[left as usize - 2] };
        let case = ProofHead {
            look_ups: [u32::MAX - below(3000), below(5)],
            waiting: below(10),
            solutions: below(100),
            left,
            taken: if round % 5 == 0 { 0 } else { below(counts[left as usize - 1] + 1) },
            room,
            tried: below(1000),
            looked: below(4000),
            added: below(room + 1) + u32::from(round % 4 == 0) * room,
            cautious: below(1 << 19),
            counts,
            firsts: std::array::from_fn(|_| below(4000)),
            turns: below(1 << 18),
            counted: std::array::from_fn(|_| below(1000)),
            nodes: std::array::from_fn(|_| below(u32::MAX)),
        };
        let mut head = case;
        let before = [Grid { columns: SENTINEL, rows: SENTINEL, layers: SENTINEL }; 1 + GUARD];
        let mut grids = before;
        kernels::optimal::plan(&params, &mut head, &mut grids);
        redone += u32::from(case.taken > 0 && case.added > case.room);
        cautious += u32::from(head.taken > 0 && head.taken == head.room / PROOF_MOVES as u32);
        let [proofs, on_device] = [bench.buffer(&words_of(&case, &NO_SOLUTIONS)), bench.buffer(&before)];
        bench.run(&kernel, &params, PlanBuffers { proofs: &proofs, grids: &on_device }, (1, 1));
        let expected = words_of(&head, &NO_SOLUTIONS);
        assert_same("word", &bench.read(&proofs, &expected), &expected);
        assert_same("grid", &bench.read(&on_device, &grids), &grids);
    }
    assert!(redone > 10 && cautious > 10, "{redone} {cautious}");
}

#[test]
fn ask_tries_what_its_twin_tries() {
    let mut random = Random::new(154);
    let Some((bench, kernel)) = Bench::with::<Ask>() else { return };
    let mut shares = [0; 2];
    for (filter, lefts) in filters() {
        let tables = bench.buffer(&tables(&filter.view()));
        for first_block in [0, DISPATCH_BLOCKS] {
            let blocks = filter.buffers(&bench, first_block);
            for &left in &lefts {
                let (mut head, nodes) = step(&mut random, left);
                let (before, tried_before) =
                    (words_of(&head, &NO_SOLUTIONS), vec![SENTINEL; TAKEN * PROOF_MOVES + GUARD]);
                let mut tried = tried_before.clone();
                let params = BlocksParams {
                    columns: 0,
                    places: PLACES as u32,
                    reach: filter.reach(),
                    blocks: BLOCKS as u32,
                    first_block: first_block as u32,
                    slice_blocks: SLICE_BLOCKS as u32,
                };
                let mut looked = filter.looked(first_block);
                kernels::optimal::ask(&params, &mut looked, &mut head, &nodes, &mut tried);
                tried[..head.tried as usize].sort_unstable();
                shares = [shares[0] + head.tried, shares[1] + head.looked];
                let on_device = bench.buffer(&nodes);
                for grid in grids_of(&filter, left) {
                    let [proofs, children] = [bench.buffer(&before), bench.buffer(&tried_before)];
                    let buffers = AskBuffers {
                        tables: &tables,
                        nodes: &on_device,
                        proofs: &proofs,
                        tried: &children,
                        blocks: blocks.each_ref(),
                    };
                    bench.run(&kernel, &BlocksParams { columns: grid.0, ..params }, buffers, grid);
                    let what = format!("{:?}, {left} left, from block {first_block}, word", filter.size);
                    assert_same(&what, &bench.read(&proofs, &before), &words_of(&head, &NO_SOLUTIONS));
                    let mut found = bench.read(&children, &tried);
                    found[..head.tried as usize].sort_unstable();
                    assert_same("child", &found, &tried);
                }
            }
        }
    }
    assert!(shares[0] > 100_000 && shares[1] > 80_000, "{shares:?}");
}

/// Different children of the nodes of a step.
fn random_children(random: &mut Random, count: usize) -> Vec<u32> {
    let mut children: Vec<u32> = (0..TAKEN * PROOF_MOVES)
        .map(|i| Tried { node: (i / PROOF_MOVES) as u32, turn: (i % PROOF_MOVES) as u32 }.pack())
        .collect();
    for i in 0..count {
        let other = i + random.below((TAKEN * PROOF_MOVES - i) as u64) as usize;
        children.swap(i, other);
    }
    children.truncate(count);
    children
}

#[test]
fn answer_adds_the_nodes_of_its_twin() {
    let mut random = Random::new(155);
    let Some((bench, kernel)) = Bench::with::<Answer>() else { return };
    let mut full = 0;
    for (filter, lefts) in filters() {
        let tables = bench.buffer(&tables(&filter.view()));
        for first_block in [0, DISPATCH_BLOCKS] {
            let blocks = filter.buffers(&bench, first_block);
            for &left in &lefts {
                let (mut head, nodes_before) = step(&mut random, left);
                // More than there are invocations, or fewer.
                let count = if left % 2 == 0 { 1400 } else { 300 };
                let tried = random_children(&mut random, count);
                head.tried = count as u32;
                if left % 5 == 4 {
                    head.room = 20;
                }
                let solutions_before = vec![NO_SOLUTIONS[0]; 600];
                let before = words_of(&head, &solutions_before);
                let params = BlocksParams {
                    columns: 0,
                    places: PLACES as u32,
                    reach: filter.reach(),
                    blocks: BLOCKS as u32,
                    first_block: first_block as u32,
                    slice_blocks: SLICE_BLOCKS as u32,
                };
                let (mut looked, mut nodes) = (filter.looked(first_block), nodes_before.clone());
                let mut solutions = solutions_before.clone();
                kernels::optimal::answer(
                    &params,
                    &mut looked,
                    &mut head,
                    &mut solutions,
                    &mut nodes,
                    &tried,
                    node,
                );
                let is_full = head.added > head.room;
                full += u32::from(is_full);
                sort_added(&head, &mut nodes, &mut solutions);
                let of_children = bench.buffer(&tried);
                for grid in grids_of(&filter, left) {
                    let [on_device, proofs] = [bench.buffer(&nodes_before), bench.buffer(&before)];
                    let buffers = AnswerBuffers {
                        tables: &tables,
                        nodes: &on_device,
                        proofs: &proofs,
                        tried: &of_children,
                        blocks: blocks.each_ref(),
                    };
                    bench.run(&kernel, &BlocksParams { columns: grid.0, ..params }, buffers, grid);
                    let mut found_nodes = bench.read(&on_device, &nodes);
                    let found_words = bench.read(&proofs, &before);
                    let (found_head, found_solutions) = found_words.split_at(size_of::<ProofHead>() / 4);
                    let mut found_solutions: Vec<ProofSolution> =
                        bytemuck::pod_collect_to_vec(found_solutions);
                    if is_full {
                        // They were added in no order.
                        let added = (0..head.room).map(|number| place_of_added(&head, number));
                        added.for_each(|place| match left {
                            1 => found_solutions[place] = solutions[place],
                            _ => found_nodes[place] = nodes[place],
                        });
                    }
                    sort_added(&head, &mut found_nodes, &mut found_solutions);
                    let what = format!("{:?}, {left} left, from block {first_block}, word", filter.size);
                    assert_same(&what, found_head, &words_of(&head, &[]));
                    assert_same("solution", &found_solutions, &solutions);
                    assert_same("node", &found_nodes, &nodes);
                }
            }
        }
    }
    assert!(full > 0);
}

/// Where a step adds its node or solution of this number.
fn place_of_added(head: &ProofHead, number: u32) -> usize {
    match head.left as usize {
        1 => (head.solutions + number) as usize,
        left => place(head, left - 1, head.counts[left - 2] + number, PLACES as u32),
    }
}

/// Puts what was added in order: it depends on the order of work.
fn sort_added(head: &ProofHead, nodes: &mut [ProofNode], solutions: &mut [ProofSolution]) {
    if head.added > head.room {
        return;
    }
    let places: Vec<usize> = (0..head.added).map(|number| place_of_added(head, number)).collect();
    fn sort<T: Ord + Copy>(items: &mut [T], places: &[usize]) {
        let mut sorted: Vec<T> = places.iter().map(|&place| items[place]).collect();
        sorted.sort_unstable();
        places.iter().zip(sorted).for_each(|(&place, item)| items[place] = item);
    }
    if head.left == 1 { sort(solutions, &places) } else { sort(nodes, &places) }
}
