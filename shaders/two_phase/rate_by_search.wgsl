// Searches how far the ends of phase 1 are from solved: an invocation takes some paths and finds the best end of each. A position
// with an end for which it tries too many moves is given up, and the host searches that.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    tries = params.tries;
    rate_some(workgroup_number(group, params.columns), local);
}

// The number of moves to solved, or one more than `at_most` if there are more.
fn moves_to_solved(start: Phase2Index, at_most: u32, position: u32) -> u32 {
    let distance = distance_within(start, min(at_most, PHASE2_DIAMETER));
    if is_given_up {
        atomicStore(&searches.list[position].given_up, 1u);
    }
    return distance;
}
