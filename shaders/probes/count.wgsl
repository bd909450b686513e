// Counts in one word or all over a buffer.
//
// An invocation adds one to a counter.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let number = workgroup_number(group, params.columns) * WORKGROUP + local;
    if number < params.invocations {
        atomicAdd(&counters[mixed(number) % params.counters], 1u);
    }
}
