// Looks up how far the ends of phase 1 are from solved: an invocation takes some paths and finds the best end of each.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    rate_some(workgroup_number(group, params.columns), local);
}

// The number of moves to solved, however many there are.
fn moves_to_solved(start: Phase2Index, _at_most: u32, _position: u32) -> u32 {
    let more = entry(start);
    if more > 0u {
        return BALL_RADIUS + more;
    }
    var here = start;
    for (var distance = 0u; distance < BALL_RADIUS; distance++) {
        if number_of(here) == 0u {
            return distance;
        }
        let images = nearer_in_ball(number_of(here));
        // In a damaged table it is not near.
        if images == 0u {
            break;
        }
        here = neighbour(here, countTrailingZeros(images));
    }
    return BALL_RADIUS;
}
