//! Plans a step of two-phase searches.

use cubebatch_shaders::two_phase::{Grid, Head, LEVELS, MOST_ADDED, MOST_PASSES, NEXT, PlanParams, WALK};
use cubebatch_shaders::words::WORKGROUP;

/// The twin of `two_phase/plan.wgsl`: of each level it looks how much room all levels below have.
pub fn plan(params: &PlanParams, head: &mut Head, grids: &mut [Grid]) {
    head.due_begun = std::mem::take(&mut head.begun);
    let walked = head.walks;
    let waiting = |level: usize| {
        head.counts[level] - (walked[level] - level.checked_sub(1).map_or(0, |below| walked[below]))
    };
    let fullest = (0..LEVELS).map(waiting).max().unwrap_or_default();
    let by_passes = MOST_ADDED as u32 * head.due_begun;
    let enters_walking = fullest + by_passes + MOST_ADDED as u32 <= params.room;
    head.enters_walking = enters_walking.into();
    let most = params.room - if enters_walking { by_passes } else { 0 };
    let mut taken = [0; LEVELS];
    for level in 0..LEVELS {
        let before = level.checked_sub(1).map_or(0, |below| walked[below]);
        let walked_here = walked[level] - before;
        head.counts[level] -= walked_here;
        head.firsts[level] = (head.firsts[level] + walked_here) % params.places;
        let room = |below: usize| {
            let free = most.saturating_sub(head.counts[below]);
            free - added(&taken[below + 1..level])
        };
        let room = (0..level).map(room).chain([most - added(&taken[..level])]).min();
        taken[level] = head.counts[level].min(room.expect("there is room for ends") / MOST_ADDED as u32);
        head.walks[level] = taken.iter().sum();
    }
    head.ends = 0;
    let grid = |invocations: u32| {
        let workgroups = invocations.div_ceil(WORKGROUP);
        let (columns, rows) = (workgroups.min(params.columns), workgroups.div_ceil(params.columns));
        Grid { columns, rows, layers: 1 }
    };
    head.due_asks = std::mem::take(&mut head.asks);
    let workgroups = head.due_asks + head.due_begun.div_ceil(WORKGROUP);
    let workgroups = workgroups + head.walks[LEVELS - 1].div_ceil(WORKGROUP);
    grids[WALK] = grid(workgroups * WORKGROUP);
    grids[NEXT] = grid(if head.under_way > 0 { params.positions } else { 0 });
    head.at_once = params
        .passes
        .checked_div(head.under_way)
        .map_or(MOST_PASSES as u32, |of_each| of_each.clamp(1, MOST_PASSES as u32));
}

/// The most nodes that these walks add to a level.
fn added(taken: &[u32]) -> u32 {
    MOST_ADDED as u32 * taken.iter().sum::<u32>()
}
