// Looks up how far the ends of phase 1 are from solved: an invocation takes an end, and the one that
// the other sense of the last turn leads to, a half turn away.

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

// The ends; the first word of each becomes the better rating of both, and the path leads there.
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
    let end = read_node(i);
    let start = searches.list[end.position].starts[end.start];
    let outside = end.depth + closing_of(end.start);
    var cubies = Cubies(start.corners, start.ud_edges, start.slice_edges & 0xffffu);
    for (var k = 0u; k < end.depth; k++) {
        cubies = turned(cubies, move_at(end.path, k));
    }
    var rating = rating_of(cubies, outside, move_at(end.path, 0u), i);
    if end.depth > 0u {
        let last = end.depth - 1u;
        let m = move_at(end.path, last);
        let first_move = select(move_at(end.path, 0u), m + 2u, last == 0u);
        let other = rating_of(turned(cubies, m + 1u), outside, first_move, i);
        if other > rating {
            rating = other;
            nodes[i * NODE_WORDS + PATH_WORD + last / MOVES_A_WORD] += 2u << (MOVE_BITS * (last % MOVES_A_WORD));
        }
    }
    nodes[i * NODE_WORDS] = rating;
    // Most are no better, and to see that disturbs nobody.
    if rating > atomicLoad(&searches.list[end.position].best) {
        atomicMax(&searches.list[end.position].best, rating);
    }
}

// After so many moves outside of G1.
fn rating_of(cubies: Cubies, outside: u32, first_move: u32, i: u32) -> u32 {
    let total = outside + distance_of(place_of(phase2_of(cubies)));
    return rating(total <= params.max_length, first_move, total, i);
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
