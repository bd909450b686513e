// One level of a sorted table of phase 1: marks the positions of a stripe of blocks to which one turn leads.
//
// A block is the positions of one twist: a row for each flip, a byte in it for each slice. All that lead there by one
// turn are in one other block, whose codes the invocations of a row of workgroups share. Two codes never lead to the
// same position, and turns are dispatched in order, so the first mark of a position is its smallest move.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    // The block of the first row of workgroups.
    first_block: u32,
    // A move, or NO_MOVE: then what is known already is marked as it is.
    turn: u32,
    // The step of positions that are marked by a move, and the least one of those from where it is made.
    step: u32,
    least_step: u32,
    // The blocks whose codes are bound, and the number of the first bound code.
    first_source: u32,
    end_source: u32,
    first_entry: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
// For each turn: the source of each twist, then flips and slices after the inverse.
@group(0) @binding(1) var<storage, read> turns: array<u32>;
// Where the codes of each block begin.
@group(0) @binding(2) var<storage, read> starts: array<u32>;
// Reached.
@group(0) @binding(3) var<storage, read> entries: array<u32>;
// Bytes: MARK_OF_STEP_0 less the step of each position, or 0 where nothing is known.
@group(0) @binding(4) var<storage, read_write> marks: array<atomic<u32>>;
// How many marks each row has.
@group(0) @binding(5) var<storage, read_write> counts: array<atomic<u32>>;

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
