// One level of p0: marks the places of a stripe of blocks to which one turn leads.
//
// A block is the positions of one twist: a row for each flip, a byte in it for each slice.
// All that lead there by one move are in one other block, whose entries the invocations
// of a row of workgroups share. Two entries never lead to the same place, and moves are
// dispatched in order, so the first mark on a place is the smallest move.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    // The block of the first row of workgroups.
    first_block: u32,
    // A move, or NO_MOVE: then what is known already is marked as it is.
    turn: u32,
    // The step of places that are marked by a move, and the least one that leads on.
    step: u32,
    least_step: u32,
    // The blocks whose entries are bound, and the number of the first bound entry.
    first_source: u32,
    end_source: u32,
    first_entry: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
// For each turn: the source of each twist, then flips and slices after the inverse.
@group(0) @binding(1) var<storage, read> turns: array<u32>;
// Where the entries of each block begin.
@group(0) @binding(2) var<storage, read> starts: array<u32>;
// `step << PLACE_BITS | place`.
@group(0) @binding(3) var<storage, read> entries: array<u32>;
// For each place 255 - step, or 0 where nothing is known.
@group(0) @binding(4) var<storage, read_write> marks: array<atomic<u32>>;
// How many marks each row has.
@group(0) @binding(5) var<storage, read_write> counts: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let table = params.turn * TURN_LENGTH;
    let source = turns[table + params.first_block + group.y];
    if source < params.first_source || source >= params.end_source {
        return;
    }
    let end = starts[source + 1u] - params.first_entry;
    let first = starts[source] - params.first_entry + group.x * WORKGROUP + local;
    for (var i = first; i < end; i += params.columns * WORKGROUP) {
        let entry = entries[i];
        let known_step = entry >> PLACE_BITS;
        if known_step < params.least_step {
            continue;
        }
        let flip = turns[table + FLIP_TURNS + ((entry >> ROW_BITS) & (FLIPS - 1u))];
        let slice = turns[table + SLICE_TURNS + (entry & (ROW - 1u))];
        let step = select(params.step, known_step, params.turn == NO_MOVE);
        mark((group.y << PLACE_BITS) + (flip << ROW_BITS) + slice, 255u - step);
    }
}

fn mark(place: u32, byte: u32) {
    let shift = 8u * (place % 4u);
    // No other invocation of this dispatch marks this place, so it is free or it is not.
    if ((atomicLoad(&marks[place / 4u]) >> shift) & 0xffu) == 0u {
        atomicOr(&marks[place / 4u], byte << shift);
        atomicAdd(&counts[place >> ROW_BITS], 1u);
    }
}
