// Ends the passes of two-phase searches: an invocation takes a position and compares the ends in its list with the best
// end so far. If no node of the pass is left it begins the next one, or ends the search.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let position = workgroup_number(group, params.columns) * WORKGROUP + local;
    if position >= params.positions || searches.list[position].next_pass == ENDED {
        return;
    }
    keep_best(position);
    if atomicLoad(&searches.list[position].waiting) > 0u {
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

// Keeps the best of the ends that were rated. The order in which they were makes no difference.
fn keep_best(position: u32) {
    var next = atomicExchange(&searches.list[position].rated, 0u);
    if next == 0u {
        return;
    }
    var best = searches.list[position].best;
    while next != 0u {
        var end = nodes[LEVELS * params.places + next - 1u];
        let rated = unpack_rated_end(end.word);
        end.word = rated.rating;
        if is_better(end, best) {
            best = end;
        }
        next = rated.next;
    }
    searches.list[position].best = best;
}

// Adds the node from which the walks of a pass begin.
fn begin(position: u32, number: u32, outside: u32) {
    let measured = searches.list[position].starts[number];
    let level = outside - pre_moves_of(number);
    let number_there = atomicAdd(&searches.head.counts[level], 1u);
    let place = place_of(level, searches.head.firsts[level], number_there, params.places);
    let state = NodeState(position, number, 0u, 0u, measured.distance);
    nodes[place] = node_with(measured.start.index, pack_node_state(state), Path());
    atomicStore(&searches.list[position].waiting, 1u);
}

// The next pass that can have ends which make a better solution.
fn next_pass(position: u32) -> u32 {
    let best = searches.list[position].best.word;
    let total = total_of(best);
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
