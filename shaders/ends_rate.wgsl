// Looks up how far the ends of phase 1 are from solved: an invocation takes a path and finds its best end. A path has
// an end for each sense of its last turn and each sense of its pre-move.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    // The bits of a word's number that stand for its place in a buffer.
    shift: u32,
    // How many places are near solved.
    near: u32,
    // A solution of so many moves is good enough.
    max_length: u32,
}

// The paths, each of which becomes that of its best end. One that is not worse than the best of its position so far is
// put into the position's list: its first word becomes the rating and the next one of the list.
@group(0) @binding(2) var<storage, read_write> nodes: array<u32>;
@group(0) @binding(3) var<storage, read_write> searches: Searches;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = workgroup_number(group, params.columns) * WORKGROUP + local;
    if i >= searches.ends {
        return;
    }
    let node = read_node(i);
    let start = searches.list[node.position].starts[node.start];
    var cubies = Cubies(start.corners, start.ud_edges, start.slice_edges & 0xffffu);
    for (var k = 0u; k < node.depth; k++) {
        cubies = turned(cubies, move_at(node.path, k));
    }
    // Of equal ratings the first counts: the senses are in the order of the paths, then of the pre-moves.
    var best = 0u;
    var best_sense = 0u;
    for (var sense = 0u; sense < 4u; sense++) {
        if has_end(node, sense) {
            let rating = rating_of(node, sense, cubies);
            best_sense = select(best_sense, sense, rating > best);
            best = max(best, rating);
        }
    }
    if best >= searches.list[node.position].best {
        let next = atomicExchange(&searches.list[node.position].rated, i + 1u);
        write_end(i, (best << RATING_BIT) | next, best_sense % 2u, path_of(node, best_sense));
    }
}

// A sense is two bits: 2 if the last turn is counter-clockwise, 1 if the pre-move is.
fn has_end(node: Node, sense: u32) -> bool {
    return (sense < 2u || node.depth > 0u) && sense % 2u <= pre_moves_of(node.start);
}

// The path whose last turn has this sense.
fn path_of(node: Node, sense: u32) -> vec4<u32> {
    if sense < 2u {
        return node.path;
    }
    return path_with(node.path, node.depth - 1u, 2u);
}

// Of the end with this sense, if the path as it stands leads to these cubies.
fn rating_of(node: Node, sense: u32, cubies: Cubies) -> u32 {
    var at = cubies;
    if sense >= 2u {
        at = turned(at, move_at(node.path, node.depth - 1u) + 1u);
    }
    if sense % 2u == 1u {
        // Both pre-moves differ by a half turn before all other moves.
        at = composed(turn(PRE_MOVE_HALF_TURNS[node.start / DIRECTIONS]), at);
    }
    let total = node.depth + pre_moves_of(node.start) + distance_of(place_of(phase2_of(at)));
    return rating(total <= params.max_length, move_at(path_of(node, sense), 0u), total);
}

// Makes an end of a path.
fn write_end(i: u32, first_word: u32, turned: u32, path: vec4<u32>) {
    nodes[i * NODE_WORDS] = first_word;
    nodes[i * NODE_WORDS + 1u] |= turned << TURNED_BIT;
    write_path(i, path);
}

// The exact distance from solved.
fn distance_of(start: Place) -> u32 {
    let more = entry(start);
    if more > 0u {
        return NEAR_MOVES + more;
    }
    var here = start;
    for (var distance = 0u; distance < NEAR_MOVES; distance++) {
        if index_of(here) == 0u {
            return distance;
        }
        let numbers = nearer(index_of(here));
        // In a damaged table it is not near.
        if numbers == 0u {
            break;
        }
        here = beside(here, countTrailingZeros(numbers));
    }
    return NEAR_MOVES;
}
