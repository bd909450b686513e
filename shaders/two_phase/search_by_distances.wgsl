// Searches positions by two phases: a workgroup takes one after the other, and searches it to its best end. How far ends are from
// solved stands in the complete table of phase 2.

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

// The number of moves to solved, or more than `at_most` if there are more.
fn moves_to_solved(start: Phase2Index, at_most: u32) -> u32 {
    let least = small_bound(start);
    if least > at_most {
        return least;
    }
    return distance_to_solved(start);
}

// How many turns of loops an invocation makes at most for `moves_to_solved`.
fn turns_to_solved() -> u32 {
    return 70u;
}
