//! Ends a step and plans the next one.

use crate::engine::layout::optimal::{PROOF_LEVELS, PROOF_MOVES, PlanParams, ProofHead};
use crate::engine::layout::two_phase::Grid;
use crate::engine::layout::words::WORKGROUP;

/// The twin of `optimal/plan.wgsl`.
pub fn plan(params: &PlanParams, head: &mut ProofHead, grids: &mut [Grid]) {
    let left = head.left as usize;
    if head.taken > 0 && head.added > head.room {
        head.cautious |= 1 << left;
    } else if head.taken > 0 {
        head.counts[left - 1] -= head.taken;
        head.firsts[left - 1] = (head.firsts[left - 1] + head.taken) % params.places;
        match left {
            1 => head.solutions += head.added,
            _ => head.counts[left - 2] += head.added,
        }
        let plus = |[low, high]: [u32; 2], more: u32| {
            let sum = (u64::from(low) | u64::from(high) << 32) + u64::from(more);
            [sum as u32, (sum >> 32) as u32]
        };
        head.nodes = plus(plus(head.nodes, head.taken), head.arrived);
        head.look_ups = plus(plus(head.look_ups, head.looked), head.arrived);
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
    (head.tried, head.looked, head.arrived, head.added) = (0, 0, 0, 0);
    let workgroups = head.taken.div_ceil(WORKGROUP);
    let (columns, rows) = (workgroups.min(params.columns), workgroups.div_ceil(params.columns));
    grids[0] = Grid { columns, rows, layers: 1 };
}
