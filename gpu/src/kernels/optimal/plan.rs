//! Ends a step and plans the next one.

use cubebatch_shaders::optimal::{PROOF_LEVELS, PROOF_MOVES, PlanParams, ProofHead};
use cubebatch_shaders::two_phase::Grid;
use cubebatch_shaders::words::WORKGROUP;

use super::plus;

/// The twin of `optimal/plan.wgsl`.
pub fn plan(params: &PlanParams, head: &mut ProofHead, grids: &mut [Grid]) {
    let left = head.left as usize;
    if head.taken > 0 && head.added > head.room {
        head.cautious |= 1 << left;
        head.counted[left - 1] = head.counted[left - 1].max(head.taken);
    } else if head.taken > 0 {
        head.counts[left - 1] -= head.taken;
        head.firsts[left - 1] = (head.firsts[left - 1] + head.taken) % params.places;
        match left {
            1 => head.solutions += head.added,
            _ => head.counts[left - 2] += head.added,
        }
        head.counted[left - 1] = head.counted[left - 1].saturating_sub(head.taken);
        head.look_ups = plus(head.look_ups, head.looked);
    }
    let mut levels = 1..=PROOF_LEVELS;
    let waits = |left: &usize| head.counts[left - 1] > 0;
    let is_enough = |left: &usize| head.counts[left - 1] >= params.most;
    let next = levels.clone().find(is_enough).or_else(|| levels.clone().rev().find(waits));
    (head.left, head.taken, head.room) = next.map_or((0, 0, 0), |left| {
        let room = match left {
            1 => params.most_solutions - head.solutions,
            _ => params.places - head.counts[left - 2],
        };
        let trusts = left as u32 - 1 <= params.reach && head.cautious >> left & 1 == 0;
        let most = if trusts { params.most } else { params.most.min(room / PROOF_MOVES as u32) };
        (left as u32, head.counts[left - 1].min(most), room)
    });
    head.waiting = levels.by_ref().map(|left| head.counts[left - 1]).sum();
    (head.tried, head.looked, head.added) = (0, 0, 0);
    let workgroups = head.taken.div_ceil(WORKGROUP);
    let (columns, rows) = (workgroups.min(params.columns), workgroups.div_ceil(params.columns));
    grids[0] = Grid { columns, rows, layers: 1 };
}
