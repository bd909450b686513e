//! Keeps the best hits, and has the others searched on.

use cubebatch_shaders::candidates::{Known, NONE, NextParams, Rated, Step, Trial};

/// The twin of `candidates/next.wgsl`. The kernel adds to the list in any order.
pub fn next(params: &NextParams, step: &mut Step, list: &mut [u32], trials: &mut [Trial]) {
    let searched = list[step.first_searched as usize..][..step.searched as usize].to_vec();
    let others = if step.first_searched == 0 { params.room } else { 0 };
    for position in searched {
        let trial = &mut trials[position as usize];
        let Rated { last, prefix, added } = Rated::unpack(trial.best);
        let is_better =
            trial.best != NONE && (trial.known == NONE || added < Known::unpack(trial.known).added);
        if is_better {
            trial.prefix = step.first_prefix + prefix;
            trial.known = Known { last, length: step.length, is_best: 0, added }.pack();
        }
        trial.best = NONE;
        let is_best = trial.known != NONE && (params.first_is_best == 1 || step.is_last == 1);
        if is_best {
            trial.known = Known { is_best: 1, ..Known::unpack(trial.known) }.pack();
        } else {
            list[(others + step.left) as usize] = position;
            step.left += 1;
        }
    }
}
