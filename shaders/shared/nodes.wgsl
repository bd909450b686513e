// Nodes of two-phase searches, NODE_WORDS each: class | twist << 16 | symmetry << SYMMETRY_BIT; position |
// start << START_BIT | turned << TURNED_BIT | depth << DEPTH_BIT | distance << DISTANCE_BIT; and the moves that led
// there, MOVE_BITS each, MOVES_A_WORD in a word. Each level has room for params.room.
//
// The first word of an end that was rated is next | rating << RATING_BIT instead.

fn position_in(bits: u32) -> u32 {
    return bits % (1u << START_BIT);
}

fn start_in(bits: u32) -> u32 {
    return (bits >> START_BIT) % (1u << (TURNED_BIT - START_BIT));
}

// Of an end: 1 if the pre-move is counter-clockwise.
fn turned_in(bits: u32) -> u32 {
    return (bits >> TURNED_BIT) % (1u << (DEPTH_BIT - TURNED_BIT));
}

fn depth_in(bits: u32) -> u32 {
    return (bits >> DEPTH_BIT) % (1u << (DISTANCE_BIT - DEPTH_BIT));
}

// From G1, of the node or of a neighbour.
fn distance_in(bits: u32) -> u32 {
    return bits >> DISTANCE_BIT;
}

// A move of a path.
fn move_at(path: vec4<u32>, i: u32) -> u32 {
    return (path[i / MOVES_A_WORD] >> (MOVE_BITS * (i % MOVES_A_WORD))) % (1u << MOVE_BITS);
}

// The path with so much added to a move; beyond its end moves are 0.
fn path_with(path: vec4<u32>, i: u32, added: u32) -> vec4<u32> {
    var changed = path;
    changed[i / MOVES_A_WORD] += added << (MOVE_BITS * (i % MOVES_A_WORD));
    return changed;
}
