// Ends of paths are rated by how far they are from solved. A path has an end for each sense of its last turn and each sense of
// its first pre-move.

// Rates the ends for an invocation.
fn rate_some(number: u32, local: u32) {
    // There are as many workgroups as for the walks and what is beside them, and perhaps more ends.
    let workgroups = workgroups_of_step(searches.head.due_asks, searches.head.due_begun, searches.head.walks[LEVELS - 1u]);
    if number >= workgroups {
        return;
    }
    let ends = atomicLoad(&searches.head.ends);
    for (var i = number * WORKGROUP + local; i < ends; i += workgroups * WORKGROUP) {
        rate(i);
    }
}

fn rate(i: u32) {
    let place = LEVELS * params.places + i;
    let end = nodes[place];
    // By a damaged table a path can lead elsewhere.
    let at = unpack_phase1_index(end.word);
    if at.class_index != 0u || at.twist != 0u {
        return;
    }
    var state = unpack_node_state(end.state);
    let path = path_of(end);
    let pre_moves = pre_moves_of(unpack_pass(searches.list[state.position].passes[state.pass_number]).start);
    var cubies = cubies_of(searches.list[state.position].starts[state.pass_number]);
    for (var k = 0u; k < state.depth; k++) {
        cubies = turned(cubies, move_at(path, k));
    }
    // The end of an earlier pass is better, if its solution is within the bound.
    var most = max(total_of(searches.list[state.position].best.word), params.max_length);
    // With equal ratings the first counts: the senses are in the order of the paths, then of the pre-moves.
    var best = 0u;
    var best_sense = 0u;
    for (var sense = 0u; sense < 4u; sense++) {
        if has_end(state, pre_moves, sense) {
            let rating = rating_of(path, state, pre_moves, sense, cubies, most);
            best_sense = select(best_sense, sense, rating > best);
            best = max(best, rating);
            most = min(most, total_of(rating));
        }
    }
    // Within the bound an end of an earlier pass is better than one with a greater rating.
    if best >= searches.list[state.position].best.word || is_within(best) {
        let next = atomicExchange(&searches.list[state.position].rated, i + 1u);
        state.turned = best_sense % 2u;
        let rated = RatedEnd(next, best);
        nodes[place] = node_with(pack_rated_end(rated), pack_node_state(state), in_sense(path, state, best_sense));
    }
}

// A sense is two bits: 2 if the last turn is counter-clockwise, 1 if the first pre-move is.
fn has_end(state: NodeState, pre_moves: PreMoves, sense: u32) -> bool {
    return (sense < 2u || state.depth > 0u) && (sense % 2u == 0u || pre_moves.count > 0u);
}

// The path whose last turn, which is clockwise in the node, has this sense.
fn in_sense(path: Path, state: NodeState, sense: u32) -> Path {
    if sense < 2u {
        return path;
    }
    return with_move(path, state.depth - 1u, 2u);
}

// The rating of the end with this sense, if the path as it stands leads to these cubies.
fn rating_of(path: Path, state: NodeState, pre_moves: PreMoves, sense: u32, cubies: Cubies, most: u32) -> u32 {
    var at = cubies;
    if sense >= 2u {
        // The other sense is a half turn more.
        at = turned(at, move_at(path, state.depth - 1u) + 1u);
    }
    if sense % 2u == 1u {
        // Both senses of the first pre-move differ by a half turn before all other moves.
        at = composed(turn(half_turn_of(pre_moves)), at);
    }
    let index = reduced(ud_edges_and_corners(at), slice_perm(at));
    let outside = state.depth + pre_moves.count;
    let distance = moves_to_solved(index, most - min(outside, most), state.position);
    return rating(outside + distance, move_at(in_sense(path, state, sense), 0u));
}
