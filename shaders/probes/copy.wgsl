// Copies a buffer.
//
// An invocation takes a quad: four words.

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
