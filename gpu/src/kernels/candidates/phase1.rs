//! Tests candidates against a sorted table of phase 1; of each position the hit with the least number matters.

use super::{Searched, test};
use cubebatch_shaders::candidates::{Step, TestParams, Trial};
use cubebatch_shaders::words::TwistAndFlip;
use cubebatch_tables::coord::Phase1;
use cubebatch_tables::coord::phase1::Phase1Moves;

/// The twin of `candidates/phase1.wgsl`.
pub fn phase1(params: &TestParams, step: (&Step, &[u32]), searched: &Searched, trials: &mut [Trial]) {
    test(params, step, Phase1Moves::get(), searched, start, trials, |_, _, _, _| Some(0));
}

/// Where a trial begins.
pub fn start(trial: &Trial) -> Phase1 {
    let TwistAndFlip { twist, flip } = TwistAndFlip::unpack(trial.start[0]);
    Phase1 { twist: twist as u16, flip: flip as u16, slice: trial.start[1] as u16 }
}
