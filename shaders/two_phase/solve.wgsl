// Makes the solutions of two-phase searches: an invocation takes a position and goes from its best end to solved, by the
// first move that leads nearer. The first two bytes of a solution are its `Way`, and how many moves follow.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let position = workgroup_number(group, params.columns) * WORKGROUP + local;
    if position >= params.positions {
        return;
    }
    let end = searches.list[position].best;
    let state = unpack_node_state(end.state);
    var first = vec2(NO_SOLUTION, 1u);
    if end.word != 0u {
        let is_solved = descend(end_of(position, end, state)) && length <= MOST_SOLUTION_MOVES;
        first = select(vec2(NO_SOLUTION, 2u), vec2(pack_way(Way(state.start, state.turned)), length), is_solved);
    }
    put_solution(position, first);
}

// Where phase 2 begins, after the moves of an end, which are added.
fn end_of(position: u32, end: Node, state: NodeState) -> Phase2Index {
    var cubies = cubies_of(searches.list[position].starts[state.start].start);
    if state.turned == 1u {
        cubies = composed(turn(PRE_MOVES[state.start / DIRECTIONS] + 1u), cubies);
    }
    let path = path_of(end);
    for (var i = 0u; i < state.depth; i++) {
        cubies = turned(cubies, move_at(path, i));
        add(move_at(path, i));
    }
    return reduced(ud_edges_and_corners(cubies), slice_perm(cubies));
}
