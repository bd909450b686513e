// Groups of starts, which are measured together.

fn group_of(start: u32) -> u32 {
    if start >= OTHERS {
        return KEPT_GROUPS + (start - OTHERS) / GROUP_STARTS;
    }
    var group = 0u;
    for (var i = 1u; i < KEPT_GROUPS; i++) {
        group += select(0u, 1u, start >= FIRST_STARTS[i]);
    }
    return group;
}

// The first start of a group; the last one ends with the starts.
fn first_start_of(group: u32) -> u32 {
    if group >= KEPT_GROUPS {
        return OTHERS + (group - KEPT_GROUPS) * GROUP_STARTS;
    }
    return FIRST_STARTS[group];
}

// Which of the words of a search says what distances the starts of a group have; the first group has none.
fn present_of(group: u32) -> u32 {
    return min(group, KEPT_GROUPS) - 1u;
}

// How far a start is from G1, while its group is measured.
fn measured_distance(position: u32, start: u32) -> u32 {
    let place = place_of_distance(start);
    return nibble_in(atomicLoad(&searches.list[position].distances[nibble_word(place)]), place);
}

// The number of the nibble that says how far a start is from G1, while its group is measured.
fn place_of_distance(start: u32) -> u32 {
    if start >= OTHERS {
        return OTHERS + (start - OTHERS) % GROUP_STARTS;
    }
    return start;
}
