// All cubies of a position with their orientations, as `Position` has them.

fn corner_twist(position: Position, at: u32) -> u32 {
    return (position.orientations >> (2u * at)) & 3u;
}

fn edge_flip(position: Position, at: u32) -> u32 {
    return (position.orientations >> (EDGE_FLIPS + at)) & 1u;
}

fn corner_at(position: Position, at: u32) -> u32 {
    return nibble_in(position.corners, at);
}

fn edge_at(position: Position, at: u32) -> u32 {
    return nibble_in(select(position.slice_edges, position.ud_edges, at < 8u), at);
}

// One of twelve edges at its position.
fn put_edge(into: ptr<function, Position>, at: u32, edge: u32, flip: u32) {
    (*into).ud_edges |= select(0u, nibble_bits(at, edge), at < 8u);
    (*into).slice_edges |= select(nibble_bits(at, edge), 0u, at < 8u);
    (*into).orientations |= flip << (EDGE_FLIPS + at);
}

// First the moves that lead from solved to one position, then those that lead to the other.
fn then(first: Position, next: Position) -> Position {
    var both = Position();
    for (var i = 0u; i < 8u; i++) {
        let at = corner_at(next, i);
        both.corners |= nibble_bits(i, corner_at(first, at));
        both.orientations |= (corner_twist(first, at) + corner_twist(next, i)) % 3u << (2u * i);
    }
    for (var i = 0u; i < 12u; i++) {
        let at = edge_at(next, i);
        put_edge(&both, i, edge_at(first, at), edge_flip(first, at) ^ edge_flip(next, i));
    }
    return both;
}

// The position which, followed by this one, is solved.
fn inverse(position: Position) -> Position {
    var back = Position();
    for (var i = 0u; i < 8u; i++) {
        let to = corner_at(position, i);
        back.corners |= nibble_bits(to, i);
        back.orientations |= (3u - corner_twist(position, i)) % 3u << (2u * to);
    }
    for (var i = 0u; i < 12u; i++) {
        put_edge(&back, edge_at(position, i), i, edge_flip(position, i));
    }
    return back;
}

// The position that stands in the tables from this word on.
fn position_in_tables(first: u32) -> Position {
    return Position(tables[first], tables[first + 1u], tables[first + 2u], tables[first + 3u]);
}

// Where phase 1 begins.
fn phase1_index(position: Position) -> Phase1Index {
    var twist = 0u;
    for (var i = 0u; i < 7u; i++) {
        twist = 3u * twist + corner_twist(position, i);
    }
    var flip = 0u;
    for (var i = 0u; i < 11u; i++) {
        flip = 2u * flip + edge_flip(position, i);
    }
    let there = unpack_class_and_symmetry(tables[FLIP_SLICE_CLASSES + flip * SLICES + slice_of_position(position)]);
    return Phase1Index(there.class_index, tables[TWIST_CONJUGATES + there.symmetry * TWISTS + twist], there.symmetry);
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
