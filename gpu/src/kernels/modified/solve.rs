//! Ends the search of phase 2.

use super::{GrowingAnswer, read, write};
use crate::kernels::candidates::{Searched, is_bound, phase2_start};
use cubebatch_cube::cube::{Face, Move};
use cubebatch_shaders::candidates::{Known, NO_PATH, NONE, TestParams, Trial};
use cubebatch_shaders::modified::{HALFWAY, Progress, SOLVED, SliceParams};
use cubebatch_tables::coord::phase2::{PHASE2_MOVES, Phase2Moves};
use cubebatch_tables::coord::{Phase2, PhaseMoves};
use cubebatch_tables::table::path;

/// The twin of `modified/solve.wgsl`; `path_of` is the number of an entry's path.
pub fn solve(
    params: &SliceParams,
    searched: &Searched,
    path_of: &dyn Fn(usize) -> Option<u32>,
    trials: &[Trial],
    answers: &mut [GrowingAnswer],
) {
    let &SliceParams { columns, positions, shift, first_bucket, end_bucket, first_entry } = params;
    let slice = TestParams { columns, shift, first_bucket, end_bucket, first_entry };
    let tables = Phase2Moves::get();
    for (trial, answer) in trials.iter().zip(answers).take(positions as usize) {
        let (progress, mut moves) = read(answer);
        let Known { last, length, is_best, added } = Known::unpack(trial.known);
        if progress.stage != HALFWAY || trial.known == NONE || is_best == 0 || added == NO_PATH {
            continue;
        }
        let candidate = searched.moves(length as usize, trial.prefix, last);
        let end = candidate.iter().fold(phase2_start(trial), |at, &m| tables.turn(at, m));
        let code = tables.code(end);
        let Some(entry) = (searched.find)(code).filter(|_| is_bound(&slice, code)) else { continue };
        let path: Vec<usize> = path::move_numbers(path_of(entry).expect("the hit has a path")).collect();
        moves.extend(candidate.iter().map(|&m| PHASE2_MOVES[m]));
        moves.extend(turns_that_join(end, &path));
        moves.extend(path.iter().map(|&m| PHASE2_MOVES[m]));
        write(answer, Progress { stage: SOLVED, ..progress }, &moves);
    }
}

/// The turns of U and D after which a path solves a position, by trying all.
fn turns_that_join(end: Phase2, path: &[usize]) -> Vec<Move> {
    let tables = Phase2Moves::get();
    let turns = (0..16).map(|i| [Move::new(Face::U, i / 4), Move::new(Face::D, i % 4)].into_iter().flatten());
    let number_of = |mv| PHASE2_MOVES.iter().position(|&other| other == mv).expect("a move of phase 2");
    let solves = |turns: &Vec<Move>| {
        let moves = turns.iter().map(|&mv| number_of(mv)).chain(path.iter().copied());
        moves.fold(end, |at, m| tables.turn(at, m)) == Phase2::default()
    };
    turns.map(Iterator::collect).find(solves).expect("the path belongs to the coset")
}
