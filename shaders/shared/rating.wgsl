// Ends of paths are rated by how far they are from solved. A path has an end for each sense of its last turn and each sense of
// its first pre-move.

// Rates some ends, and keeps the best of them if it is better than the best one before.
fn rate(number: u32, lane: u32, first: u32, count: u32) {
    var end = Node();
    var its_rank = 0u;
    if lane < count {
        end = rated(searchers.list[number].ends[first + lane]);
        if end.word != 0u {
            its_rank = rank_of(end.word, unpack_node_state(end.state).start);
            atomicMax(&best_rank, its_rank);
        }
    }
    workgroupBarrier();
    if its_rank != 0u && its_rank == atomicLoad(&best_rank) {
        searchers.list[number].ends[first + lane] = end;
        atomicOr(&chosen, 1u << lane);
    }
    workgroupBarrier();
    storageBarrier();
    if lane == 0u {
        for (var others = atomicLoad(&chosen); others != 0u; others &= others - 1u) {
            let other = searchers.list[number].ends[first + countTrailingZeros(others)];
            if own.rank != atomicLoad(&best_rank) || is_better(other, own.best) {
                own.rank = atomicLoad(&best_rank);
                own.best = other;
            }
        }
        atomicStore(&chosen, 0u);
    }
}

// The best end of a path, with its rating; 0 if none is of use.
fn rated(end: Node) -> Node {
    var state = unpack_node_state(end.state);
    let path = path_of(end);
    if is_late(state, path) {
        return Node();
    }
    let pre_moves = pre_moves_of(state.start);
    var cubies = cubies_in(own.images[state.start % DIRECTIONS]);
    for (var i = pre_moves.count; i > 0u; i--) {
        cubies = composed(turn(move_in(pre_moves.moves, i - 1u)), cubies);
    }
    for (var k = 0u; k < state.depth; k++) {
        cubies = turned(cubies, move_at(path, k));
    }
    // The end of an earlier pass is better, if its solution is within the bound.
    var most = max(total_of(own.best.word), params.max_length);
    // With equal ratings the first counts: the senses are in the order of the paths, then of the pre-moves.
    var best = 0u;
    var best_sense = 0u;
    var first_total = 0u;
    for (var sense = 0u; sense < 4u; sense++) {
        // The other sense of a turn is a half turn more, and so a move nearer at best.
        let least = first_total - min(first_total, countOneBits(sense));
        if has_end(state, pre_moves, sense) && least <= most {
            let total = total_in_sense(path, state, pre_moves, sense, cubies, most);
            let its_rating = rating(total, move_at(in_sense(path, state, sense), 0u));
            first_total = select(first_total, total, sense == 0u);
            if total <= most && its_rating > best {
                best = its_rating;
                best_sense = sense;
                most = min(most, max(total, params.max_length));
            }
        }
    }
    if best == 0u {
        return Node();
    }
    state.turned = best_sense % 2u;
    return node_with(best, pack_node_state(state), in_sense(path, state, best_sense));
}

// A sense is two bits: 2 if the last turn is counter-clockwise, 1 if the first pre-move is.
fn has_end(state: NodeState, pre_moves: PreMoves, sense: u32) -> bool {
    return (sense < 2u || state.depth > 0u) && (sense % 2u == 0u || pre_moves.count > 0u);
}

// The path whose last turn, which is clockwise in the node, has this sense. Turns of opposite faces are in the order of moves.
fn in_sense(path: Path, state: NodeState, sense: u32) -> Path {
    let end = max(state.depth, 1u) - 1u;
    let last = move_at(path, end) + select(0u, 2u, sense >= 2u);
    let turned = with_move(path, end, select(0u, 2u, sense >= 2u));
    if state.depth < 2u {
        return turned;
    }
    let before = move_at(path, end - 1u);
    if !are_opposite(before, last) || before < last {
        return turned;
    }
    let more = before - last;
    return with_move(turned, end, more) - select(Path(), Path(move_bits(end - 1u, more)), is_word(end - 1u));
}

// How many moves the solution of the end with this sense has, or more than `most` if it has more, if the path as it stands leads to
// these cubies.
fn total_in_sense(path: Path, state: NodeState, pre_moves: PreMoves, sense: u32, cubies: Cubies, most: u32) -> u32 {
    var at = cubies;
    if sense >= 2u {
        at = turned(at, move_at(path, state.depth - 1u) + 1u);
    }
    if sense % 2u == 1u {
        // Both senses of the first pre-move differ by a half turn before all other moves.
        at = composed(turn(half_turn_of(pre_moves)), at);
    }
    let index = reduced(ud_edges_and_corners(at), slice_perm(at));
    let outside = state.depth + pre_moves.count;
    return min(outside + moves_to_solved(index, most - min(outside, most)), MOST_MOVES);
}
