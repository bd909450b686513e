// Begins the search of phase 1: an invocation takes a position.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    positions: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> positions: array<Position>;
@group(0) @binding(2) var<storage, read_write> trials: array<Trial>;
// All are searched in the first step.
@group(0) @binding(3) var<storage, read_write> steps: Steps;

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
