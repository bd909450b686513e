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
    // class | twist << 16; only G1 has 0.
    place: u32,
    symmetry: u32,
    // A bit for each move that leads nearer and was not yet made.
    nearer: u32,
}

// The cubies by nibbles: which one sits at each position.
struct Cubies {
    corners: u32,
    ud_edges: u32,
    slice_edges: u32,
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
    nodes[0] = node(start.x, start.w >> 16u);
    loop {
        if nodes[depth].place == 0u {
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
        nodes[depth + 1u] = beside(nodes[depth], m);
        made[depth] = m;
        depth++;
    }
    if found < params.slots {
        ends[cube * params.slots + found] = vec4(0u, NO_END, 0u, 0u);
    }
}

// Whether a move may follow another: never the same face twice in a row, and of two opposite
// faces the first one first.
fn may_precede(last: u32, next: u32) -> bool {
    return next / 3u != last / 3u && next / 3u + 3u != last / 3u;
}

// A node of which no way was gone.
fn node(place: u32, symmetry: u32) -> Node {
    if place == 0u {
        return Node(place, symmetry, 0u);
    }
    var nearer = 0u;
    for (var left = entry(place); left != 0u; left &= left - 1u) {
        nearer |= 1u << tables[PHASE1_MOVE_OF + symmetry * PHASE1_TURNS + countTrailingZeros(left)];
    }
    return Node(place, symmetry, nearer);
}

// Where a move leads.
fn beside(here: Node, m: u32) -> Node {
    let number = tables[PHASE1_NUMBER_OF + here.symmetry * PHASE1_TURNS + m];
    let there = tables[PHASE1_NEIGHBOURS + (here.place & 0xffffu) * PHASE1_TURNS + number];
    let symmetry = there % SYMMETRIES;
    let twist = tables[TWIST_MOVES + (here.place >> 16u) * PHASE1_TURNS + number];
    let conjugate = tables[TWIST_CONJUGATES + symmetry * TWISTS + twist];
    return node(there / SYMMETRIES | conjugate << 16u, product(here.symmetry, symmetry));
}

// The moves that lead nearer, as they look after the symmetry of the place: the low bits of an
// entry.
fn entry(place: u32) -> u32 {
    let first_bit = ((place & 0xffffu) * TWISTS + (place >> 16u)) * PHASE1_ENTRY_BITS;
    let i = first_bit / 32u;
    let shift = first_bit % 32u;
    var bits = word(i) >> shift;
    if shift + PHASE1_TURNS > 32u {
        bits |= word(i + 1u) << (32u - shift);
    }
    return bits & ((1u << PHASE1_TURNS) - 1u);
}

// The position of G1 to which the moves lead, and the moves.
fn end(start: Cubies, length: u32) -> vec4<u32> {
    var cubies = start;
    var moves = vec2(0u, 0u);
    for (var i = 0u; i < length; i++) {
        cubies = turned(cubies, made[i]);
        moves[i / MOVES_A_WORD] |= made[i] << (MOVE_BITS * (i % MOVES_A_WORD));
    }
    let ud_edges = tables[UD_EDGES_OF_RANK + rank(cubies.ud_edges, 8u)];
    let slice_perm = rank(cubies.slice_edges - 0x8888u, 4u);
    return vec4(ud_edges | rank(cubies.corners, 8u) << 16u, slice_perm | length << 8u, moves);
}

fn turned(before: Cubies, m: u32) -> Cubies {
    var after = Cubies(0u, 0u, 0u);
    for (var i = 0u; i < 32u; i += 4u) {
        let corner = nibble(tables[SOURCES + 3u * m], i);
        after.corners |= nibble(before.corners, 4u * corner) << i;
        after.ud_edges |= edge(before, nibble(tables[SOURCES + 3u * m + 1u], i)) << i;
    }
    for (var i = 0u; i < 16u; i += 4u) {
        after.slice_edges |= edge(before, nibble(tables[SOURCES + 3u * m + 2u], i)) << i;
    }
    return after;
}

fn edge(before: Cubies, place: u32) -> u32 {
    return nibble(select(before.slice_edges, before.ud_edges, place < 8u), 4u * (place % 8u));
}

fn nibble(nibbles: u32, bit: u32) -> u32 {
    return (nibbles >> bit) & 15u;
}

// The lexicographic rank of a permutation of 0 ... size - 1, in nibbles.
fn rank(permutation: u32, size: u32) -> u32 {
    var rank = 0u;
    // The numbers still to come.
    var left = (1u << size) - 1u;
    for (var i = 0u; i < size; i++) {
        let bit = 1u << nibble(permutation, 4u * i);
        rank = rank * (size - i) + countOneBits(left & (bit - 1u));
        left &= ~bit;
    }
    return rank;
}
