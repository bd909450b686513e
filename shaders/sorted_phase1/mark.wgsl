// One level of a sorted table of phase 1: marks the positions of a stripe of blocks to which one turn leads.
//
// A block is the positions of one twist: a row for each flip, a byte in it for each slice. All that lead there by one
// turn are in one other block, whose codes the invocations of a row of workgroups share. Two codes never lead to the
// same position, and turns are dispatched in order, so the first mark of a position is its smallest move.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let table = params.turn * TURN_WORDS;
    let source = turns[table + params.first_block + group.y];
    if source < params.first_source || source >= params.end_source {
        return;
    }
    let end = starts[source + 1u] - params.first_entry;
    let first = starts[source] - params.first_entry + group.x * WORKGROUP + local;
    for (var i = first; i < end; i += params.columns * WORKGROUP) {
        let known = unpack_reached(entries[i]);
        if known.step < params.least_step {
            continue;
        }
        let before = unpack_flip_slice(known.at);
        let slice = turns[table + SLICE_TURNS + before.slice];
        let flip = turns[table + FLIP_TURNS + before.flip];
        let step = select(params.step, known.step, params.turn == NO_MOVE);
        mark(group.y * FLIP_SLICE_BLOCK + pack_flip_slice(FlipSlice(slice, flip)), step);
    }
}

fn mark(i: u32, step: u32) {
    // No other invocation of this dispatch marks this position, so it is free or it is not.
    if byte_in(atomicLoad(&marks[byte_word(i)]), i) == 0u {
        atomicOr(&marks[byte_word(i)], byte_bits(i, MARK_OF_STEP_0 - step));
        atomicAdd(&counts[i / ROW], 1u);
    }
}
