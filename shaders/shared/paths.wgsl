// Positions of G1 in hash tables, and their paths.
//
// Positions with the same U/D edges are a block. Each block has a hash table of its own, a power of two of slots. A
// slot is two words: the position in its block (corners * 24 + slice perm) plus 1, or 0 if it is free; and the word of
// its path.

// The word of a path: 0 is no path, and the greatest word is that of the shortlex-least path. The same function leads back.
fn path_word(path: u32) -> u32 {
    return ~path;
}

// The value of a coordinate after a turn; `table` is where its move table begins.
fn coordinate_after(table: u32, value: u32, turn: u32) -> u32 {
    return half_at(table, value * PHASE2_MOVES + turn);
}

// The block to which a turn leads; that block itself if the turn is none.
fn source_of(pair: BlockAndTurn) -> u32 {
    if pair.turn == NO_TURN {
        return pair.block;
    }
    return coordinate_after(UD_EDGES_TURNS, pair.block, pair.turn);
}

// The number of the path `turn`, then the path `rest` of `length` moves; 0 if `rest` begins with `turn`. See `prepend`
// in tables/src/table/sorted/path.rs.
fn prepend(turn: u32, rest: u32) -> u32 {
    if params.length == 0u {
        return 1u + turn;
    }
    let first = (rest - params.first_path) / params.power;
    let others = (rest - params.first_path) % params.power;
    if first == turn {
        return 0u;
    }
    let digit = first - select(0u, 1u, first > turn);
    return params.end_path + (turn * (PHASE2_MOVES - 1u) + digit) * params.power + others;
}
