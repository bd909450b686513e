// Counts in one word or all over a buffer.
//
// An invocation adds one to a counter.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    // How many invocations there are, and counters.
    invocations: u32,
    counters: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> counters: array<atomic<u32>>;

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
