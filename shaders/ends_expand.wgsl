// Expands nodes of two-phase searches: an invocation takes a node and adds those beside it from
// which G1 can be reached with the moves left to the next level.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    // Nodes that a level has room for.
    room: u32,
    // The bits of a word's number that stand for its place in a buffer.
    shift: u32,
    // Whether expanded nodes with more than UNCOUNTED moves left are counted: 0 or 1.
    counts_nodes: u32,
}

@group(0) @binding(2) var<storage, read_write> nodes: array<u32>;
@group(0) @binding(3) var<storage, read_write> searches: Searches;

// How many nodes a workgroup adds, and where it begins: counting them first spares additions to
// the one count of all.
var<workgroup> added: atomic<u32>;
var<workgroup> first_added: u32;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    if local == 0u {
        atomicStore(&added, 0u);
    }
    workgroupBarrier();
    let i = workgroup_number(group, params.columns) * WORKGROUP + local;
    let is_taken = i < searches.taken;
    // Those without a node go along, for the barriers.
    let node = read_node(searches.first + select(0u, i, is_taken));
    let here = Place(node.row_and_symmetry % (1u << SYMMETRY_BIT), node.row_and_symmetry >> SYMMETRY_BIT);
    let entry_here = entry(here.row);
    let distance = distance_beside(node.distance, entry_here);
    var moves = 0u;
    if is_taken {
        moves = moves_on(node, here, entry_here, distance, searches.level);
        if params.counts_nodes != 0u && searches.level > UNCOUNTED {
            atomicAdd(&searches.list[node.position].expanded, 1u);
        }
    }
    let place = atomicAdd(&added, countOneBits(moves));
    workgroupBarrier();
    let below = searches.level - 1u;
    if local == 0u {
        first_added = atomicAdd(&searches.counts[below], atomicLoad(&added));
    }
    workgroupBarrier();
    var next = below * params.room + first_added + place;
    for (var left = moves; left != 0u; left &= left - 1u) {
        let number = countTrailingZeros(left);
        let there = beside(here, number);
        let m = move_named(here, number);
        write_node(next, Node(
            there.row | (there.symmetry << SYMMETRY_BIT),
            node.position,
            node.start,
            node.depth + 1u,
            distance,
            path_with(node.path, node.depth, m),
        ));
        next++;
    }
}

// The moves after which G1 can be reached in one move less than are left, as they look after the
// symmetry of the place. With one left they end a path.
fn moves_on(node: Node, here: Place, entry_here: u32, distance: u32, left: u32) -> u32 {
    let nearer = nearer_of(entry_here);
    let is_straight = distance == left || left == 1u;
    let last = move_at(node.path, max(node.depth, 1u) - 1u);
    var moves = 0u;
    var candidates = select((1u << PHASE1_TURNS) - 1u, nearer, is_straight);
    for (; candidates != 0u; candidates &= candidates - 1u) {
        let number = countTrailingZeros(candidates);
        let m = move_named(here, number);
        if (node.depth > 0u && !may_precede(last, m)) || (left == 1u && !ends_path(node.depth, last, m)) {
            continue;
        }
        let bit = 1u << number;
        if (nearer & bit) != 0u || distance_beside(distance, entry(beside(here, number).row)) < left {
            moves |= bit;
        }
    }
    return moves;
}

// Whether a move may end a path that has so many moves before, the last of them `before`. It is a quarter turn of a
// side, for which the clockwise one stands: after a move that keeps G1 the path would have been in G1 before. So it
// would after a half turn of the opposite face, which could as well come last.
fn ends_path(depth: u32, before: u32, m: u32) -> bool {
    let comes_after_half_turn = depth > 0u && before / 3u + 3u == m / 3u && before % 3u == 1u;
    return m % 3u == 0u && m / 3u % 3u != 0u && !comes_after_half_turn;
}

// The move that looks so after the symmetry of a place.
fn move_named(here: Place, number: u32) -> u32 {
    return tables[PHASE1_MOVE_OF + here.symmetry * PHASE1_TURNS + number];
}

// The distance that the entry has modulo 3, and that differs by at most 1.
fn distance_beside(distance: u32, entry: u32) -> u32 {
    let change = ((entry >> PHASE1_TURNS) + 3u - distance % 3u) % 3u;
    // Up, the same, or down.
    return select(distance + change, max(distance, 1u) - 1u, change == 2u);
}
