// Nodes of two-phase searches, NODE_WORDS of `nodes` each: class | twist << 16 | symmetry << 28;
// position | start << START_BIT | depth << DEPTH_BIT | distance << DISTANCE_BIT; and the
// moves that led there, MOVE_BITS each, MOVES_A_WORD in a word. Each level has room for params.room.

struct Node {
    row_and_symmetry: u32,
    position: u32,
    start: u32,
    depth: u32,
    // From G1, of this node or of one beside it.
    distance: u32,
    path: vec4<u32>,
}

fn read_node(i: u32) -> Node {
    let first = i * NODE_WORDS;
    let bits = nodes[first + 1u];
    return Node(
        nodes[first],
        bits % (1u << START_BIT),
        (bits >> START_BIT) % (1u << (DEPTH_BIT - START_BIT)),
        (bits >> DEPTH_BIT) % (1u << (DISTANCE_BIT - DEPTH_BIT)),
        bits >> DISTANCE_BIT,
        vec4(nodes[first + PATH_WORD], nodes[first + PATH_WORD + 1u], nodes[first + PATH_WORD + 2u], nodes[first + PATH_WORD + 3u]),
    );
}

fn write_node(i: u32, node: Node) {
    let first = i * NODE_WORDS;
    nodes[first] = node.row_and_symmetry;
    nodes[first + 1u] = node.position | (node.start << START_BIT) | (node.depth << DEPTH_BIT)
        | (node.distance << DISTANCE_BIT);
    nodes[first + PATH_WORD] = node.path.x;
    nodes[first + PATH_WORD + 1u] = node.path.y;
    nodes[first + PATH_WORD + 2u] = node.path.z;
    nodes[first + PATH_WORD + 3u] = node.path.w;
}

// A move of the path.
fn move_at(path: vec4<u32>, i: u32) -> u32 {
    return (path[i / MOVES_A_WORD] >> (MOVE_BITS * (i % MOVES_A_WORD))) % (1u << MOVE_BITS);
}

// The path and one move more.
fn path_with(path: vec4<u32>, i: u32, m: u32) -> vec4<u32> {
    var longer = path;
    longer[i / MOVES_A_WORD] |= m << (MOVE_BITS * (i % MOVES_A_WORD));
    return longer;
}
