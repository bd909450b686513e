// Many two-phase searches side by side.

struct Searches {
    head: Head,
    list: array<Search>,
}

// How many pre-moves the solutions from a start have: 0 or 1.
fn pre_moves_of(start: u32) -> u32 {
    return select(0u, 1u, start < PRE_MOVE_STARTS);
}
