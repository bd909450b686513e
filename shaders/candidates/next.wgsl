// Ends a step: an invocation takes a position, keeps the best hit, and has the position searched on if there is none, or if
// a better one can come.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    // How many positions a half of the list has room for.
    room: u32,
    // Whether no hit is better than the first one: 0 or 1.
    first_is_best: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> steps: Steps;
@group(0) @binding(2) var<storage, read_write> trials: array<Trial>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let item = workgroup_number(group, params.columns) * WORKGROUP + local;
    if item >= steps.step.searched {
        return;
    }
    let position = steps.list[steps.step.first_searched + item];
    let known = trials[position].known;
    let best = atomicExchange(&trials[position].best, NONE);
    let rated = unpack_rated(best);
    // With equal hits, the one of the earlier step has the lesser number.
    var hit = unpack_known(known);
    if best != NONE && (known == NONE || rated.added < hit.added) {
        hit = Known(rated.last, steps.step.length, 0u, rated.added);
        trials[position].prefix = steps.step.first_prefix + rated.prefix;
    }
    let is_hit = best != NONE || known != NONE;
    hit.is_best = select(params.first_is_best, 1u, steps.step.is_last != 0u);
    if is_hit {
        trials[position].known = pack_known(hit);
    }
    if !is_hit || hit.is_best == 0u {
        let number = atomicAdd(&steps.step.left, 1u);
        steps.list[params.room - steps.step.first_searched + number] = position;
    }
}
