// One level of the distances in a product of two coordinates: marks the positions to which one
// move leads from those of the last level.
//
// An invocation takes a position. All marks of a dispatch are the same distance, so it does not
// matter which of several invocations that lead to a position comes first.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    // How many there are, and how many of them are a block.
    positions: u32,
    values: u32,
    // How many moves there are, and where what they do to values begins.
    moves: u32,
    value_turns: u32,
    // The distance of the last level.
    distance: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
// For each row where each move leads, then likewise for each value.
@group(0) @binding(1) var<storage, read> turns: array<u32>;
// Bytes: the distance of each position, UNREACHED where nothing is known.
@group(0) @binding(2) var<storage, read_write> distances: array<atomic<u32>>;
// How many positions were marked.
@group(0) @binding(3) var<storage, read_write> count: atomic<u32>;

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
