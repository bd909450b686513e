// Makes the solutions of two-phase searches: an invocation takes a position and goes from its best end to solved, by the
// first move that leads nearer. It leaves the positions that were given up to the host.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let position = workgroup_number(group, params.columns) * WORKGROUP + local;
    if position >= params.positions {
        return;
    }
    solve(position);
}

// Adds the moves to solved, however many there are; whether they lead there.
fn add_moves_to_solved(start: Phase2Index, _distance: u32) -> bool {
    return descend(start);
}
