// Phase 2: an invocation tests a candidate of a position of G1 against p1.

const MOVES = TURNS;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let item = workgroup_number(group, params.columns) * WORKGROUP + local;
    let start = item / params.per_start;
    let number = params.first_number + item % params.per_start;
    if start >= params.starts || number >= params.end_number {
        return;
    }
    let place = find(code_after(starts[start], number));
    if place != NONE {
        add_hit(start, number, place);
    }
}

// The code of the class to which a candidate leads.
fn code_after(start: vec2<u32>, number: u32) -> u32 {
    var ud_edges = start.x & 0xffffu;
    var corners = start.x >> 16u;
    var slice_perm = start.y;
    var after = MOVES;
    var rest = number;
    for (var left = params.length; left > 0u; left--) {
        after = next_move(after, left, &rest);
        ud_edges = moves[UD_EDGES_TURNS + ud_edges * MOVES + after];
        corners = moves[CORNERS_TURNS + corners * MOVES + after];
        slice_perm = moves[SLICE_PERM_TURNS + slice_perm * MOVES + after];
    }
    corners = moves[NORMALISED + corners * MEMBERS + ud_edges % MEMBERS];
    return (ud_edges / MEMBERS) * CLASS_PLACES + corners * SLICE_PERMS + slice_perm;
}
