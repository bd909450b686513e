// Phase 1 of a descent: an invocation walks through the shortest ways of a position into G1, in
// lexicographic order, until it has found as many ends as are wanted.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    cubes: u32,
    // How many ends are wanted of each, and how many there is room for: an even number.
    ends: u32,
    slots: u32,
    // The bits of a word's number that stand for its place in a buffer.
    shift: u32,
}

// A position on the way.
struct Node {
    place: Place,
    // A bit for each move that leads nearer and was not yet made.
    nearer: u32,
}

// class | twist << 16; corners; U/D edges; middle edges | symmetry << 16.
@group(0) @binding(2) var<storage, read> starts: array<vec4<u32>>;
// For each cube in its slots: U/D edges | corners << 16, slice perm | length << 8, and the moves,
// 5 bits each, 6 in a word; NO_END in the second word after the last.
@group(0) @binding(3) var<storage, read_write> ends: array<vec4<u32>>;

// The walk: the nodes on the way to where it is, and the moves between them.
var<private> nodes: array<Node, PHASE1_LONGEST + 1>;
var<private> made: array<u32, PHASE1_LONGEST>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let cube = workgroup_number(group, params.columns) * WORKGROUP + local;
    if cube >= params.cubes {
        return;
    }
    let start = starts[cube];
    let cubies = Cubies(start.y, start.z, start.w & 0xffffu);
    var found = 0u;
    var depth = 0u;
    nodes[0] = node(Place(start.x, start.w >> 16u));
    loop {
        if nodes[depth].place.row == 0u {
            ends[cube * params.slots + found] = end(cubies, depth);
            found++;
        }
        let nearer = nodes[depth].nearer;
        if nearer == 0u {
            // Ends come in twos, the two senses of the last turn.
            if depth == 0u || (found >= params.ends && found % 2u == 0u) {
                break;
            }
            depth--;
            continue;
        }
        // A damaged table can lead on for ever.
        if depth == PHASE1_LONGEST {
            break;
        }
        let m = countTrailingZeros(nearer);
        nodes[depth].nearer = nearer & (nearer - 1u);
        if depth > 0u && !may_precede(made[depth - 1u], m) {
            continue;
        }
        let here = nodes[depth].place;
        nodes[depth + 1u] = node(beside(here, number_of(here, m)));
        made[depth] = m;
        depth++;
    }
    if found < params.slots {
        ends[cube * params.slots + found] = vec4(0u, NO_END, 0u, 0u);
    }
}

// A node of which no way was gone.
fn node(place: Place) -> Node {
    if place.row == 0u {
        return Node(place, 0u);
    }
    var nearer = 0u;
    for (var left = nearer_of(entry(place.row)); left != 0u; left &= left - 1u) {
        nearer |= 1u << tables[PHASE1_MOVE_OF + place.symmetry * PHASE1_TURNS + countTrailingZeros(left)];
    }
    return Node(place, nearer);
}

// The position of G1 to which the moves lead, and the moves.
fn end(start: Cubies, length: u32) -> vec4<u32> {
    var cubies = start;
    var moves = vec2(0u, 0u);
    for (var i = 0u; i < length; i++) {
        cubies = turned(cubies, made[i]);
        moves[i / MOVES_A_WORD] |= made[i] << (MOVE_BITS * (i % MOVES_A_WORD));
    }
    let at = phase2_of(cubies);
    return vec4(at.x, at.y | (length << 8u), moves);
}
