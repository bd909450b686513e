// Plans a step of two-phase searches. One invocation decides: all ends are rated, and of one level
// as many nodes are expanded as the next one surely has room for.

struct Params {
    // The most workgroups in a row of a dispatch.
    columns: u32,
    positions: u32,
    // Nodes that a level has room for.
    room: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> searches: Searches;
// Columns, rows, 1 of the dispatches that rate ends, expand nodes, and begin the next units.
@group(0) @binding(2) var<storage, read_write> grids: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) local: u32) {
    if local != 0u {
        return;
    }
    searches.ends = atomicExchange(&searches.counts[0], 0u);
    searches.level = 0u;
    searches.first = 0u;
    searches.taken = 0u;
    // The level of which the most can be taken. There is one if any has nodes: the lowest of those
    // has none below.
    for (var level = 1u; level < LEVELS; level++) {
        let room = params.room - atomicLoad(&searches.counts[level - 1u]);
        let taken = min(atomicLoad(&searches.counts[level]), room / PHASE1_TURNS);
        if taken > searches.taken {
            searches.level = level;
            searches.taken = taken;
        }
    }
    if searches.taken > 0u {
        let left = atomicSub(&searches.counts[searches.level], searches.taken) - searches.taken;
        searches.first = searches.level * params.room + left;
    }
    grid_of(0u, searches.ends);
    grid_of(3u, searches.taken);
    // A unit ends when nothing is left but to rate its last ends.
    grid_of(6u, select(0u, params.positions, searches.taken == 0u && atomicLoad(&searches.under_way) > 0u));
}

fn grid_of(first: u32, invocations: u32) {
    let workgroups = (invocations + WORKGROUP - 1u) / WORKGROUP;
    grids[first] = min(workgroups, params.columns);
    grids[first + 1u] = (workgroups + params.columns - 1u) / params.columns;
    grids[first + 2u] = 1u;
}
