// Many two-phase searches side by side, and the queue of their nodes.

// A position as it is searched in one direction, without a closing turn or before one.
struct Start {
    // class | twist << 16; corners; U/D edges; middle edges | symmetry << 16.
    row: u32,
    corners: u32,
    ud_edges: u32,
    slice_edges: u32,
    // How far it is from G1; NO_DISTANCE if there is none.
    distance: u32,
}

// The search for one position.
struct Search {
    // Two for each group with a closing turn, then one for each direction.
    starts: array<Start, STARTS>,
    // Units are numbered length * GROUPS + group. A closing turn counts for the length. A group is a
    // direction; the first CLOSING_GROUPS of them have two starts, as their closing turns have two senses. The next one, ENDED after the last.
    next_unit: u32,
    // The rating of the best end so far; 0 is none.
    best: atomic<u32>,
    // How many nodes were expanded.
    expanded: atomic<u32>,
}

struct Searches {
    // How many have not ended.
    under_way: atomic<u32>,
    // Whether the time is up: 0 or 1.
    is_late: u32,
    // The work of a step: so many ends, so many nodes from the first on, of this level.
    ends: u32,
    level: u32,
    first: u32,
    taken: u32,
    // How many nodes wait in each level. A level is how many moves are left.
    counts: array<atomic<u32>, LEVELS>,
    list: array<Search>,
}

// The greater the better. Ends within the bound come before all others, and of these those with the
// least first move; then the total counts, all moves of the solution. The place of the end in its level
// makes ratings different.
fn rating(is_within: bool, first_move: u32, total: u32, i: u32) -> u32 {
    let rank = select(0u, PHASE1_TURNS - first_move, is_within);
    return ((rank * TOTALS + TOTALS - 1u - total) << INDEX_BITS) | i;
}

// How many moves close the solutions from a start.
fn closing_of(start: u32) -> u32 {
    return select(0u, 1u, start < 2u * CLOSING_GROUPS);
}

fn total_of(rating: u32) -> u32 {
    return TOTALS - 1u - (rating >> INDEX_BITS) % TOTALS;
}
