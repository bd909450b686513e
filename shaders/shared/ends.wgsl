// Which of two ends of a position is better. Both engines order them as search/src/engine/two_phase/rank.rs does; here most of that
// order is in one number, the rank.

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

// The rank of an end that was found in this stage: the better end has the greater one. Within the bound the earlier pass is better,
// then the greater rating; beyond it the other way round.
fn rank_of(rating: u32, start: u32) -> u32 {
    if is_within(rating) {
        return pack_rank_within(RankWithin(rating, LAST_START - start, 1u));
    }
    return pack_rank_beyond(RankBeyond(LAST_START - start, 0u, unpack_rating(rating).spared));
}

// Whether an end is better than another one with the same rank: by the lexicographically lesser path, then by the clockwise pre-move.
fn is_better(end: Node, than: Node) -> bool {
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
