// Begins the search of phase 1: an invocation takes a position.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let position = workgroup_number(group, params.columns) * WORKGROUP + local;
    if position >= params.positions {
        return;
    }
    let at = positions[position];
    trials[position].start[0] = pack_twist_and_flip(TwistAndFlip(twist_of(at), flip_of(at)));
    trials[position].start[1] = slice_of_position(at);
    trials[position].prefix = 0u;
    trials[position].known = NONE;
    atomicStore(&trials[position].best, NONE);
    steps.list[position] = position;
}
