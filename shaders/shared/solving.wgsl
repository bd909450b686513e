// Puts the solution through the best end of a position: its first two bytes are its direction, and how many moves follow. A position
// that was given up is left to the host.
fn solve(position: u32) {
    if searches[position].given_up != 0u {
        put_solution(position, vec2(NO_SOLUTION, GIVEN_UP));
        return;
    }
    let end = searches[position].best;
    let state = unpack_node_state(end.state);
    var first = vec2(NO_SOLUTION, 1u);
    if end.word != 0u {
        let pre_moves = pre_moves_of(state.start);
        let at = end_of(position, end, state, pre_moves);
        let distance = MOST_MOVES - unpack_rating(end.word).spared - state.depth - pre_moves.count;
        let leads_there = add_moves_to_solved(at, distance);
        for (var i = 0u; i < pre_moves.count; i++) {
            // Counter-clockwise is two quarter turns more.
            add(move_in(pre_moves.moves, i) + select(0u, 2u, i == 0u && state.turned == 1u));
        }
        let is_solved = leads_there && length <= MOST_SOLUTION_MOVES;
        first = select(vec2(NO_SOLUTION, 2u), vec2(state.start % DIRECTIONS, length), is_solved);
    }
    put_solution(position, first);
}

// Where phase 2 begins, after the moves of an end, which are added.
fn end_of(position: u32, end: Node, state: NodeState, pre_moves: PreMoves) -> Phase2Index {
    let image = image(searches[position].position, state.start % DIRECTIONS);
    var cubies = cubies_in(after_pre_moves(image, state.start));
    if state.turned == 1u {
        cubies = composed(turn(half_turn_of(pre_moves)), cubies);
    }
    let path = path_of(end);
    for (var i = 0u; i < state.depth; i++) {
        cubies = turned(cubies, move_at(path, i));
        add(move_at(path, i));
    }
    return reduced(ud_edges_and_corners(cubies), slice_perm(cubies));
}
