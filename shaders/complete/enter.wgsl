// Enters states of positions that have none: an invocation puts bits into a word.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = workgroup_number(group, params.columns) * WORKGROUP + local;
    if i < params.pairs {
        states[pairs[i].x] |= pairs[i].y;
    }
}
