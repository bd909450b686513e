// One level of the distances in a product of two coordinates: marks the positions to which one
// move leads from those of the last level.
//
// An invocation takes a position. All marks of a dispatch are the same distance, so it does not
// matter which of several invocations that lead to a position comes first.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let position = workgroup_number(group, params.columns) * WORKGROUP + local;
    if position >= params.positions {
        return;
    }
    if byte_in(atomicLoad(&distances[byte_word(position)]), position) != params.distance {
        return;
    }
    let of_row = position / params.values * params.moves;
    let of_value = params.value_turns + position % params.values * params.moves;
    for (var m = 0u; m < params.moves; m++) {
        mark(turns[of_row + m] * params.values + turns[of_value + m]);
    }
}

fn mark(position: u32) {
    let word = byte_word(position);
    let unreached = byte_bits(position, UNREACHED);
    // Most positions are known, and looking costs less than changing.
    if (atomicLoad(&distances[word]) & unreached) != unreached {
        return;
    }
    // All bits of the byte are set, unless another invocation has made it this distance.
    let before = atomicAnd(&distances[word], ~unreached | byte_bits(position, params.distance + 1u));
    if (before & unreached) == unreached {
        atomicAdd(&count, 1u);
    }
}
