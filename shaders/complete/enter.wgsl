// Enters states of positions that have none: an invocation puts bits into a word.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    pairs: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
// Words of states, each once, and the bits that are put into them.
@group(0) @binding(1) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> states: array<u32>;

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
