// Looks whole blocks up all over some slices.
//
// An invocation adds up the words of some blocks; where one is does not depend on what others are, so that many look-ups are under
// way.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let number = workgroup_number(group, params.columns) * WORKGROUP + local;
    if number >= params.sums {
        return;
    }
    var sum = vec4(0u);
    for (var i = 0u; i < params.lookups; i++) {
        let block = block_by_chance(number * params.lookups + i);
        let slice = slice_of(block);
        let item = 2u * in_slice(block);
        sum += item_of(slice, item) + item_of(slice, item + 1u);
    }
    sums[number] = sum.x + sum.y + sum.z + sum.w;
}
