// Plans a step of two-phase searches: all ends are rated, and of one level as many nodes are expanded as the next one
// surely has room for. One invocation decides.

struct Params {
    // The most workgroups in a row of a dispatch.
    columns: u32,
    positions: u32,
    // Nodes that a level has room for.
    room: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> searches: Searches;
// Of the dispatches RATE, KEEP, EXPAND and BEGIN.
@group(0) @binding(2) var<storage, read_write> grids: array<Grid>;

// How many nodes wait in each level: it would take long to ask for one after the other.
var<workgroup> waiting: array<u32, LEVELS>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) local: u32) {
    if local < LEVELS {
        waiting[local] = atomicLoad(&searches.head.counts[local]);
    }
    workgroupBarrier();
    if local != 0u {
        return;
    }
    let ends = waiting[0];
    waiting[0] = 0u;
    // The level of which the most can be taken. There is one if any has nodes: the lowest of those has none below.
    var level = 0u;
    var taken = 0u;
    for (var i = 1u; i < LEVELS; i++) {
        let here = min(waiting[i], (params.room - waiting[i - 1u]) / PHASE1_MOVES);
        if here > taken {
            level = i;
            taken = here;
        }
    }
    let left = waiting[level] - taken;
    searches.head.ends = ends;
    searches.head.level = level;
    searches.head.first = level * params.room + left;
    searches.head.taken = taken;
    atomicStore(&searches.head.counts[0], 0u);
    atomicStore(&searches.head.counts[level], left);
    // A pass ends when nothing is left but to rate its last ends.
    let is_over = taken == 0u && atomicLoad(&searches.head.under_way) > 0u;
    grids[RATE] = grid_of(ends);
    grids[KEEP] = grid_of(select(0u, params.positions, ends > 0u));
    grids[EXPAND] = grid_of(taken);
    grids[BEGIN] = grid_of(select(0u, params.positions, is_over));
}

fn grid_of(invocations: u32) -> Grid {
    let workgroups = (invocations + WORKGROUP - 1u) / WORKGROUP;
    return Grid(min(workgroups, params.columns), (workgroups + params.columns - 1u) / params.columns, 1u);
}
