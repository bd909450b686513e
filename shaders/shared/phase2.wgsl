// Positions of G1 up to symmetry.

// The position after the symmetry that carries its corners to the representative of their class, and that symmetry.
struct Phase2Index {
    class_index: u32,
    ud_edges: u32,
    slice_perm: u32,
    symmetry: u32,
}

fn reduced(at: UdEdgesAndCorners, slice_perm: u32) -> Phase2Index {
    let there = unpack_class_and_symmetry(tables[CORNERS_CLASSES + at.corners]);
    return Phase2Index(
        there.class_index,
        tables[UD_EDGES_CONJUGATES + there.symmetry * UD_EDGES + at.ud_edges],
        tables[SLICE_PERM_CONJUGATES + there.symmetry * SLICE_PERMS + slice_perm],
        there.symmetry,
    );
}

// The image of a move under the symmetry of a position.
fn phase2_image_of(here: Phase2Index, m: u32) -> u32 {
    return tables[PHASE2_IMAGES + here.symmetry * PHASE2_MOVES + m];
}

// Where the move with this image leads.
fn phase2_neighbour(here: Phase2Index, image: u32) -> Phase2Index {
    let there = unpack_class_and_symmetry(tables[PHASE2_NEIGHBOURS + here.class_index * PHASE2_MOVES + image]);
    let ud_edges = tables[UD_EDGES_MOVES + here.ud_edges * PHASE2_MOVES + image];
    let slice_perm = tables[SLICE_PERM_MOVES + here.slice_perm * PHASE2_MOVES + image];
    return Phase2Index(
        there.class_index,
        tables[UD_EDGES_CONJUGATES + there.symmetry * UD_EDGES + ud_edges],
        tables[SLICE_PERM_CONJUGATES + there.symmetry * SLICE_PERMS + slice_perm],
        product(here.symmetry, there.symmetry),
    );
}

// The number of the position. The parity of the other coordinates leaves half of the slice perms.
fn number_of(here: Phase2Index) -> u32 {
    return (here.class_index * UD_EDGES + here.ud_edges) * HALF_SLICE_PERMS + here.slice_perm / 2u;
}

// The number of moves to solved at least, by the corners and the slice perm.
fn small_bound(here: Phase2Index) -> u32 {
    let i = here.class_index * SLICE_PERMS + here.slice_perm;
    return nibble_in(tables[PHASE2_BOUNDS + nibble_word(i)], i);
}
