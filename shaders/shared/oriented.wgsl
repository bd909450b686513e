// All cubies of a position with their orientations, as `Position` has them.

fn corner_at(position: Position, at: u32) -> u32 {
    return nibble_in(position.corners, at);
}

// One of twelve edges at its position.
fn put_edge(into: ptr<function, Position>, at: u32, edge: u32, flip: u32) {
    (*into).ud_edges |= select(0u, nibble_bits(at, edge), at < 8u);
    (*into).slice_edges |= select(nibble_bits(at, edge), 0u, at < 8u);
    (*into).orientations |= flip << (EDGE_FLIPS + at);
}

// First the moves that lead from solved to one position, then the moves that lead to the other.
fn then(first: Position, next: Position) -> Position {
    var both = Position();
    for (var i = 0u; i < 8u; i++) {
        let at = corner_at(next, i);
        both.corners |= nibble_bits(i, corner_at(first, at));
        both.orientations |= ((corner_twist(first, at) + corner_twist(next, i)) % 3u) << (2u * i);
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
        back.orientations |= ((3u - corner_twist(position, i)) % 3u) << (2u * to);
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
    let there = unpack_class_and_symmetry(tables[FLIP_SLICE_CLASSES + flip_of(position) * SLICES + slice_of_position(position)]);
    return Phase1Index(there.class_index, tables[TWIST_CONJUGATES + there.symmetry * TWISTS + twist_of(position)], there.symmetry);
}
