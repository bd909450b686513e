// The moves that led to a node, in vectors: a compiler keeps these in registers, but an array in memory, where its index is
// not known.

alias Path = vec4<u32>;

fn path_of(node: Node) -> Path {
    return Path(node.path[0], node.path[1], node.path[2], node.path[3]);
}

fn node_with(word: u32, state: u32, path: Path) -> Node {
    return Node(word, state, array<u32, PATH_WORDS>(path.x, path.y, path.z, path.w));
}

fn is_word(i: u32) -> vec4<bool> {
    return Path(0u, 1u, 2u, 3u) == Path(move_word(i));
}

fn move_at(path: Path, i: u32) -> u32 {
    let word = select(Path(), path, is_word(i));
    return move_in(word.x | word.y | word.z | word.w, i);
}

// With a move more, or with more added to a move.
fn with_move(path: Path, i: u32, m: u32) -> Path {
    return path + select(Path(), Path(move_bits(i, m)), is_word(i));
}
