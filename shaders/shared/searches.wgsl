// Many two-phase searches side by side, and the queue of their nodes.

// Where phase 1 of a position begins: the position in one direction, after a clockwise pre-move or after none.
struct Start {
    // class | twist << 16; corners; U/D edges; middle edges | symmetry << 16.
    row: u32,
    corners: u32,
    ud_edges: u32,
    slice_edges: u32,
    // How far it is from G1; NO_DISTANCE if there is no such start.
    distance: u32,
}

// The search for one position.
struct Search {
    // First those after a pre-move: for each face one for each direction; then one for each direction.
    starts: array<Start, STARTS>,
    // Passes are numbered outside * STARTS + start, where `outside` are the moves outside of phase 2: those of the
    // path and the pre-move. This is the next one; ENDED after the last.
    next_pass: u32,
    // The rating of the best end so far; 0 if there is none.
    best: u32,
    // The list of the ends rated in this step that may be better: the index of the first one plus 1, 0 if it is empty.
    rated: atomic<u32>,
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

// The greater the better; 0 is none. Ends within the bound come before all others, and of these those with the
// least first move; then the total counts, all moves of the solution.
fn rating(is_within: bool, first_move: u32, total: u32) -> u32 {
    let rank = select(0u, PHASE1_TURNS - first_move, is_within);
    return rank * TOTALS + TOTALS - 1u - total;
}

// How many pre-moves the solutions from a start have: 0 or 1.
fn pre_moves_of(start: u32) -> u32 {
    return select(0u, 1u, start < PRE_MOVE_STARTS);
}

fn total_of(rating: u32) -> u32 {
    return TOTALS - 1u - rating % TOTALS;
}
