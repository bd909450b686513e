// How far starts are from G1.

fn put_distance(position: u32, start: u32, distance: u32) {
    let place = place_of_distance(start);
    let i = nibble_word(place);
    atomicAnd(&searches.list[position].distances[i], ~nibble_bits(place, 15u));
    atomicOr(&searches.list[position].distances[i], nibble_bits(place, distance));
}

// The length of the path that takes the first move which leads nearer, as often as there is one.
fn distance_of(start: Phase1Index) -> u32 {
    var here = start;
    // A damaged table can lead on for ever.
    for (var distance = 0u; distance < PHASE1_DIAMETER; distance++) {
        let nearer = nearer_from(here);
        if nearer == 0u {
            return distance;
        }
        here = neighbour(here, countTrailingZeros(nearer));
    }
    return PHASE1_DIAMETER;
}
