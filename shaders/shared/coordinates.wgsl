// What phase 1 sees of a position with all its cubies.

fn corner_twist(position: Position, at: u32) -> u32 {
    return (position.orientations >> (2u * at)) & 3u;
}

fn edge_flip(position: Position, at: u32) -> u32 {
    return (position.orientations >> (EDGE_FLIPS + at)) & 1u;
}

fn edge_at(position: Position, at: u32) -> u32 {
    return nibble_in(select(position.slice_edges, position.ud_edges, at < 8u), at);
}

fn twist_of(position: Position) -> u32 {
    var twist = 0u;
    for (var i = 0u; i < 7u; i++) {
        twist = 3u * twist + corner_twist(position, i);
    }
    return twist;
}

fn flip_of(position: Position) -> u32 {
    var flip = 0u;
    for (var i = 0u; i < 11u; i++) {
        flip = 2u * flip + edge_flip(position, i);
    }
    return flip;
}

// The rank of the set of positions of the middle edges, which are counted from the last one.
fn slice_of_position(position: Position) -> u32 {
    var rank = 0u;
    var found = 0u;
    for (var i = 0u; i < 12u; i++) {
        if edge_at(position, 11u - i) >= 8u {
            found++;
            rank += binomial(i, found);
        }
    }
    return rank;
}

// How many sets of up to four numbers below n there are.
fn binomial(n: u32, size: u32) -> u32 {
    var ways = 1u;
    for (var i = 0u; i < size; i++) {
        // No set has more numbers than there are: then a factor is 0.
        ways = ways * (n - min(n, i)) / (i + 1u);
    }
    return ways;
}
