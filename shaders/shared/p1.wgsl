// Positions of G1 in hash tables, and their paths.
//
// Positions with the same U/D edges are a block. Each block has a hash table of its own, a
// power of two of slots; a slot is two words: the place (corners * 24 + slice perm) plus
// one, 0 when free, and the complement of the path number, so that 0 is no path and the
// greatest word is the shortlex-least path.

// The value of a coordinate after a turn; `table` is where its move table begins.
fn coordinate_after(table: u32, value: u32, turn: u32) -> u32 {
    return moves[table + value * TURNS + turn];
}

// The block to which a turn leads; that block itself if the turn is none.
fn source_of(block: u32, turn: u32) -> u32 {
    if turn == TURNS {
        return block;
    }
    return coordinate_after(UD_EDGES_TURNS, block, turn);
}

// The number of the path `turn`, then the path `rest` of `length` moves; 0 if `rest` begins
// with `turn`. See `prepend` in src/table/path.rs.
fn prepend(turn: u32, rest: u32) -> u32 {
    if params.length == 0u {
        return 1u + turn;
    }
    let first = (rest - params.first_path) / params.power;
    let tail = (rest - params.first_path) % params.power;
    if first == turn {
        return 0u;
    }
    let digit = first - select(0u, 1u, first > turn);
    return params.end_path + (turn * 9u + digit) * params.power + tail;
}
