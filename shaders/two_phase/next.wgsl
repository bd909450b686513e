// Ends the passes of two-phase searches: an invocation takes a position and compares the ends in its list with the best
// end so far. If no node of its passes is left it begins the next ones, asks for the distances of starts, or ends the search.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let position = workgroup_number(group, params.columns) * WORKGROUP + local;
    // A warp reads one word to learn which of its searches have ended: in most steps nearly all have.
    if position >= params.positions || flag_in(atomicLoad(&ended[flag_word(position)]), position) != 0u {
        return;
    }
    // The host looks for the shortest solution of a position that may be near.
    if searches.list[position].next_pass == 0u && may_be_near(position) {
        atomicStore(&searches.list[position].given_up, 1u);
    }
    keep_best(position);
    if atomicLoad(&searches.list[position].waiting) > 0u {
        return;
    }
    atomicStore(&searches.list[position].waiting, begin_passes(position));
}

// Whether the starts without pre-moves are near G1. All axes look alike where two do; backwards a position looks alike along all
// axes or along none.
fn may_be_near(position: u32) -> bool {
    var distances = array<u32, DIRECTIONS>();
    var sum = 0u;
    var most = 0u;
    for (var direction = 0u; direction < DIRECTIONS; direction++) {
        var distance = measured_distance(position, direction);
        if distance == NO_DISTANCE {
            distance = distances[select(direction - AXES, 0u, direction < AXES)];
        }
        distances[direction] = distance;
        sum += distance;
        most = max(most, distance);
    }
    return sum <= NEAR_SUM && most <= NEAR_MOST;
}

fn end(position: u32) {
    atomicOr(&ended[flag_word(position)], flag_bits(position, 1u));
    atomicSub(&searches.head.under_way, 1u);
}

// Keeps the best of the ends that were rated. The order in which they were makes no difference.
fn keep_best(position: u32) {
    var next = atomicExchange(&searches.list[position].rated, 0u);
    if next == 0u {
        return;
    }
    var best = searches.list[position].best;
    var best_pass = searches.list[position].best_pass;
    var is_new = false;
    while next != 0u {
        var end = nodes[LEVELS * params.places + next - 1u];
        let rated = unpack_rated_end(end.word);
        end.word = rated.rating;
        let in_pass = searches.list[position].passes[unpack_node_state(end.state).pass_number];
        if is_better(end, in_pass, best, best_pass) {
            best = end;
            best_pass = in_pass;
            is_new = true;
        }
        next = rated.next;
    }
    if is_new {
        searches.list[position].best = best;
        searches.list[position].best_pass = best_pass;
        searches.list[position].best_start = searches.list[position].starts[unpack_node_state(best.state).pass_number];
    }
}

// Asks for the distances of the starts of this group.
fn ask(position: u32, measured: Measured, group: u32) {
    if group >= KEPT_GROUPS {
        atomicStore(&searches.list[position].present[present_of(group)], 0u);
    }
    searches.list[position].measured = pack_measured(with_group(measured, group));
    searches.list[atomicAdd(&searches.head.asks, 1u)].asked = pack_asked(Asked(position, group));
}

// What is measured after a group was.
fn with_group(measured: Measured, group: u32) -> Measured {
    if group < KEPT_GROUPS {
        return Measured(measured.kept | (1u << group), measured.other);
    }
    return Measured(measured.kept, group);
}

// Whether a group is measured.
fn is_measured(measured: Measured, group: u32) -> bool {
    return pack_measured(with_group(measured, group)) == pack_measured(measured);
}

