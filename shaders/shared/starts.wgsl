// Where searches of a position start.

// The image of a position after the pre-moves of a start.
fn after_pre_moves(image: Position, start: u32) -> Position {
    var at = image;
    let pre_moves = pre_moves_of(start);
    for (var i = pre_moves.count; i > 0u; i--) {
        at = then(position_in_tables(TURNED_CUBIES + POSITION_WORDS * move_in(pre_moves.moves, i - 1u)), at);
    }
    return at;
}

// The position as it is searched in a direction: along one of the axes, forwards or backwards.
fn image(position: Position, direction: u32) -> Position {
    if direction < AXES {
        return along(position, direction);
    }
    return along(inverse(position), direction - AXES);
}

// The position after the rotation that brings an axis to where U and D are.
fn along(position: Position, axis: u32) -> Position {
    let rotation = ROTATIONS + 2u * POSITION_WORDS * axis;
    return then(then(position_in_tables(rotation), position), position_in_tables(rotation + POSITION_WORDS));
}
