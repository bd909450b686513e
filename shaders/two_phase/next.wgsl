// Begins the next passes of two-phase searches, or ends them: an invocation takes a position.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    positions: u32,
    // Nodes that a level has room for.
    room: u32,
    // A solution of so many moves is good enough.
    max_length: u32,
    // After so many nodes any solution is, as after some time.
    max_nodes: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
// Of each level so many as there is room for.
@group(0) @binding(1) var<storage, read_write> nodes: array<Node>;
@group(0) @binding(2) var<storage, read_write> searches: Searches;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let position = workgroup_number(group, params.columns) * WORKGROUP + local;
    if position >= params.positions || searches.list[position].next_pass == ENDED {
        return;
    }
    let number = next_pass(position);
    if number == ENDED {
        searches.list[position].next_pass = ENDED;
        atomicSub(&searches.head.under_way, 1u);
        return;
    }
    searches.list[position].next_pass = number + 1u;
    begin(position, number % STARTS, number / STARTS);
}

// Adds the node from which the paths of a pass go on.
fn begin(position: u32, number: u32, outside: u32) {
    let measured = searches.list[position].starts[number];
    let level = outside - pre_moves_of(number);
    let i = atomicAdd(&searches.head.counts[level], 1u);
    let state = NodeState(position, number, 0u, 0u, measured.distance);
    nodes[level * params.room + i] =
        Node(measured.start.index, pack_node_state(state), array<u32, PATH_WORDS>());
}

// The next pass that can have ends which make a better solution.
fn next_pass(position: u32) -> u32 {
    let best = searches.list[position].best;
    let total = MOST_MOVES - unpack_rating(best).spared;
    let is_spent = searches.head.is_late != 0u || atomicLoad(&searches.list[position].expanded) >= params.max_nodes;
    if best != 0u && (total <= params.max_length || is_spent) {
        return ENDED;
    }
    for (var number = searches.list[position].next_pass; number < STARTS * LEVELS; number++) {
        let outside = number / STARTS;
        // With no moves left for phase 2 no later pass has a better end.
        if outside >= total {
            break;
        }
        let start = number % STARTS;
        if searches.list[position].starts[start].distance + pre_moves_of(start) <= outside {
            return number;
        }
    }
    return ENDED;
}
