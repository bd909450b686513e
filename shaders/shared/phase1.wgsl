// Positions of phase 1 up to symmetry, and their entries in the complete table.

fn is_in_g1(here: Phase1Index) -> bool {
    return here.class_index == 0u && here.twist == 0u;
}

// The image of a move under the symmetry of a position, and the move that has this image.
fn image_of(here: Phase1Index, m: u32) -> u32 {
    return tables[PHASE1_IMAGES + here.symmetry * PHASE1_MOVES + m];
}

fn preimage_of(here: Phase1Index, image: u32) -> u32 {
    return tables[PHASE1_PREIMAGES + here.symmetry * PHASE1_MOVES + image];
}

// Where the move with this image leads.
fn neighbour(here: Phase1Index, image: u32) -> Phase1Index {
    let there = unpack_class_and_symmetry(tables[PHASE1_NEIGHBOURS + here.class_index * PHASE1_MOVES + image]);
    let twist = tables[TWIST_MOVES + here.twist * PHASE1_MOVES + image];
    let conjugate = tables[TWIST_CONJUGATES + there.symmetry * TWISTS + twist];
    return Phase1Index(there.class_index, conjugate, product(here.symmetry, there.symmetry));
}

fn entry(here: Phase1Index) -> Phase1Entry {
    let first_bit = (here.class_index * TWISTS + here.twist) * PHASE1_ENTRY_BITS;
    let i = first_bit / 32u;
    let shift = first_bit % 32u;
    var bits = phase1_word(i) >> shift;
    if shift + PHASE1_ENTRY_BITS > 32u {
        bits |= phase1_word(i + 1u) << (32u - shift);
    }
    return unpack_phase1_entry(bits);
}

// The distance from G1 that an entry means: the given one, or the one before or after it, by the residue.
fn distance_beside(distance: u32, entry: Phase1Entry) -> u32 {
    let change = (entry.residue + 3u - distance % 3u) % 3u;
    // Up, the same, or down.
    return select(distance + change, max(distance, 1u) - 1u, change == 2u);
}
