// Learns how far starts of two-phase searches are from G1.

// A workgroup takes the starts of a position and a group.
fn measure_group(number: u32, local: u32) {
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
        distance = distance_of(phase1_index(position_at(searches.list[position].position, start)));
    }
    put_distance(position, start, distance);
    return distance;
}
