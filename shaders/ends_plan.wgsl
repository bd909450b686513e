// Plans a step of two-phase searches: all ends are rated, and of one level as many nodes are
// expanded as the next one surely has room for. One invocation decides.

struct Params {
    // The most workgroups in a row of a dispatch.
    columns: u32,
    positions: u32,
    // Nodes that a level has room for.
    room: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> searches: Searches;
// Columns, rows, 1 of the dispatches that rate ends, keep the best of them, expand nodes, and begin the next passes.
@group(0) @binding(2) var<storage, read_write> grids: array<u32>;

// How many nodes wait in each level: it would take long to ask for one after the other.
var<workgroup> waiting: array<u32, LEVELS>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) local: u32) {
    if local < LEVELS {
        waiting[local] = atomicLoad(&searches.counts[local]);
    }
    workgroupBarrier();
    if local != 0u {
        return;
    }
    let ends = waiting[0];
    waiting[0] = 0u;
    // The level of which the most can be taken. There is one if any has nodes: the lowest of those
    // has none below.
    var level = 0u;
    var taken = 0u;
    for (var i = 1u; i < LEVELS; i++) {
        let here = min(waiting[i], (params.room - waiting[i - 1u]) / PHASE1_TURNS);
        if here > taken {
            level = i;
            taken = here;
        }
    }
    let left = waiting[level] - taken;
    searches.ends = ends;
    searches.level = level;
    searches.first = level * params.room + left;
    searches.taken = taken;
    atomicStore(&searches.counts[0], 0u);
    atomicStore(&searches.counts[level], left);
    grid_of(0u, ends);
    grid_of(3u, select(0u, params.positions, ends > 0u));
    grid_of(6u, taken);
    // A pass ends when nothing is left but to rate its last ends.
    grid_of(9u, select(0u, params.positions, taken == 0u && atomicLoad(&searches.under_way) > 0u));
}

fn grid_of(first: u32, invocations: u32) {
    let workgroups = (invocations + WORKGROUP - 1u) / WORKGROUP;
    grids[first] = min(workgroups, params.columns);
    grids[first + 1u] = (workgroups + params.columns - 1u) / params.columns;
    grids[first + 2u] = 1u;
}
