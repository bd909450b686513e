// The nodes of a position that wait: a stack, the first ones within the workgroup, and the others in its searcher.

var<workgroup> first_nodes: array<Node, WORKGROUP_NODES>;

fn node_at(number: u32, i: u32) -> Node {
    if i < WORKGROUP_NODES {
        return first_nodes[i];
    }
    return searchers.list[number].waiting[i];
}

fn put_node(number: u32, i: u32, node: Node) {
    if i < WORKGROUP_NODES {
        first_nodes[i] = node;
    } else {
        searchers.list[number].waiting[i] = node;
    }
}

// How many of them are within the workgroup.
fn nodes_here() -> u32 {
    return min(atomicLoad(&waiting), WORKGROUP_NODES);
}

fn load_nodes(number: u32, lane: u32) {
    workgroupBarrier();
    let count = nodes_here();
    for (var i = lane; i < count; i += SEARCH_LANES) {
        first_nodes[i] = searchers.list[number].waiting[i];
    }
}

fn save_nodes(number: u32, lane: u32) {
    let count = nodes_here();
    for (var i = lane; i < count; i += SEARCH_LANES) {
        searchers.list[number].waiting[i] = first_nodes[i];
    }
}
