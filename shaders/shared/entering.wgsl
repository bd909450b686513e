// Enters passes of two-phase searches.

// Adds the node from which the walks of a pass begin, by the number of the pass among those that have begun.
fn enter_pass(i: u32) {
    if i < searches.head.due_begun {
        let begun = unpack_begun(searches.list[i].begun);
        enter(begun.position, begun.pass_number);
    }
}

fn enter(position: u32, number: u32) {
    let at_start = unpack_pass(searches.list[position].passes[number]);
    let stage = unpack_stage(tables[params.stages + at_start.stage]);
    let at = position_at(searches.list[position].position, at_start.start);
    let index = pack_phase1_index(phase1_index(at));
    searches.list[position].starts[number] = Start(index, at.corners, at.ud_edges, at.slice_edges);
    let level = stage.outside - stage.pre_moves;
    let place = place_of(
        level,
        searches.head.firsts[level],
        atomicAdd(&searches.head.counts[level], 1u),
        params.places,
    );
    let state = NodeState(position, 0u, 0u, measured_distance(position, at_start.start), number);
    nodes[place] = node_with(index, pack_node_state(state), Path());
}
