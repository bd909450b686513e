// Moves before a position.

// The pre-moves of a start.
fn pre_moves_of(start: u32) -> PreMoves {
    return unpack_pre_moves(tables[PRE_MOVES + start / DIRECTIONS]);
}

// The half turn that leads from the first of some pre-moves to the same in the other sense.
fn half_turn_of(pre_moves: PreMoves) -> u32 {
    return move_in(pre_moves.moves, 0u) + 1u;
}
