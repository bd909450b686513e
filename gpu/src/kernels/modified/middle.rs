//! Begins the search of phase 2.

use super::{GrowingAnswer, read};
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_shaders::candidates::{NONE, SlicePermAndSeam, Trial};
use cubebatch_shaders::modified::{BeginParams, HALFWAY};
use cubebatch_shaders::words::UdEdgesAndCorners;
use cubebatch_tables::coord::Phase2;
use cubebatch_tables::coord::phase2::PHASE2_MOVES;

/// The twin of `modified/middle.wgsl`.
pub fn middle(
    params: &BeginParams,
    cubes: &[Cube],
    answers: &[GrowingAnswer],
    trials: &mut [Trial],
    list: &mut [u32],
) {
    for (i, cube) in cubes.iter().enumerate().take(params.positions as usize) {
        let (progress, moves) = read(&answers[i]);
        let start = if progress.stage == HALFWAY { start(cube, &moves) } else { [0; 2] };
        trials[i] = Trial { start, best: NONE, prefix: 0, known: NONE };
        list[i] = i as u32;
    }
}

fn start(cube: &Cube, moves: &[Move]) -> [u32; 2] {
    let at = Phase2::of(&cube.apply(moves));
    let two = UdEdgesAndCorners { ud_edges: at.ud_edges.into(), corners: at.corners.into() };
    let axis = moves.last().map(|mv| mv.face().axis());
    let is_on_axis = |mv: &Move| Some(mv.face().axis()) == axis;
    let turns_on = |mv: &Move| {
        let mut run = moves.iter().rev().take_while(|&mv| is_on_axis(mv));
        run.any(|end| end.face() == mv.face())
    };
    let bits = |is_one: &dyn Fn(&Move) -> bool| {
        PHASE2_MOVES.iter().enumerate().filter(|(_, mv)| is_one(mv)).fold(0, |bits, (m, _)| bits | 1 << m)
    };
    let (axis, saving) = (bits(&is_on_axis), bits(&|mv| is_on_axis(mv) && turns_on(mv)));
    [two.pack(), SlicePermAndSeam { slice_perm: at.slice_perm.into(), axis, saving }.pack()]
}
