// Copies a buffer.
//
// An invocation takes a quad: four words.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    quads: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> from_quads: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> to_quads: array<vec4<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let quad = workgroup_number(group, params.columns) * WORKGROUP + local;
    if quad < params.quads {
        to_quads[quad] = from_quads[quad];
    }
}
