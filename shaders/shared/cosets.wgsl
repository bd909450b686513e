// Positions, and their cosets: what half turns leave as it is.

// Bits for each place: whether the corner there belongs to the other tetrad, and whether it is turned clockwise or
// counter-clockwise. For the edge there, whether it is at home between F and B, or, EDGE_PLACES bits higher, between U and D;
// and whether it is flipped.
struct Coset {
    odd: u32,
    once: u32,
    twice: u32,
    slices: u32,
    flipped: u32,
}

// Which cubie is at each place, in nibbles, and how they are turned. A compiler keeps this in registers, but arrays in memory.
struct Placed {
    corners: u32,
    first_edges: u32,
    last_edges: u32,
    turned: TurnedCubies,
}

// The position of a node.
fn placed_at(node: u32) -> Placed {
    let turned = unpack_turned_cubies(nodes[node].turned);
    return Placed(nodes[node].corners, nodes[node].edges[0], nodes[node].edges[1], turned);
}

fn edge_at(position: Placed, at: u32) -> u32 {
    return nibble_in(select(position.last_edges, position.first_edges, at < NIBBLE_LANES), at);
}

// The lowest bits of all nibbles, side by side.
fn lowest_bits(nibbles: u32) -> u32 {
    var bits = nibbles & 0x11111111u;
    bits = (bits | (bits >> 3u)) & 0x03030303u;
    bits = (bits | (bits >> 6u)) & 0x000f000fu;
    return (bits | (bits >> 12u)) & 0xffu;
}

// The coset of a position.
fn coset_of(position: Placed) -> Coset {
    // The numbers of edges in a slice have their bits above the lowest two in common.
    let front = lowest_bits(position.first_edges >> 2u) | (lowest_bits(position.last_edges >> 2u) << NIBBLE_LANES);
    let middle = lowest_bits(position.first_edges >> 3u) | (lowest_bits(position.last_edges >> 3u) << NIBBLE_LANES);
    let slices = front | (middle << EDGE_PLACES);
    return Coset(lowest_bits(position.corners), position.turned.once, position.turned.twice, slices, position.turned.flipped);
}

// The coset of the inverse of a position: where a cubie is, there the inverse has the cubie of that place.
fn coset_of_inverse(position: Placed) -> Coset {
    var coset = Coset();
    for (var corner = 0u; corner < CORNER_PLACES; corner++) {
        let at = nibble_in(position.corners, corner);
        coset.odd |= (corner & 1u) << at;
        coset.once |= ((position.turned.twice >> corner) & 1u) << at;
        coset.twice |= ((position.turned.once >> corner) & 1u) << at;
    }
    for (var edge = 0u; edge < EDGE_PLACES; edge++) {
        let at = edge_at(position, edge);
        coset.slices |= (((edge >> 2u) & 1u) | (((edge >> 3u) & 1u) << EDGE_PLACES)) << at;
        coset.flipped |= ((position.turned.flipped >> edge) & 1u) << at;
    }
    return coset;
}

// The coset of the inverse after a quarter turn of a face; both have the same one. `coset` is that of the inverse before.
fn coset_of_inverse_after(coset: Coset, position: Placed, face: u32) -> Coset {
    let places = unpack_face_places(tables[FACE_TURNS + 2u * face]);
    let turn = unpack_face_turn(tables[FACE_TURNS + 2u * face + 1u]);
    var edges = 0u;
    var turned_once = 0u;
    var turned_twice = 0u;
    var corners = 0u;
    for (var i = 0u; i < 4u; i++) {
        edges |= 1u << edge_at(position, nibble_in(places.edges, i));
        let corner = 1u << nibble_in(position.corners, nibble_in(places.corners, i));
        corners |= corner;
        turned_once |= select(0u, corner, ((turn.once >> i) & 1u) != 0u);
        turned_twice |= select(0u, corner, ((turn.twice >> i) & 1u) != 0u);
    }
    let others = ~(turned_once | turned_twice);
    let untwisted = ~(coset.once | coset.twice);
    // The product does to each of these edges what the turn does to one at place 0.
    return Coset(
        coset.odd ^ corners,
        (coset.once & others) | (untwisted & turned_once) | (coset.twice & turned_twice),
        (coset.twice & others) | (coset.once & turned_once) | (untwisted & turned_twice),
        coset.slices ^ (edges * turn.slices),
        coset.flipped ^ (edges * turn.flips),
    );
}

// A key of a coset up to symmetry.
fn key_of(coset: Coset) -> Wide {
    let of_seven = (1u << (CORNER_PLACES - 1u)) - 1u;
    let twists = tables[CORNER_TWISTS + (coset.once & of_seven)] + 2u * tables[CORNER_TWISTS + (coset.twice & of_seven)];
    let reduced = unpack_corner_class(tables[CORNER_CLASS_OF + twists + tables[TETRADS + coset.odd]]);
    let first = EDGE_SYMMETRIES + 3u * reduced.symmetry;
    let first_places = tables[first];
    let after = unpack_edges_after(tables[first + 1u]);
    let before = unpack_slices_before(tables[first + 2u]);
    let both_slices = 1u | (1u << EDGE_PLACES);
    var slices = 0u;
    var flipped = 0u;
    for (var i = 0u; i < EDGE_PLACES; i++) {
        let origin = nibble_in(select(after.places, first_places, i < NIBBLE_LANES), i);
        slices |= ((coset.slices >> origin) & both_slices) << i;
        flipped |= ((coset.flipped >> origin) & 1u) << i;
    }
    let all = (1u << EDGE_PLACES) - 1u;
    let front = slices & all;
    let middle = slices >> EDGE_PLACES;
    let sides = all ^ front ^ middle;
    flipped ^= after.flips;
    flipped ^= select(0u, sides, (before.flipped & 1u) != 0u);
    flipped ^= select(0u, front, (before.flipped & 2u) != 0u);
    flipped ^= select(0u, middle, (before.flipped & 4u) != 0u);
    // The last flip follows from the others.
    flipped &= all >> 1u;
    let edges = one_of(sides, front, middle, before.front) | (one_of(sides, front, middle, before.middle) << EDGE_PLACES);
    let above = 32u - FLIPS_SHIFT;
    return Wide(edges | (flipped << FLIPS_SHIFT), (flipped >> above) | (reduced.class_index << CLASS_SHIFT));
}

// One of three numbers, by 0, 1, 2.
fn one_of(first: u32, second: u32, third: u32, which: u32) -> u32 {
    return select(select(first, second, which == 1u), third, which == 2u);
}
