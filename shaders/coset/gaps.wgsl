// Lists the words of a part of a map in which positions are missing: nearly none, before the end of a proof.
//
// An invocation looks at a word. The host sorts the list.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let number = workgroup_number(workgroup, params.columns) * WORKGROUP + local;
    if number >= params.words || map[number] == ~0u {
        return;
    }
    let place = atomicAdd(&count, 1u);
    if place < params.most {
        gaps[place] = Gap(number, ~map[number]);
    }
}
