//! Tests candidates against a sorted table of phase 2, and rates the hits.

use super::{Searched, test};
use cubebatch_search::engine::modified::joining_turns;
use cubebatch_shaders::candidates::{MOST_JOINED, SlicePermAndSeam, Step, TestParams, Trial};
use cubebatch_shaders::words::UdEdgesAndCorners;
use cubebatch_tables::coord::phase2::{PHASE2_MOVES, Phase2Moves, inverse_move};
use cubebatch_tables::coord::{Phase2, PhaseMoves};
use cubebatch_tables::table::path;

/// The twin of `candidates/phase2.wgsl`; `path_of` is the number of an entry's path.
pub fn phase2(
    params: &TestParams,
    step: (&Step, &[u32]),
    searched: &Searched,
    path_of: &dyn Fn(usize) -> Option<u32>,
    trials: &mut [Trial],
) {
    let tables = Phase2Moves::get();
    let added = |trial: &Trial, end: Phase2, candidate: &[usize], entry: usize| {
        let path = path_of(entry)?;
        let back = |at, m| tables.turn(at, inverse_move(m));
        let solved_by_path = path::move_numbers(path).rev().fold(Phase2::default(), back);
        (tables.code(solved_by_path) == tables.code(end)).then_some(())?;
        let number_of = |mv| PHASE2_MOVES.iter().position(|&other| other == mv).expect("a move of phase 2");
        let turns: Vec<usize> = joining_turns(end, solved_by_path).map(number_of).collect();
        let others = turns.len() + path::length(path);
        let SlicePermAndSeam { axis, saving, .. } = SlicePermAndSeam::unpack(trial.start[1]);
        let moves = candidate.iter().copied().chain(turns).chain(path::move_numbers(path));
        let on_axis = moves.take_while(|m| axis >> m & 1 == 1);
        let saved = on_axis.filter(|m| saving >> m & 1 == 1).count();
        Some((others + MOST_JOINED - saved.min(MOST_JOINED)) as u32)
    };
    test(params, step, tables, searched, start, trials, added);
}

/// Where a trial begins.
pub fn start(trial: &Trial) -> Phase2 {
    let UdEdgesAndCorners { ud_edges, corners } = UdEdgesAndCorners::unpack(trial.start[0]);
    let SlicePermAndSeam { slice_perm, .. } = SlicePermAndSeam::unpack(trial.start[1]);
    Phase2 { ud_edges: ud_edges as u16, corners: corners as u16, slice_perm: slice_perm as u16 }
}
