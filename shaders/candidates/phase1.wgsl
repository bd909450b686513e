// Phase 1: neighbouring invocations test the candidates of a position with one prefix against the table, in turns.
//
// Only the hit of a position with the least number matters, so candidates after a found one are left out.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let invocation = workgroup_number(group, params.columns) * WORKGROUP + local;
    let item = invocation / PREFIX_LANES;
    let lane = invocation % PREFIX_LANES;
    let step = &steps.step;
    if item >= (*step).searched * (*step).prefixes {
        return;
    }
    // All positions come before the next prefix, so that a hit spares those behind it.
    let position = steps.list[(*step).first_searched + item % (*step).searched];
    let number = item / (*step).searched;
    if atomicLoad(&trials[position].best) < pack_rated(Rated(0u, number, 0u)) {
        return;
    }
    let length = (*step).length;
    var at = at_start(trials[position].start);
    var after = MOVES;
    var rest = (*step).first_prefix + number;
    for (var left = prefix_length(length); left > 0u; left--) {
        after = next_move(after, left, &rest);
        at = turn(at, after);
    }
    var lasts = without_lowest(last_moves(after, length > 0u), lane);
    for (var last = lane; lasts != 0u; last += PREFIX_LANES) {
        let m = countTrailingZeros(lasts);
        var end = at;
        if m < MOVES {
            end = turn(at, m);
        }
        if find(code_of(end)) != NONE {
            atomicMin(&trials[position].best, pack_rated(Rated(last, number, 0u)));
            return;
        }
        lasts = without_lowest(lasts, PREFIX_LANES);
    }
}
