// Makes the solutions of two-phase searches: an invocation takes a position and searches the way from its best end to solved. It
// leaves the positions that were given up to the host.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let position = workgroup_number(group, params.columns) * WORKGROUP + local;
    if position >= params.positions {
        return;
    }
    tries = params.tries;
    solve(position);
}

// Adds as many moves to solved; whether there are some.
fn add_moves_to_solved(start: Phase2Index, distance: u32) -> bool {
    if distance > PHASE2_DIAMETER || !reaches(start, distance) {
        return false;
    }
    for (var i = 0u; i < distance; i++) {
        add(phase2_move(move_on(trail[i])));
    }
    return true;
}
