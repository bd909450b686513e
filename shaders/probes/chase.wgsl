// Goes from block to block by their links.
//
// An invocation follows a chain: where it looks up next is what it has looked up.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let number = workgroup_number(group, params.columns) * WORKGROUP + local;
    if number >= params.chains {
        return;
    }
    var block = block_by_chance(params.first + number);
    for (var i = 0u; i < params.steps; i++) {
        block = item_of(slice_of(block), 2u * in_slice(block)).x;
    }
    ends[number] = block;
}
