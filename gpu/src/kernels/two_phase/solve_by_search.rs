//! Makes the solutions of two-phase searches by searches of phase 2.

use super::pre_moves_of;
use super::solve::{solution_through, solve_each};
use cubebatch_cube::cube::Cube;
use cubebatch_search::engine::phase2::search::Phase2Search;
use cubebatch_shaders::two_phase::{MOST_MOVES, NodeState, Rating, Search, SolveBySearchParams};
use cubebatch_tables::coord::Phase2;
use cubebatch_tables::coord::sym_phase2::SymPhase2Tables;

/// The twin of `two_phase/solve_by_search.wgsl`: it searches as the CPU engine does. An invocation may try as many moves as it
/// needs.
pub fn solve_by_search(
    params: &SolveBySearchParams,
    searches: &[Search],
    cubes: &[Cube],
    phase2: &Phase2Search,
    solutions: &mut [u32],
) {
    let solution = |search: &Search, cube: &Cube| {
        let go_on = |at: Phase2, bytes: &mut Vec<u8>| {
            let total = MOST_MOVES - Rating::unpack(search.best.word).spared;
            let outside = NodeState::unpack(search.best.state).depth as usize
                + pre_moves_of(search.best_pass).moves().len();
            let path = phase2.path(SymPhase2Tables::get().reduce(at), (total as usize - outside) as u8);
            bytes.extend(path.iter().flatten().map(|mv| mv.index() as u8));
            path.is_some()
        };
        solution_through(search, cube, go_on)
    };
    solve_each(params.positions, searches, cubes, solutions, solution);
}
