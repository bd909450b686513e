// Learns how far starts of two-phase searches are from G1: a workgroup takes those of a position and a group.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let number = workgroup_number(group, params.columns);
    if number >= searches.head.due_asks {
        return;
    }
    let asked = unpack_asked(searches.list[number].asked);
    let end = min(first_start_of(asked.group + 1u), STARTS);
    var present = 0u;
    for (var start = first_start_of(asked.group) + local; start < end; start += WORKGROUP) {
        let distance = measure(asked.position, start);
        present |= select(0u, 1u << distance, distance != NO_DISTANCE);
    }
    atomicOr(&searches.list[asked.position].present[present_of(asked.group)], present);
}

fn measure(position: u32, start: u32) -> u32 {
    // Where it looks the same as in a direction before, it is not searched.
    let direction = start % DIRECTIONS;
    let without = nibble_in(atomicLoad(&searches.list[position].distances[nibble_word(direction)]), direction);
    var distance = NO_DISTANCE;
    if without != NO_DISTANCE {
        distance = distance_of(phase1_index(position_at(positions[position], start)));
    }
    put_distance(position, start, distance);
    return distance;
}
