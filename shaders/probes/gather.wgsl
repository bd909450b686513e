// Looks words up all over a buffer.
//
// An invocation adds up some words; where one is does not depend on what others are, so that many look-ups are under way.

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
