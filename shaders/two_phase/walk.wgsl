// Walks on from nodes of two-phase searches: an invocation takes a node and follows the first move after which G1 can be
// reached with the moves left, until a path ends or none goes on. It leaves the nodes to which the other moves lead in their
// levels.

// A node with `left` moves left.
struct Walk {
    here: Phase1Index,
    state: NodeState,
    path: Path,
    left: u32,
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = workgroup_number(group, params.columns) * WORKGROUP + local;
    if i >= searches.head.walks[LEVELS - 1u] {
        return;
    }
    let level = level_of(i);
    let before = select(0u, searches.head.walks[max(level, 1u) - 1u], level > 0u);
    let node = nodes[place_of(level, searches.head.firsts[level], i - before, params.places)];
    walk(Walk(unpack_phase1_index(node.word), unpack_node_state(node.state), path_of(node), level));
}

// The level of the node from which a walk begins.
fn level_of(i: u32) -> u32 {
    var low = 0u;
    var high = LEVELS - 1u;
    while low < high {
        let middle = (low + high) / 2u;
        if searches.head.walks[middle] <= i {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    return low;
}

fn walk(start: Walk) {
    var at = start;
    var added = 0u;
    var expanded = 0u;
    while at.left > 0u {
        let entry_here = entry(at.here);
        // From here on of this node.
        at.state.distance = distance_beside(at.state.distance, entry_here);
        expanded += select(0u, 1u, at.left > UNCOUNTED);
        let images = images_on(at, entry_here);
        if images == 0u {
            break;
        }
        if at.left == 1u {
            add_ends(at, images);
            break;
        }
        added += add_nodes(at, images & (images - 1u));
        at = next(at, countTrailingZeros(images));
    }
    if at.left == 0u {
        add_end(at, atomicAdd(&searches.head.ends, 1u));
    }
    let position = at.state.position;
    // This one waits no more.
    atomicAdd(&searches.list[position].waiting, added - 1u);
    if params.counts_nodes != 0u {
        atomicAdd(&searches.list[position].expanded, expanded);
    }
}

// After the move with this image.
fn next(at: Walk, image: u32) -> Walk {
    var there = at;
    there.path = with_move(at.path, at.state.depth, preimage_of(at.here, image));
    there.here = neighbour(at.here, image);
    there.state.depth++;
    there.left--;
    return there;
}

fn node_of(at: Walk) -> Node {
    return node_with(pack_phase1_index(at.here), pack_node_state(at.state), at.path);
}

// Adds the nodes to which the moves with these images lead to the next level; how many they are.
fn add_nodes(at: Walk, images: u32) -> u32 {
    let added = countOneBits(images);
    if added > 0u {
        let level = at.left - 1u;
        var number = atomicAdd(&searches.head.counts[level], added);
        for (var others = images; others != 0u; others &= others - 1u) {
            let place = place_of(level, searches.head.firsts[level], number, params.places);
            nodes[place] = node_of(next(at, countTrailingZeros(others)));
            number++;
        }
    }
    return added;
}

// Adds the ends to which the moves with these images lead.
fn add_ends(at: Walk, images: u32) {
    var place = atomicAdd(&searches.head.ends, countOneBits(images));
    for (var others = images; others != 0u; others &= others - 1u) {
        add_end(next(at, countTrailingZeros(others)), place);
        place++;
    }
}

fn add_end(at: Walk, place: u32) {
    nodes[LEVELS * params.places + place] = node_of(at);
}

// The images of the moves after which G1 can be reached in one move less than are left. With one left they end a path.
fn images_on(at: Walk, entry_here: Phase1Entry) -> u32 {
    let depth = at.state.depth;
    let last = move_at(at.path, max(depth, 1u) - 1u);
    let is_straight = at.state.distance == at.left || at.left == 1u;
    var images = 0u;
    var candidates = select((1u << PHASE1_MOVES) - 1u, entry_here.nearer, is_straight);
    for (; candidates != 0u; candidates &= candidates - 1u) {
        let image = countTrailingZeros(candidates);
        let m = preimage_of(at.here, image);
        if (depth > 0u && !may_precede(last, m)) || (at.left == 1u && !ends_path(last, m)) {
            continue;
        }
        let is_nearer = ((entry_here.nearer >> image) & 1u) != 0u;
        if is_nearer || distance_beside(at.state.distance, entry(neighbour(at.here, image))) < at.left {
            images |= 1u << image;
        }
    }
    return images;
}

// Whether a move may end a path whose last move is `before`; 0, no half turn, stands for none. It is a quarter turn of a
// side, for which the clockwise one stands: after a move that keeps G1 the path would have been in G1 before. So it
// would after a half turn of the opposite face, which could as well come last.
fn ends_path(before: u32, m: u32) -> bool {
    let comes_after_half_turn = before / 3u + 3u == m / 3u && before % 3u == 1u;
    return m % 3u == 0u && m / 3u % 3u != 0u && !comes_after_half_turn;
}
