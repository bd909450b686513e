// Ends the passes of two-phase searches: an invocation takes a position and compares the ends in its list with the best
// end so far. If no node of the pass is left it begins the next one, asks for the distances of starts, or ends the search.

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
    let next = next_pass(position);
    searches.list[position].next_pass = next;
    if next == ENDED {
        atomicSub(&searches.head.under_way, 1u);
        return;
    }
    let place = unpack_pass(next);
    let stage = unpack_stage(tables[params.stages + place.stage]);
    if !is_measured(position, place.start) {
        ask(position, group_of(place.start));
    } else if includes(stage, distance_of(position, place.start)) {
        begin(position, place, stage);
    }
    // Else it goes on there in the next step.
}

// Keeps the best of the ends that were rated. The order in which they were makes no difference.
fn keep_best(position: u32) {
    var next = atomicExchange(&searches.list[position].rated, 0u);
    if next == 0u {
        return;
    }
    let this_pass = searches.list[position].this_pass;
    var best = searches.list[position].best;
    var is_of_pass = searches.list[position].best_pass == this_pass;
    let before = best;
    while next != 0u {
        var end = nodes[LEVELS * params.places + next - 1u];
        let rated = unpack_rated_end(end.word);
        end.word = rated.rating;
        if is_better(end, best, is_of_pass) {
            best = end;
            is_of_pass = true;
        }
        next = rated.next;
    }
    if is_of_pass {
        searches.list[position].best = best;
        searches.list[position].best_pass = this_pass;
        searches.list[position].best_start = searches.list[position].start;
    }
}

// Asks for the distances of the starts of this group.
fn ask(position: u32, group: u32) {
    searches.list[position].measured = pack_measured(with_group(unpack_measured(searches.list[position].measured), group));
    searches.list[atomicAdd(&searches.head.asks, 1u)].asked = pack_asked(Asked(position, group));
}

// What is measured after a group was.
fn with_group(measured: Measured, group: u32) -> Measured {
    if group < KEPT_GROUPS {
        return Measured(measured.kept | (1u << group), measured.other);
    }
    return Measured(measured.kept, group);
}

// Whether the group of a start is measured.
fn is_measured(position: u32, start: u32) -> bool {
    let measured = searches.list[position].measured;
    return pack_measured(with_group(unpack_measured(measured), group_of(start))) == measured;
}

// Adds the node from which the walks of a pass begin.
fn begin(position: u32, next: Pass, stage: Stage) {
    let at = position_at(positions[position], next.start);
    let index = pack_phase1_index(phase1_index(at));
    searches.list[position].this_pass = pack_pass(next);
    searches.list[position].start = Start(index, at.corners, at.ud_edges, at.slice_edges);
    searches.list[position].next_pass = pack_pass(Pass(next.start + 1u, next.stage));
    let level = stage.outside - stage.pre_moves;
    let number = atomicAdd(&searches.head.counts[level], 1u);
    let place = place_of(level, searches.head.firsts[level], number, params.places);
    let state = NodeState(position, 0u, 0u, distance_of(position, next.start));
    nodes[place] = node_with(index, pack_node_state(state), Path());
    atomicStore(&searches.list[position].waiting, 1u);
}

// The next pass that can have ends which make a better solution, or where to look for it: when more starts are measured, or in
// the next step. An invocation looks at as many starts as a group has: llvmpipe ends all loops of eight invocations together
// after 65,535 turns, without a word.
fn next_pass(position: u32) -> u32 {
    let best = searches.list[position].best.word;
    let total = total_of(best);
    let is_spent = searches.head.is_late != 0u || atomicLoad(&searches.list[position].expanded) >= params.max_nodes;
    if best != 0u && (total <= params.max_length || is_spent) {
        return ENDED;
    }
    var at = unpack_pass(searches.list[position].next_pass);
    var left = GROUP_STARTS;
    loop {
        let word = tables[params.stages + at.stage];
        if word == NO_STAGE {
            return ENDED;
        }
        let stage = unpack_stage(word);
        // With no moves left for phase 2 no pass has a better end.
        let first = max(at.start, FIRST_STARTS[stage.pre_moves]);
        let all = FIRST_STARTS[stage.pre_moves + 1u];
        if stage.outside < total && first < all {
            let end = min(all, first + left);
            for (var start = first; start < end; start++) {
                if !is_measured(position, start) || includes(stage, distance_of(position, start)) {
                    return pack_pass(Pass(start, at.stage));
                }
            }
            if end < all {
                return pack_pass(Pass(end, at.stage));
            }
            left -= end - first;
        }
        at = Pass(0u, at.stage + 1u);
    }
    return ENDED;
}

// How far a start is from G1.
fn distance_of(position: u32, start: u32) -> u32 {
    let place = place_of_distance(start);
    return nibble_in(atomicLoad(&searches.list[position].distances[nibble_word(place)]), place);
}

// Whether a start so far from G1 is searched in a stage.
fn includes(stage: Stage, distance: u32) -> bool {
    let length = stage.outside - stage.pre_moves;
    return distance != NO_DISTANCE && distance <= length && min(length - distance, MOST_SLACK) == stage.slack;
}
