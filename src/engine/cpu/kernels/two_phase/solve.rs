//! Makes the solutions of two-phase searches.

use crate::coord::Phase2;
use crate::cube::Cube;
use crate::engine::cpu::kernels::descent::descend;
use crate::engine::cpu::kernels::{Words, path};
use crate::engine::layout::descent::{NO_SOLUTION, SOLUTION_WORDS};
use crate::engine::layout::two_phase::{
    MOST_SOLUTION_MOVES, Node, NodeState, STARTS, Search, SolveParams, Way,
};
use crate::engine::layout::words::Bytes;
use crate::engine::phase2::ball::Ball;
use crate::engine::two_phase::direction::{after_pre_move, direction_and_pre_move};

/// The twin of `two_phase/solve.wgsl`: it makes the moves on whole cubes, of which there are [`STARTS`] for each position.
pub fn solve(
    params: &SolveParams,
    searches: &[Search],
    images: &[Cube],
    words: &Words,
    ball: &Ball,
    solutions: &mut [u32],
) {
    let searches = searches.iter().zip(images.chunks_exact(STARTS));
    let solutions = solutions.chunks_exact_mut(SOLUTION_WORDS);
    for ((search, images), solution) in searches.zip(solutions).take(params.positions as usize) {
        solution.fill(0);
        let bytes = solution_through(&search.best, images, words, ball);
        bytes
            .iter()
            .take(4 * SOLUTION_WORDS)
            .enumerate()
            .for_each(|(i, &byte)| Bytes::put(solution, i, byte.into()));
    }
}

/// The bytes of a solution, without the zeros at the end.
fn solution_through(end: &Node, images: &[Cube], words: &Words, ball: &Ball) -> Vec<u8> {
    let NodeState { start, turned, .. } = NodeState::unpack(end.state);
    if end.word == 0 {
        return vec![NO_SOLUTION, 1];
    }
    let mut bytes = vec![NO_SOLUTION, 2];
    bytes.extend(path(end).iter().map(|mv| mv.index() as u8));
    let (_, clockwise) = direction_and_pre_move(start as usize);
    let mut cube = images[start as usize];
    if turned == 1 {
        // The clockwise one is undone, and the other one made.
        let back = clockwise.map(|mv| mv.inverse());
        cube = after_pre_move(&after_pre_move(&cube, back), back);
    }
    let is_solved = descend(Phase2::of(&cube.apply(&path(end))), words, ball, &mut bytes);
    if is_solved && bytes.len() - 2 <= MOST_SOLUTION_MOVES {
        (bytes[0], bytes[1]) = (Way { start, turned }.pack() as u8, bytes.len() as u8 - 2);
    }
    bytes
}
