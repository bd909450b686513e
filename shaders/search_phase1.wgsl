// Phase 1: an invocation tests a candidate of a position against p0.
//
// Of a position only the hit with the least number matters, so what comes after one that
// was found already is left out.

const MOVES = PHASE1_TURNS;

// For each start the complement of the least number that hit, 0 if none did.
@group(0) @binding(7) var<storage, read_write> best: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let item = workgroup_number(group, params.columns) * WORKGROUP + local;
    let start = item / params.per_start;
    let number = params.first_number + item % params.per_start;
    if start >= params.starts || number >= params.end_number || atomicLoad(&best[start]) > ~number {
        return;
    }
    let place = find(code_after(starts[start], number));
    if place != NONE && atomicMax(&best[start], ~number) < ~number {
        add_hit(start, number, place);
    }
}

// The code to which a candidate leads.
fn code_after(start: vec2<u32>, number: u32) -> u32 {
    var twist = start.x & 0xffffu;
    var flip = start.x >> 16u;
    var slice = start.y;
    var after = MOVES;
    var rest = number;
    for (var left = params.length; left > 0u; left--) {
        after = next_move(after, left, &rest);
        twist = moves[PHASE1_TWIST_MOVES + twist * MOVES + after];
        flip = moves[PHASE1_FLIP_MOVES + flip * MOVES + after];
        slice = moves[PHASE1_SLICE_MOVES + slice * MOVES + after];
    }
    return (twist * FLIPS + flip) * SLICES + slice;
}
