// Searches positions by two phases: a workgroup takes one after the other, and searches it to its best end. How far ends are from
// solved is searched between lower bounds. A position with an end for which that takes too many moves is given up, and the host
// searches it.

@compute @workgroup_size(SEARCH_LANES)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let number = workgroup_number(group, params.columns);
    if number < params.searchers {
        search(number, lane);
    }
}

// The number of moves to solved, or one more than `at_most` if there are more.
fn moves_to_solved(start: Phase2Index, at_most: u32) -> u32 {
    tries = params.tries;
    let distance = distance_within(start, min(at_most, PHASE2_DIAMETER));
    if is_given_up {
        atomicStore(&given_up, 1u);
    }
    return distance;
}

// How many turns of loops an invocation makes at most for `moves_to_solved`.
fn turns_to_solved() -> u32 {
    return params.tries + PHASE2_DIAMETER;
}
