// Enters the passes of two-phase searches that begin: an invocation takes one and adds the node from which its walks begin.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = workgroup_number(group, params.columns) * WORKGROUP + local;
    if i >= atomicLoad(&searches.head.begun) {
        return;
    }
    let begun = unpack_begun(searches.list[i].begun);
    enter(begun.position, begun.pass_number);
}

fn enter(position: u32, number: u32) {
    let at_start = unpack_pass(searches.list[position].passes[number]);
    let stage = unpack_stage(tables[params.stages + at_start.stage]);
    let at = position_at(positions[position], at_start.start);
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
