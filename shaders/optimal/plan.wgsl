// Ends a step of exhausting subtrees, and plans the next one: which nodes it goes on from. One invocation decides.
//
// A step has nodes of one level, so that all its invocations do the same. The lowest level that has enough nodes goes first,
// which keeps queues short; if none has enough, the highest one, which makes more.

struct Params {
    // The most workgroups in a row of a dispatch.
    columns: u32,
    // Places of a level.
    places: u32,
    // The most nodes of a step; so many are enough.
    most: u32,
    // Places for solutions.
    most_solutions: u32,
    // The greatest number of moves of which the filter knows.
    reach: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> proofs: Proofs;
@group(0) @binding(2) var<storage, read_write> grids: array<Grid>;

// How many nodes each level has, since it would take long to ask for one after the other.
var<workgroup> counts: array<u32, PROOF_LEVELS>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) local: u32) {
    if local < PROOF_LEVELS {
        counts[local] = proofs.head.counts[local];
    }
    workgroupBarrier();
    if local == 0u {
        end_step();
        begin_step();
    }
}

// Takes the nodes out from which the last step went on, and counts what it added. If there was no room for that, nothing of the
// step counts: it is done anew with fewer nodes.
fn end_step() {
    let left = proofs.head.left;
    let taken = proofs.head.taken;
    let added = atomicLoad(&proofs.head.added);
    if taken == 0u {
        return;
    }
    if added > proofs.head.room {
        proofs.head.cautious |= 1u << left;
        return;
    }
    let level = left - 1u;
    counts[level] -= taken;
    proofs.head.counts[level] = counts[level];
    let first = proofs.head.firsts[level] + taken;
    proofs.head.firsts[level] = select(first - params.places, first, first < params.places);
    if left == 1u {
        proofs.head.solutions += added;
    } else {
        counts[level - 1u] += added;
        proofs.head.counts[level - 1u] = counts[level - 1u];
    }
    // As the CPU does, those without moves left are counted with a look-up each.
    let arrived = atomicLoad(&proofs.head.arrived);
    proofs.head.nodes = more(proofs.head.nodes, taken + arrived);
    proofs.head.look_ups = more(proofs.head.look_ups, atomicLoad(&proofs.head.looked) + arrived);
}

fn more(number: array<u32, 2>, than: u32) -> array<u32, 2> {
    let sum = wide_sum(Wide(number[0], number[1]), than);
    return array<u32, 2>(sum.x, sum.y);
}

fn begin_step() {
    var waiting = 0u;
    var highest = 0u;
    var lowest_of_enough = 0u;
    for (var left = PROOF_LEVELS; left > 0u; left--) {
        let count = counts[left - 1u];
        waiting += count;
        highest = select(highest, left, highest == 0u && count > 0u);
        lowest_of_enough = select(lowest_of_enough, left, count >= params.most);
    }
    let left = select(highest, lowest_of_enough, lowest_of_enough > 0u);
    var taken = 0u;
    var room = 0u;
    if left > 0u {
        room = params.most_solutions - proofs.head.solutions;
        if left > 1u {
            room = params.places - counts[left - 2u];
        }
        taken = min(counts[left - 1u], params.most);
        // Few of those children pass that are tested, so there will be room.
        let is_tested = left <= params.reach + 1u;
        let is_cautious = ((proofs.head.cautious >> left) & 1u) != 0u;
        if !is_tested || is_cautious {
            taken = min(taken, room / PROOF_MOVES);
        }
    }
    proofs.head.waiting = waiting;
    proofs.head.left = left;
    proofs.head.taken = taken;
    proofs.head.room = room;
    atomicStore(&proofs.head.tried, 0u);
    atomicStore(&proofs.head.looked, 0u);
    atomicStore(&proofs.head.arrived, 0u);
    atomicStore(&proofs.head.added, 0u);
    grids[0] = grid_of(taken);
}
