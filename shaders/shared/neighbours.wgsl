// Neighbours by their indices alone.

// The index of the position to which a move leads from the one with this index.
fn neighbour_index(index: u32, m: u32) -> u32 {
    let there = unpack_class_and_symmetry(tables[PHASE1_NEIGHBOURS + index / TWISTS * PHASE1_MOVES + m]);
    let twist = tables[TWIST_MOVES + index % TWISTS * PHASE1_MOVES + m];
    return there.class_index * TWISTS + tables[TWIST_CONJUGATES + there.symmetry * TWISTS + twist];
}
