// Enters passes of two-phase searches.

// The first walk of a pass, by the number of the pass in the list of passes that begin; or none, if it is to wait as a node.
fn enter_pass(i: u32) -> Walk {
    if i >= searches.head.due_begun {
        return NO_WALK;
    }
    let begun = unpack_begun(searches.list[i].begun);
    return enter(begun.position, begun.pass_number, begun.distance);
}

fn enter(position: u32, number: u32, distance: u32) -> Walk {
    let at_start = unpack_pass(searches.list[position].passes[number]);
    let stage = unpack_stage(tables[params.stages + at_start.stage]);
    let at = position_at(searches.list[position].position, at_start.start);
    let here = phase1_index(at);
    let index = pack_phase1_index(here);
    searches.list[position].starts[number] = Start(index, at.corners, at.ud_edges, at.slice_edges);
    let level = stage.outside - stage.pre_moves;
    let state = NodeState(position, 0u, 0u, distance, number);
    if searches.head.enters_walking != 0u {
        return Walk(here, state, Path(), level);
    }
    let place = place_of(
        level,
        searches.head.firsts[level],
        atomicAdd(&searches.head.counts[level], 1u),
        params.places,
    );
    nodes[place] = node_with(index, pack_node_state(state), Path());
    return NO_WALK;
}
