// Ends a step: an invocation takes a position, keeps the best hit, and has the position searched on if there is none, or if
// a better one can come.

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
