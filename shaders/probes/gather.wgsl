// Looks words up all over a buffer.
//
// An invocation adds up some words; where one is does not depend on what others are, so that many look-ups are under way.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    // Of the buffer.
    words: u32,
    // How many invocations there are, and what each looks up.
    sums: u32,
    lookups: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> words: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let number = workgroup_number(group, params.columns) * WORKGROUP + local;
    if number >= params.sums {
        return;
    }
    var sum = 0u;
    for (var i = 0u; i < params.lookups; i++) {
        sum += words[mixed(number * params.lookups + i) % params.words];
    }
    sums[number] = sum;
}
