// Begins the next units of two-phase searches, or ends them: an invocation takes a position.

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
@group(0) @binding(1) var<storage, read_write> nodes: array<u32>;
@group(0) @binding(2) var<storage, read_write> searches: Searches;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let position = workgroup_number(group, params.columns) * WORKGROUP + local;
    if position >= params.positions || searches.list[position].next_unit == ENDED {
        return;
    }
    let unit = next_unit(position);
    if unit == ENDED {
        searches.list[position].next_unit = ENDED;
        atomicSub(&searches.under_way, 1u);
        return;
    }
    searches.list[position].next_unit = unit + 1u;
    let length = unit / DIRECTIONS;
    let direction = unit % DIRECTIONS;
    let start = searches.list[position].starts[direction];
    let row_and_symmetry = start.row | ((start.slice_edges >> 16u) << SYMMETRY_BIT);
    let place = atomicAdd(&searches.counts[length], 1u);
    let node = Node(row_and_symmetry, position, direction, 0u, start.distance, vec4(0u, 0u, 0u, 0u));
    write_node(length * params.room + place, node);
}

// The next unit that can have ends which make a better solution.
fn next_unit(position: u32) -> u32 {
    let best = atomicLoad(&searches.list[position].best);
    let total = total_of(best);
    let is_spent = searches.is_late != 0u || atomicLoad(&searches.list[position].expanded) >= params.max_nodes;
    if best != 0u && (total <= params.max_length || is_spent) {
        return ENDED;
    }
    for (var unit = searches.list[position].next_unit; unit < DIRECTIONS * LEVELS; unit++) {
        let length = unit / DIRECTIONS;
        if length >= total {
            break;
        }
        if searches.list[position].starts[unit % DIRECTIONS].distance <= length {
            return unit;
        }
    }
    return ENDED;
}
