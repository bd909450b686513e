// Expands nodes of two-phase searches: an invocation takes a node and adds those of its neighbours from which G1 can be
// reached with the moves left to the next level.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    // Nodes that a level has room for.
    room: u32,
    // The bits of a word's number that count within a buffer of entries.
    shift: u32,
    // Whether expanded nodes with more than UNCOUNTED moves left are counted: 0 or 1.
    counts_nodes: u32,
}

// Of each level so many as there is room for.
@group(0) @binding(2) var<storage, read_write> nodes: array<Node>;
@group(0) @binding(3) var<storage, read_write> searches: Searches;

// How many nodes a workgroup adds, and where it begins: counting them first spares additions to the one count of all.
var<workgroup> added: atomic<u32>;
var<workgroup> first_added: u32;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    if local == 0u {
        atomicStore(&added, 0u);
    }
    workgroupBarrier();
    let i = workgroup_number(group, params.columns) * WORKGROUP + local;
    let level = searches.head.level;
    let is_taken = i < searches.head.taken;
    // Those without a node go along, for the barriers.
    let node = nodes[searches.head.first + select(0u, i, is_taken)];
    let state = unpack_node_state(node.state);
    let here = unpack_phase1_index(node.word);
    let entry_here = entry(here);
    let distance = distance_beside(state.distance, entry_here);
    var images = 0u;
    if is_taken {
        images = images_on(node, entry_here, distance, level);
        if params.counts_nodes != 0u && level > UNCOUNTED {
            atomicAdd(&searches.list[state.position].expanded, 1u);
        }
    }
    let before = atomicAdd(&added, countOneBits(images));
    workgroupBarrier();
    if local == 0u {
        first_added = atomicAdd(&searches.head.counts[level - 1u], atomicLoad(&added));
    }
    workgroupBarrier();
    var next = (level - 1u) * params.room + first_added + before;
    for (; images != 0u; images &= images - 1u) {
        nodes[next] = child(node, countTrailingZeros(images), distance);
        next++;
    }
}

// The node to which the move with this image leads, from one at this distance.
fn child(node: Node, image: u32, distance: u32) -> Node {
    let here = unpack_phase1_index(node.word);
    var state = unpack_node_state(node.state);
    var path = node.path;
    path[move_word(state.depth)] |= move_bits(state.depth, preimage_of(here, image));
    state.depth++;
    state.distance = distance;
    return Node(pack_phase1_index(neighbour(here, image)), pack_node_state(state), path);
}

// The images of the moves after which G1 can be reached in one move less than are left. With one left they end a path.
fn images_on(node: Node, entry_here: Phase1Entry, distance: u32, left: u32) -> u32 {
    let here = unpack_phase1_index(node.word);
    let depth = unpack_node_state(node.state).depth;
    var path = node.path;
    let last = max(depth, 1u) - 1u;
    let last_move = move_in(path[move_word(last)], last);
    let is_straight = distance == left || left == 1u;
    var images = 0u;
    var candidates = select((1u << PHASE1_MOVES) - 1u, entry_here.nearer, is_straight);
    for (; candidates != 0u; candidates &= candidates - 1u) {
        let image = countTrailingZeros(candidates);
        let m = preimage_of(here, image);
        if (depth > 0u && !may_precede(last_move, m)) || (left == 1u && !ends_path(depth, last_move, m)) {
            continue;
        }
        let is_nearer = ((entry_here.nearer >> image) & 1u) != 0u;
        if is_nearer || distance_beside(distance, entry(neighbour(here, image))) < left {
            images |= 1u << image;
        }
    }
    return images;
}

// Whether a move may end a path that has so many moves before, the last of them `before`. It is a quarter turn of a
// side, for which the clockwise one stands: after a move that keeps G1 the path would have been in G1 before. So it
// would after a half turn of the opposite face, which could as well come last.
fn ends_path(depth: u32, before: u32, m: u32) -> bool {
    let comes_after_half_turn = depth > 0u && before / 3u + 3u == m / 3u && before % 3u == 1u;
    return m % 3u == 0u && m / 3u % 3u != 0u && !comes_after_half_turn;
}

// The distance that the entry has modulo 3, and that differs by at most 1.
fn distance_beside(distance: u32, entry: Phase1Entry) -> u32 {
    let change = (entry.residue + 3u - distance % 3u) % 3u;
    // Up, the same, or down.
    return select(distance + change, max(distance, 1u) - 1u, change == 2u);
}
