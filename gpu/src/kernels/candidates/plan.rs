//! Plans which candidates are tested next.

use super::Searched;
use cubebatch_shaders::candidates::{GRIDS, KEEP, MOST_PREFIXES, PREFIX_LANES, PlanParams, Step, TEST};
use cubebatch_shaders::two_phase::Grid;
use cubebatch_shaders::words::WORKGROUP;

/// The twin of `candidates/plan.wgsl`.
pub fn plan(params: &PlanParams, searched: &Searched, step: &mut Step, grids: &mut [Grid; GRIDS]) {
    let (length, first_prefix) = match step.is_last {
        1 => (step.length + 1, 0),
        _ => (step.length, step.first_prefix + step.prefixes),
    };
    let grid = |invocations: u64| {
        let workgroups = invocations.div_ceil(WORKGROUP.into());
        let columns = workgroups.min(params.columns.into()) as u32;
        Grid { columns, rows: workgroups.div_ceil(params.columns.into()) as u32, layers: 1 }
    };
    *step = Step { length, first_prefix, prefixes: 0, is_last: 0, ..*step };
    *grids = [grid(0); GRIDS];
    if step.left == 0 || length > params.longest {
        return;
    }
    let rest = searched.prefixes(length as usize) as u32 - first_prefix;
    let prefixes = (params.items / step.left).clamp(1, MOST_PREFIXES).min(rest);
    *step = Step {
        searched: step.left,
        first_searched: if step.first_searched == 0 { params.room } else { 0 },
        left: 0,
        prefixes,
        is_last: (prefixes == rest).into(),
        ..*step
    };
    grids[TEST] = grid(u64::from(step.searched) * u64::from(prefixes) * u64::from(PREFIX_LANES));
    grids[KEEP] = grid(step.searched.into());
}
