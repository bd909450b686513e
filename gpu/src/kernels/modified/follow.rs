//! Phase 1 from its hit on.

use super::{GrowingAnswer, read, write};
use crate::kernels::candidates::{Searched, is_bound};
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_shaders::candidates::{Known, NONE, TestParams, Trial};
use cubebatch_shaders::modified::{FOLLOWING, HALFWAY, LOST, Progress, SliceParams, UNKNOWN_DEPTH, WAITING};
use cubebatch_shaders::words::TwistAndFlip;
use cubebatch_tables::coord::Phase1;
use cubebatch_tables::coord::phase1::PHASE1_MOVES;

/// The twin of `modified/follow.wgsl`; `first_move` is the depth and the move of an entry, unless it is G1's.
pub fn follow(
    params: &SliceParams,
    searched: &Searched,
    first_move: &dyn Fn(usize) -> Option<(u8, usize)>,
    cubes: &[Cube],
    trials: &mut [Trial],
    answers: &mut [GrowingAnswer],
) {
    let SliceParams { columns, shift, first_bucket, end_bucket, first_entry, .. } = *params;
    let slice = TestParams { columns, shift, first_bucket, end_bucket, first_entry };
    for (i, cube) in cubes.iter().enumerate().take(params.positions as usize) {
        let (mut progress, mut moves) = read(&answers[i]);
        if progress.stage == WAITING && trials[i].known != NONE {
            moves = candidate(searched, &trials[i]);
            progress.stage = FOLLOWING;
            progress.depth = UNKNOWN_DEPTH;
        }
        if progress.stage != FOLLOWING {
            continue;
        }
        while progress.stage == FOLLOWING {
            let code = Phase1::of(&cube.apply(&moves)).code();
            if !is_bound(&slice, code) {
                break;
            }
            go_on(&mut progress, &mut moves, code, (searched.find)(code).map(first_move));
        }
        progress.phase1_length = moves.len() as u32;
        write(&mut answers[i], progress, &moves);
        let Phase1 { twist, flip, slice } = Phase1::of(&cube.apply(&moves));
        let two = TwistAndFlip { twist: twist.into(), flip: flip.into() };
        trials[i].start = [two.pack(), slice.into()];
    }
}

fn candidate(searched: &Searched, trial: &Trial) -> Vec<Move> {
    let Known { last, length, .. } = Known::unpack(trial.known);
    searched.moves(length as usize, trial.prefix, last).into_iter().map(|m| PHASE1_MOVES[m]).collect()
}

/// A move more, by the entry of a code: none, or its move, which G1 has none.
fn go_on(progress: &mut Progress, moves: &mut Vec<Move>, code: u32, entry: Option<Option<(u8, usize)>>) {
    let Some(first) = entry else {
        progress.stage = LOST;
        return;
    };
    if progress.depth == UNKNOWN_DEPTH {
        progress.depth = first.map_or(0, |(depth, _)| depth.into());
    }
    match first {
        _ if progress.depth == 0 => progress.stage = if code == 0 { HALFWAY } else { LOST },
        None => progress.stage = LOST,
        Some((_, m)) => {
            moves.push(PHASE1_MOVES[m]);
            progress.depth -= 1;
        }
    }
}
