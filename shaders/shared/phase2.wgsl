// Positions of G1 as places in the complete table d2.

// A position up to symmetry, and the symmetry that carries the position there.
struct Place {
    class_number: u32,
    ud_edges: u32,
    slice_perm: u32,
    symmetry: u32,
}

// Of a position: U/D edges | corners << 16, slice perm in the low byte.
fn place_of(at: vec2<u32>) -> Place {
    let there = tables[CORNERS_CLASS + (at.x >> 16u)];
    let symmetry = there % SYMMETRIES;
    return Place(
        there / SYMMETRIES,
        tables[UD_EDGES_CONJUGATES + symmetry * UD_EDGES + (at.x & 0xffffu)],
        tables[SLICE_PERM_CONJUGATES + symmetry * SLICE_PERMS + (at.y & 0xffu)],
        symmetry,
    );
}

// What a move looks like after the symmetry of a place.
fn number_of(here: Place, m: u32) -> u32 {
    return tables[PHASE2_NUMBER_OF + here.symmetry * TURNS + m];
}

// Where a move leads, given as it looks after the symmetry of the place.
fn beside(here: Place, number: u32) -> Place {
    let there = tables[PHASE2_NEIGHBOURS + here.class_number * TURNS + number];
    let symmetry = there % SYMMETRIES;
    let ud_edges = tables[UD_EDGES_MOVES + here.ud_edges * TURNS + number];
    let slice_perm = tables[SLICE_PERM_MOVES + here.slice_perm * TURNS + number];
    return Place(
        there / SYMMETRIES,
        tables[UD_EDGES_CONJUGATES + symmetry * UD_EDGES + ud_edges],
        tables[SLICE_PERM_CONJUGATES + symmetry * SLICE_PERMS + slice_perm],
        product(here.symmetry, symmetry),
    );
}

fn index_of(place: Place) -> u32 {
    return (place.class_number * UD_EDGES + place.ud_edges) * (SLICE_PERMS / 2u) + place.slice_perm / 2u;
}

// The distance from solved less NEAR_MOVES, 0 where it is less.
fn entry(place: Place) -> u32 {
    let i = index_of(place);
    return (word(i / 8u) >> (4u * (i % 8u))) & 15u;
}

// The moves that lead nearer from a place near solved, as they look after its symmetry; 0 if the
// place is not near.
fn nearer(index: u32) -> u32 {
    var low = 0u;
    var high = params.near;
    while low < high {
        let middle = (low + high) / 2u;
        if tables[NEAR_PLACES + 2u * middle] < index {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    if low == params.near || tables[NEAR_PLACES + 2u * low] != index {
        return 0u;
    }
    return tables[NEAR_PLACES + 2u * low + 1u];
}
