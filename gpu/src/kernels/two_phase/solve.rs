//! Makes the solutions of two-phase searches.

use super::{position_at, pre_moves_of};
use crate::kernels::descent::descend;
use crate::kernels::{BufferedWords, path};
use cubebatch_cube::cube::Cube;
use cubebatch_search::engine::phase2::ball::Ball;
use cubebatch_search::engine::two_phase::direction::DIRECTIONS;
use cubebatch_shaders::descent::{NO_SOLUTION, SOLUTION_WORDS};
use cubebatch_shaders::two_phase::{GIVEN_UP, MOST_SOLUTION_MOVES, NodeState, Pass, Search, SolveParams};
use cubebatch_shaders::words::Bytes;
use cubebatch_tables::coord::Phase2;

/// The twin of `two_phase/solve.wgsl`: it makes the moves on whole cubes.
pub fn solve(
    params: &SolveParams,
    searches: &[Search],
    cubes: &[Cube],
    words: &BufferedWords,
    ball: &Ball,
    solutions: &mut [u32],
) {
    let solution = |search: &Search, cube: &Cube| {
        solution_through(search, cube, |at, bytes| descend(at, words, ball, bytes))
    };
    solve_each(params.positions, searches, cubes, solutions, solution);
}

/// Puts the bytes of the solution of each position where the kernels do.
pub fn solve_each(
    positions: u32,
    searches: &[Search],
    cubes: &[Cube],
    solutions: &mut [u32],
    solution_of: impl Fn(&Search, &Cube) -> Vec<u8>,
) {
    let searches = searches.iter().zip(cubes);
    let solutions = solutions.chunks_exact_mut(SOLUTION_WORDS);
    for ((search, cube), solution) in searches.zip(solutions).take(positions as usize) {
        solution.fill(0);
        let bytes = solution_of(search, cube);
        bytes
            .iter()
            .take(4 * SOLUTION_WORDS)
            .enumerate()
            .for_each(|(i, &byte)| Bytes::put(solution, i, byte.into()));
    }
}

/// The bytes of a solution, without the zeros at the end. `go_on` adds the moves to solved, and says whether they lead there.
pub fn solution_through(
    search: &Search,
    cube: &Cube,
    go_on: impl FnOnce(Phase2, &mut Vec<u8>) -> bool,
) -> Vec<u8> {
    if search.given_up != 0 {
        return vec![NO_SOLUTION, GIVEN_UP as u8];
    }
    let end = &search.best;
    if end.word == 0 {
        return vec![NO_SOLUTION, 1];
    }
    let is_turned = NodeState::unpack(end.state).turned == 1;
    let start = Pass::unpack(search.best_pass).start as usize;
    let at = position_at(cube, start, is_turned).apply(&path(end));
    let mut bytes = vec![NO_SOLUTION, 2];
    bytes.extend(path(end).iter().map(|mv| mv.index() as u8));
    let leads_there = go_on(Phase2::of(&at), &mut bytes);
    let pre_moves = pre_moves_of(search.best_pass).in_sense(is_turned);
    bytes.extend(pre_moves.moves().iter().map(|mv| mv.index() as u8));
    if leads_there && bytes.len() - 2 <= MOST_SOLUTION_MOVES {
        (bytes[0], bytes[1]) = ((start % DIRECTIONS) as u8, bytes.len() as u8 - 2);
    }
    bytes
}
