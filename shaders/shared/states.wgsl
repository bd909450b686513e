// The states of positions in complete searches: 0 where a position was not reached, else its distance modulo 3, plus 1.

fn state_of(distance: u32) -> u32 {
    return distance % 3u + 1u;
}

// The state of the level before the one at this distance. A position that was not reached has no neighbours that are
// nearer than those of that level, so the distance modulo 3 is enough to know them.
fn state_before(distance: u32) -> u32 {
    return state_of(distance + 2u);
}

// The positions of a cell that are in a state: a bit for each.
fn in_state(word: u32, state: u32) -> u32 {
    let cell = unpack_cell(word);
    let low = cell.low ^ select(ALL_SLICE_PERMS, 0u, (state & 1u) != 0u);
    let high = cell.high ^ select(ALL_SLICE_PERMS, 0u, (state & 2u) != 0u);
    return low & high;
}
