// Phase 2: an invocation tests the candidates of a position of G1 with one prefix against the table.

const MOVES = PHASE2_MOVES;

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
    // U/D edges, corners, slice perm.
    let two = unpack_ud_edges_and_corners(starts[start].x);
    var at = vec3(two.ud_edges, two.corners, starts[start].y);
    var after = MOVES;
    var rest = prefix;
    var number = 0u;
    for (var left = params.length; left > 1u; left--) {
        after = next_move(after, left, &rest, &number);
        at = turn(at, after);
    }
    if params.length == 0u {
        test(start, 0u, at);
        return;
    }
    for (var last = last_moves(after); last != 0u; last &= last - 1u) {
        test(start, number, turn(at, countTrailingZeros(last)));
        number++;
    }
}

fn turn(at: vec3<u32>, m: u32) -> vec3<u32> {
    return vec3(
        moves[UD_EDGES_TURNS + at.x * MOVES + m],
        moves[CORNERS_TURNS + at.y * MOVES + m],
        moves[SLICE_PERM_TURNS + at.z * MOVES + m],
    );
}

fn test(start: u32, number: u32, at: vec3<u32>) {
    let corners = moves[NORMALISED + at.y * MEMBERS + at.x % MEMBERS];
    let entry = find((at.x / MEMBERS) * COSET_BLOCK + corners * SLICE_PERMS + at.z);
    if entry != NONE {
        add_hit(start, number, entry);
    }
}
