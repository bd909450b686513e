// The last moves of paths into G1: all paths of few moves are listed, see search/src/engine/cpu/two_phase/last_moves.

// Adds the ends of a path with the moves left. If these are many, the node waits until the next ones are added.
fn add_ends(number: u32, node: Node, here: Phase1Index, left: u32) {
    var state = unpack_node_state(node.state);
    let path = path_of(node);
    if left == 0u {
        // It is none but the start of a path without moves.
        searchers.list[number].ends[atomicAdd(&ends, 1u)] = node;
        return;
    }
    let paths = paths_from(here, left);
    let first = state.rounds * MOST_ENDS_ADDED;
    let count = min(paths.count - min(paths.count, first), MOST_ENDS_ADDED);
    let end = NodeState(state.start, 0u, state.depth + left, state.distance, 0u);
    let last = move_at(path, max(state.depth, 1u) - 1u);
    for (var i = 0u; i < count; i++) {
        let moves = here_moves(here, tables[LISTED_PATHS + paths.first + first + i], left);
        if state.depth == 0u || may_follow(last, moves, left) {
            let place = atomicAdd(&ends, 1u);
            searchers.list[number].ends[place] = node_with(0u, pack_node_state(end), with_moves(path, state.depth, moves));
        }
    }
    if first + count < paths.count {
        state.rounds++;
        put_node(number, atomicAdd(&waiting, 1u), node_with(node.word, pack_node_state(state), path));
    }
}

// Where the paths into G1 with this number of moves are listed.
fn paths_from(here: Phase1Index, left: u32) -> LastMovesPaths {
    let key = pack_last_moves_key(LastMovesKey(left, here.class_index * TWISTS + here.twist));
    var slot = (key * HASH_FACTOR) >> (32u - LAST_MOVES_BITS);
    for (var probe = 0u; probe < MOST_PROBES; probe++) {
        let paths = tables[LAST_MOVES + 2u * slot + 1u];
        if paths == 0u || tables[LAST_MOVES + 2u * slot] == key {
            return unpack_last_moves_paths(paths);
        }
        slot = (slot + 1u) % LAST_MOVES_SLOTS;
    }
    return LastMovesPaths(0u, 0u);
}

// The moves of a listed path before the symmetry of a position. Turns of opposite faces are in the order of moves, but the last two
// as the path has them: the last one is clockwise, and stands for both senses.
fn here_moves(here: Phase1Index, listed: u32, count: u32) -> u32 {
    var moves = 0u;
    var before = preimage_of(here, move_in(listed, 0u));
    for (var i = 1u; i < count; i++) {
        let m = preimage_of(here, move_in(listed, i));
        let are_exchanged = are_opposite(before, m) && m < before && i + 1u < count;
        moves |= move_bits(i - 1u, select(before, m, are_exchanged));
        before = select(m, before, are_exchanged);
    }
    return moves | move_bits(count - 1u, before - before % 3u);
}

// Whether these moves may follow a move: turns of opposite faces among them are in no particular order.
fn may_follow(last: u32, moves: u32, count: u32) -> bool {
    let first = move_in(moves, 0u);
    let is_on_axis = first / 3u % 3u == last / 3u % 3u;
    let second_is_too = count > 1u && are_opposite(first, move_in(moves, 1u));
    return may_precede(last, first) && !(is_on_axis && second_is_too);
}

fn are_opposite(a: u32, b: u32) -> bool {
    return a / 3u % 3u == b / 3u % 3u && a / 3u != b / 3u;
}

// A path with more moves, which are as many as a word has at most.
fn with_moves(path: Path, depth: u32, moves: u32) -> Path {
    let a_word = (1u << (5u * MOVE_LANES)) - 1u;
    let shift = 5u * (depth % MOVE_LANES);
    let low = (moves << shift) & a_word;
    let high = (moves >> 1u) >> (5u * MOVE_LANES - 1u - shift);
    return path + select(Path(), Path(low), is_word(depth)) + select(Path(), Path(high), is_word(depth + MOVE_LANES));
}
