// Plans a step of two-phase searches: from how many of the nodes that wait in each level walks begin. One invocation
// decides.

// How many nodes of each level wait, and the first one of them. Nodes from which a walk began in the last step wait no more.
// Each level has an invocation that reads it, because reading one after the other would take long.
var<workgroup> counts: array<u32, LEVELS>;
var<workgroup> firsts: array<u32, LEVELS>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) local: u32) {
    if local < LEVELS {
        let before = select(0u, searches.head.walks[max(local, 1u) - 1u], local > 0u);
        let walked = searches.head.walks[local] - before;
        counts[local] = atomicLoad(&searches.head.counts[local]) - walked;
        firsts[local] = place_of(0u, searches.head.firsts[local], walked, params.places);
    }
    workgroupBarrier();
    if local != 0u {
        return;
    }
    let begun = atomicExchange(&searches.head.begun, 0u);
    searches.head.due_begun = begun;
    // Where passes begin, walks begin at once if all levels have room for what these add. Else the first nodes wait.
    var fullest = 0u;
    for (var level = 0u; level < LEVELS; level++) {
        fullest = max(fullest, counts[level]);
    }
    let enters_walking = fullest + MOST_ADDED * (begun + 1u) <= params.room;
    searches.head.enters_walking = select(0u, 1u, enters_walking);
    let most = params.room - select(0u, MOST_ADDED * begun, enters_walking);
    // How much room each lower level has left at least. The lowest level with nodes has empty ones below it, so that there
    // is room for some of its walks.
    var room = most;
    var walks = 0u;
    for (var level = 0u; level < LEVELS; level++) {
        let count = counts[level];
        let taken = min(count, room / MOST_ADDED);
        walks += taken;
        searches.head.walks[level] = walks;
        searches.head.firsts[level] = firsts[level];
        // The nodes that are taken keep their places in this step.
        atomicStore(&searches.head.counts[level], count);
        room = min(room - MOST_ADDED * taken, most - min(count, most));
    }
    atomicStore(&searches.head.ends, 0u);
    let asks = atomicExchange(&searches.head.asks, 0u);
    searches.head.due_asks = asks;
    // The fewer searches are under way, the more passes of each: the device always has work.
    let under_way = atomicLoad(&searches.head.under_way);
    let at_once = clamp(params.passes / max(under_way, 1u), 1u, MOST_PASSES);
    searches.head.at_once = at_once;
    grids[WALK] = grid_of(workgroups_of_step(asks, begun, walks) * WORKGROUP);
    grids[NEXT] = grid_of(select(0u, params.positions, under_way > 0u));
}
