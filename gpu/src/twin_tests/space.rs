//! The kernel of the distances in a space.

use super::{Bench, GUARD, SENTINEL, assert_same, grids};
use crate::kernel::Kernel;
use crate::kernels;
use crate::space::{parameters, turn_tables};
use cubebatch_cube::cube::Move;
use cubebatch_cube::cube::random::Random;
use cubebatch_shaders::space::{Mark, MarkBuffers};
use cubebatch_shaders::words::WORKGROUP;
use cubebatch_tables::coord::phase1::PHASE1_MOVES;
use cubebatch_tables::coord::{flip::Flip, slice::Slice, twist::Twist};
use cubebatch_tables::space::Space;

/// Some moves, not in order.
fn moves() -> [Move; 5] {
    [17, 0, 3, 10, 8].map(|m| PHASE1_MOVES[m])
}

/// Runs the kernel and its twin, compares their marks, and returns the number of marked positions.
fn mark(
    (bench, kernel): (&Bench, &Kernel<Mark>),
    space: &Space,
    distance: u8,
    distances: &mut [u32],
    grid: (u32, u32),
) -> u32 {
    let params = parameters(space, grid.0, distance);
    let mut count = [SENTINEL];
    let [turns, marked, counted] =
        [&turn_tables(space), &*distances, &count].map(|content| bench.buffer(content));
    let buffers = MarkBuffers { turns: &turns, distances: &marked, count: &counted };
    bench.run(kernel, &params, buffers, grid);
    kernels::space::mark(&params, space, distances, &mut count[0]);
    assert_same("word", &bench.read(&marked, distances), distances);
    assert_same("count", &bench.read(&counted, &count), &count);
    count[0] - SENTINEL
}

/// Four in ten bytes free, the others 0 … 5; behind the last position all are free, but may not
/// be reached.
fn random_words(random: &mut Random, positions: usize) -> Vec<u32> {
    let mut byte = || match random.below(10) {
        known @ 0..6 => known as u8,
        _ => u8::MAX,
    };
    let mut bytes: Vec<u8> = (0..positions).map(|_| byte()).collect();
    bytes.resize(positions.next_multiple_of(4) + GUARD * 4, u8::MAX);
    bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect()
}

/// Two spaces, one with a last word and both with a last workgroup that are not full.
#[test]
fn mark_leaves_what_its_twin_leaves() {
    let Some((bench, kernel)) = Bench::with::<Mark>() else { return };
    let mut random = Random::new(1);
    for space in [Space::of::<Twist, Slice>(&moves()), Space::of::<Slice, Flip>(&moves())] {
        let workgroups = space.positions().div_ceil(WORKGROUP as usize) as u32;
        for (distance, grid) in [0, 2, 5, 6].into_iter().zip(grids(workgroups)) {
            let mut distances = random_words(&mut random, space.positions());
            let marked = mark((&bench, &kernel), &space, distance, &mut distances, grid);
            assert_eq!(marked == 0, distance == 6, "nothing is that far");
        }
    }
}

/// From solved on, to the last level.
#[test]
fn mark_finds_all_levels() {
    let Some((bench, kernel)) = Bench::with::<Mark>() else { return };
    let space = Space::of::<Slice, Flip>(&PHASE1_MOVES);
    let positions = space.positions();
    let mut distances = vec![u32::MAX; positions.div_ceil(4)];
    distances[0] = 0xffff_ff00;
    let grid = grids(positions.div_ceil(WORKGROUP as usize) as u32)[1];
    let level = |distance| mark((&bench, &kernel), &space, distance, &mut distances, grid);
    let counts: Vec<u32> = (0..u8::MAX).map(level).take_while(|&count| count > 0).collect();
    assert_eq!(1 + counts.iter().sum::<u32>(), positions as u32);
}
