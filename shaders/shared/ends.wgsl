// Which of two ends of a position is better. Both engines order them as src/engine/two_phase/rank.rs does; here most of that
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

// Whether an end of this pass is better than one of this pass or of an earlier one. With equal ratings the earlier pass
// is, then the lexicographically lesser path, then the clockwise pre-move.
fn is_better(end: Node, than: Node, is_same_pass: bool) -> bool {
    if end.word != than.word {
        return end.word > than.word;
    }
    if !is_same_pass {
        return false;
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
