// The workgroups for a number of invocations.
fn grid_of(invocations: u32) -> Grid {
    let workgroups = (invocations + WORKGROUP - 1u) / WORKGROUP;
    return Grid(min(workgroups, params.columns), (workgroups + params.columns - 1u) / params.columns, 1u);
}
