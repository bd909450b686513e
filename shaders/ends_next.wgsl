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
    let first = first_start(unit % GROUPS);
    begin(position, first, unit / GROUPS);
    if closing_of(first) > 0u {
        begin(position, first + 1u, unit / GROUPS);
    }
}

// Adds the node from which a length is searched.
fn begin(position: u32, number: u32, length: u32) {
    let start = searches.list[position].starts[number];
    let row_and_symmetry = start.row | ((start.slice_edges >> 16u) << SYMMETRY_BIT);
    let level = length - closing_of(number);
    let place = atomicAdd(&searches.counts[level], 1u);
    let node = Node(row_and_symmetry, position, number, 0u, start.distance, vec4(0u, 0u, 0u, 0u));
    write_node(level * params.room + place, node);
}

fn first_start(group: u32) -> u32 {
    return min(2u * group, group + CLOSING_GROUPS);
}

// The next unit that can have ends which make a better solution.
fn next_unit(position: u32) -> u32 {
    let best = atomicLoad(&searches.list[position].best);
    let total = total_of(best);
    let is_spent = searches.is_late != 0u || atomicLoad(&searches.list[position].expanded) >= params.max_nodes;
    if best != 0u && (total <= params.max_length || is_spent) {
        return ENDED;
    }
    for (var unit = searches.list[position].next_unit; unit < GROUPS * LEVELS; unit++) {
        let length = unit / GROUPS;
        if length >= total {
            break;
        }
        let first = first_start(unit % GROUPS);
        if searches.list[position].starts[first].distance + closing_of(first) <= length {
            return unit;
        }
    }
    return ENDED;
}
