// Positions of phase 1 as places in the complete table d1.

// A position up to symmetry, and the symmetry that carries the position there.
struct Place {
    // class | twist << 16; only G1 has 0.
    row: u32,
    symmetry: u32,
}

// Whether a move may follow another: never the same face twice in a row, and of two opposite
// faces the first one first.
fn may_precede(last: u32, next: u32) -> bool {
    return next / 3u != last / 3u && next / 3u + 3u != last / 3u;
}

// What a move looks like after the symmetry of a place.
fn number_of(here: Place, m: u32) -> u32 {
    return tables[PHASE1_NUMBER_OF + here.symmetry * PHASE1_TURNS + m];
}

// Where a move leads, given as it looks after the symmetry of the place.
fn beside(here: Place, number: u32) -> Place {
    let there = tables[PHASE1_NEIGHBOURS + (here.row & 0xffffu) * PHASE1_TURNS + number];
    let symmetry = there % SYMMETRIES;
    let twist = tables[TWIST_MOVES + (here.row >> 16u) * PHASE1_TURNS + number];
    let conjugate = tables[TWIST_CONJUGATES + symmetry * TWISTS + twist];
    return Place((there / SYMMETRIES) | (conjugate << 16u), product(here.symmetry, symmetry));
}

// The entry of a place: the moves that lead nearer, as they look after its symmetry, and above
// them the distance modulo 3.
fn entry(row: u32) -> u32 {
    let first_bit = ((row & 0xffffu) * TWISTS + (row >> 16u)) * PHASE1_ENTRY_BITS;
    let i = first_bit / 32u;
    let shift = first_bit % 32u;
    var bits = word(i) >> shift;
    if shift + PHASE1_ENTRY_BITS > 32u {
        bits |= word(i + 1u) << (32u - shift);
    }
    return bits & ((1u << PHASE1_ENTRY_BITS) - 1u);
}

fn nearer_of(entry: u32) -> u32 {
    return entry & ((1u << PHASE1_TURNS) - 1u);
}
