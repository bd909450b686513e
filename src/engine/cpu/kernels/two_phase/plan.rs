//! Plans a step of two-phase searches.

use crate::coord::phase1::PHASE1_MOVES;
use crate::engine::layout::two_phase::{BEGIN, EXPAND, Grid, Head, KEEP, LEVELS, PlanParams, RATE};
use crate::engine::layout::words::WORKGROUP;

/// The twin of `two_phase/plan.wgsl`.
pub fn plan(params: &PlanParams, head: &mut Head, grids: &mut [Grid]) {
    head.ends = std::mem::take(&mut head.counts[0]);
    let taken = |below: &[u32]| below[1].min((params.room - below[0]) / PHASE1_MOVES.len() as u32);
    let levels = (1..LEVELS as u32).zip(head.counts.windows(2).map(taken));
    // Of equal ones the lowest.
    let (level, taken) = levels.rev().max_by_key(|&(_, taken)| taken).expect("there are levels");
    (head.level, head.first, head.taken) = (0, 0, taken);
    if taken > 0 {
        head.level = level;
        head.counts[level as usize] -= taken;
        head.first = level * params.room + head.counts[level as usize];
    }
    let is_over = taken == 0 && head.under_way > 0;
    let positions_if = |any: bool| if any { params.positions } else { 0 };
    let grid = |invocations: u32| {
        let workgroups = invocations.div_ceil(WORKGROUP);
        let (columns, rows) = (workgroups.min(params.columns), workgroups.div_ceil(params.columns));
        Grid { columns, rows, layers: 1 }
    };
    grids[RATE] = grid(head.ends);
    grids[KEEP] = grid(positions_if(head.ends > 0));
    grids[EXPAND] = grid(taken);
    grids[BEGIN] = grid(positions_if(is_over));
}
