// Walks on from nodes of a two-phase search.

// Walks on from some of the nodes that wait, those behind the others.
fn walk(number: u32, lane: u32, first: u32, count: u32) {
    var node = Node();
    if lane < count {
        node = node_at(number, first + count - 1u - lane);
    }
    // Others take the places of the nodes that were read.
    workgroupBarrier();
    if lane < count {
        walk_from(number, node);
    }
}

// Leaves the nodes after the moves from which G1 may be reached in time, or ends. Whether a node is in time shows when it is
// walked from: so the lanes look that up together.
fn walk_from(number: u32, node: Node) {
    var state = unpack_node_state(node.state);
    let path = path_of(node);
    let left = own.length - state.depth;
    if is_late(state, path) {
        return;
    }
    let here = place_of(unpack_phase1_index(node.word), state, path);
    if left <= UNCOUNTED {
        add_ends(number, node, here, left);
        return;
    }
    let entry_here = entry(here);
    state.distance = distance_beside(state.distance, entry_here);
    if state.distance > left {
        return;
    }
    if params.max_nodes != UNLIMITED {
        atomicAdd(&expanded, 1u);
    }
    let index = pack_phase1_index(here);
    state.depth++;
    let next = pack_node_state(state);
    state.depth--;
    let all = (1u << PHASE1_MOVES) - 1u;
    let images = images_in_order(here, state, path) & select(all, entry_here.nearer, state.distance == left);
    var place = atomicAdd(&waiting, countOneBits(images));
    for (var others = images; others != 0u; others &= others - 1u) {
        let m = preimage_of(here, countTrailingZeros(others));
        put_node(number, place, node_with(index, next, with_move(path, state.depth, m)));
        place++;
    }
}

// Where a path leads, from where it was before its last move.
fn place_of(before: Phase1Index, state: NodeState, path: Path) -> Phase1Index {
    if state.depth == 0u {
        return before;
    }
    return neighbour(before, image_of(before, move_at(path, state.depth - 1u)));
}

// Whether a better end is known than any on this path: within the bound the earlier pass counts, then the first move. The first
// two moves of an end may yet be exchanged.
fn is_late(state: NodeState, path: Path) -> bool {
    if !is_within(own.best.word) {
        return false;
    }
    let best = unpack_node_state(own.best.state);
    let comes_later = state.depth > 2u && move_at(path, 0u) > move_at(path_of(own.best), 0u);
    return state.start > best.start || (state.start == best.start && comes_later);
}

// The images of the moves that may come next in the order of moves.
fn images_in_order(here: Phase1Index, state: NodeState, path: Path) -> u32 {
    let all = (1u << PHASE1_MOVES) - 1u;
    if state.depth == 0u {
        return all;
    }
    // A symmetry carries the moves of a face to those of another one, and opposite faces to opposite ones.
    let last = move_at(path, state.depth - 1u);
    let face = image_of(here, 3u * (last / 3u)) / 3u;
    let opposite = (face + 3u) % 6u;
    // The first one of two opposite faces comes first.
    let before = select(0u, 7u << (3u * opposite), last >= 9u);
    return all & ~(7u << (3u * face)) & ~before;
}
