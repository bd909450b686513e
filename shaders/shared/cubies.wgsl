// Where all cubies of a position are, whatever their orientation.

// Nibbles: which cubie is at each position. The edges of the middle layer are 8 ... 11.
struct Cubies {
    corners: u32,
    ud_edges: u32,
    slice_edges: u32,
}

fn cubies_of(start: Start) -> Cubies {
    return Cubies(start.corners, start.ud_edges, start.slice_edges);
}

fn cubies_in(position: Position) -> Cubies {
    return Cubies(position.corners, position.ud_edges, position.slice_edges);
}

// The coordinates of the position of G1 with these cubies.
fn ud_edges_and_corners(cubies: Cubies) -> UdEdgesAndCorners {
    return UdEdgesAndCorners(tables[UD_EDGES_OF_RANK + rank(cubies.ud_edges, 8u, 0u)], rank(cubies.corners, 8u, 0u));
}

fn slice_perm(cubies: Cubies) -> u32 {
    return rank(cubies.slice_edges, 4u, 8u);
}

// The cubies after a move.
fn turned(before: Cubies, m: u32) -> Cubies {
    return composed(before, turn(m));
}

// The cubies of the solved cube after a move.
fn turn(m: u32) -> Cubies {
    let first = TURNED_CUBIES + POSITION_WORDS * m;
    return Cubies(tables[first], tables[first + 1u], tables[first + 2u]);
}

// First the moves that lead from solved to one position, then the moves that lead to the other.
fn composed(first: Cubies, next: Cubies) -> Cubies {
    var both = Cubies(0u, 0u, 0u);
    for (var i = 0u; i < 8u; i++) {
        both.corners |= nibble_bits(i, nibble_in(first.corners, nibble_in(next.corners, i)));
        both.ud_edges |= nibble_bits(i, edge(first, nibble_in(next.ud_edges, i)));
    }
    for (var i = 0u; i < 4u; i++) {
        both.slice_edges |= nibble_bits(i, edge(first, nibble_in(next.slice_edges, i)));
    }
    return both;
}

// The edge at a position, 0 ... 11.
fn edge(cubies: Cubies, at: u32) -> u32 {
    return nibble_in(select(cubies.slice_edges, cubies.ud_edges, at < 8u), at);
}

// The lexicographic rank of a permutation of `size` numbers from the first one on, in nibbles.
fn rank(permutation: u32, size: u32, first: u32) -> u32 {
    var rank = 0u;
    // The numbers still to come.
    var left = (1u << size) - 1u;
    for (var i = 0u; i < size; i++) {
        let bit = 1u << (nibble_in(permutation, i) - first);
        rank = rank * (size - i) + countOneBits(left & (bit - 1u));
        left &= ~bit;
    }
    return rank;
}
