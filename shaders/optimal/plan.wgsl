// Ends a step of an exhaustive search, and plans the next one: which nodes it goes on from. One invocation decides.
//
// A step has nodes of one level, so that all its invocations do the same. The lowest level that has enough nodes goes first,
// which keeps queues short; if none has enough, the highest one, which makes more.

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
    let level = left - 1u;
    let counted = proofs.head.counted[level];
    if added > proofs.head.room {
        proofs.head.cautious |= 1u << left;
        proofs.head.counted[level] = max(counted, taken);
        return;
    }
    proofs.head.counted[level] = max(counted, taken) - taken;
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
    let look_ups = wide_sum(Wide(proofs.head.look_ups[0], proofs.head.look_ups[1]), atomicLoad(&proofs.head.looked));
    proofs.head.look_ups = array<u32, 2>(look_ups.x, look_ups.y);
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
    atomicStore(&proofs.head.added, 0u);
    grids[0] = grid_of(taken);
}
