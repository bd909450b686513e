// A step of two-phase searches: it learns how far the starts are that the last step asked for, enters the passes that began there,
// and walks on from nodes. None of these waits for another, so that they share the device. A kernel that does this has functions
// for what it knows of a position: `outlook_from` reads it, `entry_in` is the entry in it, and `images_in_time` says after which
// moves G1 can be reached.

// A node with `left` moves left.
struct Walk {
    here: Phase1Index,
    state: NodeState,
    path: Path,
    left: u32,
}

const NO_WALK = Walk(Phase1Index(), NodeState(), Path(), LEVELS);

// A workgroup has its part of one of the three. Measuring takes the longest, so it comes first.
fn do_part(number: u32, local: u32) {
    let asks = searches.head.due_asks;
    let entering = workgroups_of(searches.head.due_begun);
    var at = NO_WALK;
    if number < asks {
        measure_group(number, local);
    } else if number < asks + entering {
        at = enter_pass((number - asks) * WORKGROUP + local);
    } else {
        at = walk_from((number - asks - entering) * WORKGROUP + local);
    }
    if at.left < LEVELS {
        walk(at);
    }
}

// The walk from a node, by its number among those from which walks begin.
fn walk_from(i: u32) -> Walk {
    if i >= searches.head.walks[LEVELS - 1u] {
        return NO_WALK;
    }
    let level = level_of(i);
    let before = select(0u, searches.head.walks[max(level, 1u) - 1u], level > 0u);
    let node = nodes[place_of(level, searches.head.firsts[level], i - before, params.places)];
    var at = Walk(unpack_phase1_index(node.word), unpack_node_state(node.state), path_of(node), level);
    if at.state.depth > 0u {
        at.here = neighbour(at.here, image_of(at.here, move_at(at.path, at.state.depth - 1u)));
    }
    return at;
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

// Follows the first move from node to node, and leaves the other moves' nodes in their levels.
fn walk(start: Walk) {
    var at = start;
    var added = 0u;
    var expanded = 0u;
    while at.left > 0u {
        let outlook = outlook_from(at.here);
        // From here on of this node.
        at.state.distance = distance_beside(at.state.distance, entry_in(outlook));
        expanded += select(0u, 1u, at.left > UNCOUNTED);
        if at.left == 1u {
            add_ends(at, images_to_end(at, entry_in(outlook).nearer));
            break;
        }
        let images = images_in_time(at, outlook);
        if images == 0u {
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

// The node to which the move with this image leads, for later: where that is, the walk from there finds out. So the lanes of
// a warp do it together.
fn node_after(at: Walk, image: u32) -> Node {
    var state = at.state;
    state.depth++;
    let path = with_move(at.path, at.state.depth, preimage_of(at.here, image));
    return node_with(pack_phase1_index(at.here), pack_node_state(state), path);
}

// Adds the nodes to which the moves with these images lead to the next level; how many they are.
fn add_nodes(at: Walk, images: u32) -> u32 {
    let added = countOneBits(images);
    if added > 0u {
        let level = at.left - 1u;
        var number = atomicAdd(&searches.head.counts[level], added);
        for (var others = images; others != 0u; others &= others - 1u) {
            let place = place_of(level, searches.head.firsts[level], number, params.places);
            nodes[place] = node_after(at, countTrailingZeros(others));
            number++;
        }
    }
    return added;
}

// Adds the ends to which the moves with these images lead.
fn add_ends(at: Walk, images: u32) {
    if images == 0u {
        return;
    }
    var place = atomicAdd(&searches.head.ends, countOneBits(images));
    for (var others = images; others != 0u; others &= others - 1u) {
        add_end(next(at, countTrailingZeros(others)), place);
        place++;
    }
}

fn add_end(at: Walk, place: u32) {
    nodes[LEVELS * params.places + place] = node_with(pack_phase1_index(at.here), pack_node_state(at.state), at.path);
}

// The images of the moves that lead nearer and end a path.
fn images_to_end(at: Walk, nearer: u32) -> u32 {
    let depth = at.state.depth;
    let last = move_at(at.path, max(depth, 1u) - 1u);
    var images = 0u;
    for (var candidates = nearer; candidates != 0u; candidates &= candidates - 1u) {
        let image = countTrailingZeros(candidates);
        let m = preimage_of(at.here, image);
        if (depth == 0u || may_precede(last, m)) && ends_path(last, m) {
            images |= 1u << image;
        }
    }
    return images;
}

// The images of the moves that may come next in the order of moves.
fn images_in_order(at: Walk) -> u32 {
    let all = (1u << PHASE1_MOVES) - 1u;
    if at.state.depth == 0u {
        return all;
    }
    // A symmetry carries the moves of a face to those of another one, and opposite faces to opposite ones.
    let last = move_at(at.path, at.state.depth - 1u) / 3u;
    let face = image_of(at.here, 3u * last) / 3u;
    let opposite = (face + 3u) % 6u;
    // The first one of two opposite faces comes first.
    let before = select(0u, 7u << (3u * opposite), last >= 3u);
    return all & ~(7u << (3u * face)) & ~before;
}

// Whether a move may end a path whose last move is `before`; 0, no half turn, stands for none. It is a quarter turn of a
// side, for which the clockwise one stands: after a move that keeps G1 the path would have been in G1 before. So it
// would after a half turn of the opposite face, which could as well come last.
fn ends_path(before: u32, m: u32) -> bool {
    let comes_after_half_turn = before / 3u + 3u == m / 3u && before % 3u == 1u;
    return m % 3u == 0u && m / 3u % 3u != 0u && !comes_after_half_turn;
}

// The moves that lead nearer, by their images.
fn nearer_from(here: Phase1Index) -> u32 {
    return entry_in(outlook_from(here)).nearer;
}
