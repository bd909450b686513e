// Links the blocks of a slice: the first word of each is the number of another one, and all are on one circle.
//
// An invocation takes a block.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let number = workgroup_number(group, params.columns) * WORKGROUP + local;
    if number >= params.a_slice {
        return;
    }
    let block = params.first + number;
    var next = block;
    loop {
        next = (next * LINK_FACTOR + LINK_SUMMAND) & (params.blocks - 1u);
        if in_slice(next) < params.a_slice {
            break;
        }
    }
    let word = block * BLOCK_WORDS;
    items[2u * number] = vec4(next, mixed(word + 1u), mixed(word + 2u), mixed(word + 3u));
    items[2u * number + 1u] = vec4(mixed(word + 4u), mixed(word + 5u), mixed(word + 6u), mixed(word + 7u));
}
