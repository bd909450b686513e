// Which of two ends of a position is better. Both engines order them as search/src/engine/two_phase/rank.rs does; here most of that
// order is in one number, the rating.

// The rating of an end whose solution has `total` moves, and whose path begins with `first_move`.
fn rating(total: u32, first_move: u32) -> u32 {
    let rank = select(0u, PHASE1_MOVES - first_move, total <= params.max_length);
    return pack_rating(Rating(MOST_MOVES - total, rank));
}

// How many moves the solution of an end with this rating has.
fn total_of(rating: u32) -> u32 {
    return MOST_MOVES - unpack_rating(rating).spared;
}

// Whether the total of an end with this rating is within the bound.
fn is_within(rating: u32) -> bool {
    return unpack_rating(rating).rank > 0u;
}

// Whether an end that was found in one pass is better than one that was found in another pass, or in the same. Within the
// bound the earlier pass is; then the greater rating, the earlier pass, the lexicographically lesser path, the clockwise pre-move.
fn is_better(end: Node, in_pass: u32, than: Node, than_in_pass: u32) -> bool {
    if in_pass != than_in_pass && (end.word == than.word || (is_within(end.word) && is_within(than.word))) {
        return in_pass < than_in_pass;
    }
    if end.word != than.word {
        return end.word > than.word;
    }
    let state = unpack_node_state(end.state);
    for (var i = 0u; i < state.depth; i++) {
        let m = move_at(path_of(end), i);
        let other_m = move_at(path_of(than), i);
        if m != other_m {
            return m < other_m;
        }
    }
    return state.turned < unpack_node_state(than.state).turned;
}