// Begins the next passes of a stage that can have ends which make a better solution; how many. Passes of later stages take more
// work, which may be for nothing. `next_pass` says where to look for others when these have ended. If there are none, the search
// ends.
//
// A group none of whose starts is searched in a stage is passed over. So an invocation looks at the rest of a group, and at one
// more in which a pass begins: llvmpipe ends all loops of eight invocations together after 65,535 turns, without a word.
fn begin_passes(position: u32) -> u32 {
    let best = searches.list[position].best.word;
    let total = total_of(best);
    let is_spent = searches.head.is_late != 0u || atomicLoad(&searches.list[position].expanded) >= params.max_nodes;
    let is_over = (best != 0u && (total <= params.max_length || is_spent)) || atomicLoad(&searches.list[position].given_up) != 0u;
    if is_over {
        end(position);
        return 0u;
    }
    // A limit of nodes is looked at after each pass.
    let at_once = select(1u, searches.head.at_once, params.max_nodes == UNLIMITED);
    let measured = unpack_measured(searches.list[position].measured);
    var at = unpack_pass(searches.list[position].next_pass);
    var begun = 0u;
    while begun < at_once {
        let word = tables[params.stages + at.stage];
        if word == NO_STAGE {
            break;
        }
        let stage = unpack_stage(word);
        let first = max(at.start, FIRST_STARTS[stage.pre_moves]);
        let all = FIRST_STARTS[stage.pre_moves + 1u];
        // With no moves left for phase 2 no pass has a better end.
        if stage.outside >= total || first >= all {
            at = Pass(0u, at.stage + 1u);
            if begun > 0u {
                break;
            }
            continue;
        }
        at.start = first;
        let group = group_of(first);
        if !is_measured(measured, group) {
            ask(position, measured, group);
            break;
        }
        let end = min(all, first_start_of(group + 1u));
        let distances = distances_of(stage);
        if group > 0u && (atomicLoad(&searches.list[position].present[present_of(group)]) & distances) == 0u {
            at.start = end;
            continue;
        }
        begun = begin_some(position, distances, &at, end, begun, at_once);
    }
    if begun == 0u && tables[params.stages + at.stage] == NO_STAGE {
        end(position);
        return 0u;
    }
    list_begun(position, begun);
    searches.list[position].next_pass = pack_pass(at);
    return begun;
}

// Begins passes from starts of a group at some distances, from one start to before another, until there are enough; how many
// then.
fn begin_some(position: u32, distances: u32, at: ptr<function, Pass>, end: u32, before: u32, at_once: u32) -> u32 {
    var begun = before;
    // Within a group starts and places go together.
    let to_start = (*at).start - place_of_distance((*at).start);
    var place = place_of_distance((*at).start);
    let end_place = place + end - (*at).start;
    while place < end_place && begun < at_once {
        let next = (place / 32u + 1u) * 32u;
        var found = at_distances(position, place / 32u, distances) & (~0u << (place % 32u));
        if end_place < next {
            found &= (1u << (end_place % 32u)) - 1u;
        }
        place = min(next, end_place);
        for (; found != 0u && begun < at_once; found &= found - 1u) {
            (*at).start = next - 32u + countTrailingZeros(found) + to_start;
            searches.list[position].passes[begun] = pack_pass(*at);
            begun++;
            if begun == at_once {
                place = (*at).start + 1u - to_start;
            }
        }
    }
    (*at).start = place + to_start;
    return begun;
}

// A bit for each of 32 places, if the start there is at one of some distances. One after the other they would take long: the
// look-ups of four words do not wait for each other.
fn at_distances(position: u32, number: u32, distances: u32) -> u32 {
    var found = 0u;
    for (var i = 0u; i < 4u; i++) {
        let word = atomicLoad(&searches.list[position].distances[min(4u * number + i, DISTANCE_WORDS - 1u)]);
        for (var k = 0u; k < 8u; k++) {
            found |= ((distances >> nibble_in(word, k)) & 1u) << (8u * i + k);
        }
    }
    return found;
}

// Lists the passes of a position that begin.
fn list_begun(position: u32, begun: u32) {
    if begun > 0u {
        let first = atomicAdd(&searches.head.begun, begun);
        for (var number = 0u; number < begun; number++) {
            let start = unpack_pass(searches.list[position].passes[number]).start;
            let begun = Begun(position, number, measured_distance(position, start));
            searches.list[first + number].begun = pack_begun(begun);
        }
    }
}

// A bit for each distance from G1 of the starts that are searched in a stage.
fn distances_of(stage: Stage) -> u32 {
    let length = stage.outside - stage.pre_moves;
    if length < stage.slack {
        return 0u;
    }
    let farthest = 1u << (length - stage.slack);
    let all = select(2u * farthest - 1u, farthest, stage.slack < MOST_SLACK);
    return all & ~(1u << NO_DISTANCE);
}
