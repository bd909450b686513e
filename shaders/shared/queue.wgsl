// The queue of nodes: to read and to write them.

struct Node {
    row_and_symmetry: u32,
    position: u32,
    start: u32,
    depth: u32,
    distance: u32,
    path: vec4<u32>,
}

fn read_node(i: u32) -> Node {
    let first = i * NODE_WORDS;
    let bits = nodes[first + 1u];
    return Node(
        nodes[first],
        position_in(bits),
        start_in(bits),
        depth_in(bits),
        distance_in(bits),
        vec4(nodes[first + PATH_WORD], nodes[first + PATH_WORD + 1u], nodes[first + PATH_WORD + 2u], nodes[first + PATH_WORD + 3u]),
    );
}

fn write_node(i: u32, node: Node) {
    let first = i * NODE_WORDS;
    nodes[first] = node.row_and_symmetry;
    nodes[first + 1u] = node.position | (node.start << START_BIT) | (node.depth << DEPTH_BIT)
        | (node.distance << DISTANCE_BIT);
    write_path(i, node.path);
}

fn write_path(i: u32, path: vec4<u32>) {
    let first = i * NODE_WORDS + PATH_WORD;
    nodes[first] = path.x;
    nodes[first + 1u] = path.y;
    nodes[first + 2u] = path.z;
    nodes[first + 3u] = path.w;
}
