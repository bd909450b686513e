// Does next to nothing with as many buffers as a step of a search.
//
// An invocation adds one to a counter of each.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let number = workgroup_number(group, params.columns) * WORKGROUP + local;
    if number < params.counters {
        first[number]++;
        second[number]++;
        third[number]++;
        fourth[number]++;
    }
}
