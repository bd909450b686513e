// Phase 1: an invocation tests the candidates of a position with one prefix against the table.
//
// Of a position only the hit with the least number matters, so what comes after one that
// was found already is left out.

const MOVES = PHASE1_MOVES;

// For each start the complement of the least number that hit, 0 if none did.
@group(0) @binding(7) var<storage, read_write> best: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let item = workgroup_number(group, params.columns) * WORKGROUP + local;
    let start = item / params.per_start;
    let prefix = params.first_prefix + item % params.per_start;
    if start >= params.starts || prefix >= params.end_prefix {
        return;
    }
    // Twist, flip, slice.
    let two = unpack_twist_and_flip(starts[start].x);
    var at = vec3(two.twist, two.flip, starts[start].y);
    var after = MOVES;
    var rest = prefix;
    var number = 0u;
    for (var left = params.length; left > 1u; left--) {
        after = next_move(after, left, &rest, &number);
        at = turn(at, after);
    }
    if atomicLoad(&best[start]) > ~number {
        return;
    }
    if params.length == 0u {
        _ = test(start, 0u, at);
        return;
    }
    for (var last = last_moves(after); last != 0u; last &= last - 1u) {
        if test(start, number, turn(at, countTrailingZeros(last))) {
            return;
        }
        number++;
    }
}

fn turn(at: vec3<u32>, m: u32) -> vec3<u32> {
    return vec3(
        moves[PHASE1_TWIST_MOVES + at.x * MOVES + m],
        moves[PHASE1_FLIP_MOVES + at.y * MOVES + m],
        moves[PHASE1_SLICE_MOVES + at.z * MOVES + m],
    );
}

// Whether a candidate that leads here hits.
fn test(start: u32, number: u32, at: vec3<u32>) -> bool {
    let entry = find((at.x * FLIPS + at.y) * SLICES + at.z);
    if entry != NONE && atomicMax(&best[start], ~number) < ~number {
        add_hit(start, number, entry);
    }
    return entry != NONE;
}
