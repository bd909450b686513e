// Where all cubies of a position are, whatever their orientation.

// By nibbles: which cubie sits at each position.
struct Cubies {
    corners: u32,
    ud_edges: u32,
    slice_edges: u32,
}

// The position of G1 with these cubies: U/D edges | corners << 16, slice perm.
fn phase2_of(cubies: Cubies) -> vec2<u32> {
    let ud_edges = tables[UD_EDGES_OF_RANK + rank(cubies.ud_edges, 8u)];
    let slice_perm = rank(cubies.slice_edges - 0x8888u, 4u);
    return vec2(ud_edges | (rank(cubies.corners, 8u) << 16u), slice_perm);
}

// The cubies after a move.
fn turned(before: Cubies, m: u32) -> Cubies {
    return composed(before, turn(m));
}

// The solved cube after a move.
fn turn(m: u32) -> Cubies {
    return Cubies(tables[SOURCES + 3u * m], tables[SOURCES + 3u * m + 1u], tables[SOURCES + 3u * m + 2u]);
}

// First the moves that lead from solved to one position, then those that lead to another one.
fn composed(first: Cubies, next: Cubies) -> Cubies {
    var both = Cubies(0u, 0u, 0u);
    for (var i = 0u; i < 32u; i += 4u) {
        both.corners |= nibble(first.corners, 4u * nibble(next.corners, i)) << i;
        both.ud_edges |= edge(first, nibble(next.ud_edges, i)) << i;
    }
    for (var i = 0u; i < 16u; i += 4u) {
        both.slice_edges |= edge(first, nibble(next.slice_edges, i)) << i;
    }
    return both;
}

fn edge(cubies: Cubies, place: u32) -> u32 {
    return nibble(select(cubies.slice_edges, cubies.ud_edges, place < 8u), 4u * (place % 8u));
}

fn nibble(nibbles: u32, bit: u32) -> u32 {
    return (nibbles >> bit) & 15u;
}

// The lexicographic rank of a permutation of 0 ... size - 1, in nibbles.
fn rank(permutation: u32, size: u32) -> u32 {
    var rank = 0u;
    // The numbers still to come.
    var left = (1u << size) - 1u;
    for (var i = 0u; i < size; i++) {
        let bit = 1u << nibble(permutation, 4u * i);
        rank = rank * (size - i) + countOneBits(left & (bit - 1u));
        left &= ~bit;
    }
    return rank;
}
