// Turns tried children into nodes if their own cosets may be near enough: an invocation takes some. Solved children without
// moves left become solutions.

var<workgroup> looked: atomic<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    // There are as many workgroups as for the nodes, and perhaps more children.
    let workgroups = (proofs.head.taken + WORKGROUP - 1u) / WORKGROUP;
    let number = workgroup_number(group, params.columns);
    if local == 0u {
        atomicStore(&looked, 0u);
    }
    workgroupBarrier();
    if number < workgroups {
        let count = atomicLoad(&proofs.head.tried);
        for (var i = number * WORKGROUP + local; i < count; i += workgroups * WORKGROUP) {
            answer(unpack_tried(tried[i]));
        }
        atomicAdd(&looked, looked_at);
    }
    workgroupBarrier();
    if local == 0u {
        atomicAdd(&proofs.head.looked, atomicLoad(&looked));
    }
}

fn answer(child: Tried) {
    let left = proofs.head.left;
    let parent = place_of(left, proofs.head.firsts[left - 1u], child.node, params.places);
    let position = after_turn(placed_at(parent), child.turn);
    if left > params.reach + 1u {
        if !has_first_blocks() {
            return;
        }
    } else if !passes(coset_of(position), left - 1u) {
        return;
    }
    if left == 1u && !is_solved(position) {
        return;
    }
    let number = atomicAdd(&proofs.head.added, 1u);
    if number >= proofs.head.room {
        return;
    }
    let before = unpack_proof_state(nodes[parent].state);
    let state = pack_proof_state(ProofState(before.cube, before.beginning, child.turn, before.depth + 1u));
    let path = path_with(parent, before.depth, child.turn);
    if left == 1u {
        proofs.list[proofs.head.solutions + number] = ProofSolution(path, state);
        return;
    }
    let there = proofs.head.counts[left - 2u] + number;
    let edges = array<u32, 2>(position.first_edges, position.last_edges);
    let turned = pack_turned_cubies(position.turned);
    let node = ProofNode(position.corners, edges, turned, path, state);
    nodes[place_of(left - 1u, proofs.head.firsts[left - 2u], there, params.places)] = node;
}

// The path of a node with a move more.
fn path_with(node: u32, depth: u32, m: u32) -> array<u32, PROOF_PATH_WORDS> {
    let before = vec3(nodes[node].path[0], nodes[node].path[1], nodes[node].path[2]);
    let is_word = vec3(0u, 1u, 2u) == vec3(move_word(depth));
    let path = before | select(vec3(0u), vec3(move_bits(depth, m)), is_word);
    return array<u32, PROOF_PATH_WORDS>(path.x, path.y, path.z);
}

// The position after a move more.
fn after_turn(before: Placed, m: u32) -> Placed {
    let places = unpack_face_places(tables[FACE_TURNS + 2u * (m / 3u)]);
    let turn = unpack_face_turn(tables[FACE_TURNS + 2u * (m / 3u) + 1u]);
    let turns = m % 3u + 1u;
    let is_quarter = (turns & 1u) != 0u;
    var after = before;
    for (var i = 0u; i < 4u; i++) {
        let next = (i + turns) % 4u;
        let at = nibble_in(places.edges, i);
        let edge_from = nibble_in(places.edges, next);
        let edges = nibble_bits(at, edge_at(before, at) ^ edge_at(before, edge_from));
        after.first_edges ^= select(0u, edges, at < NIBBLE_LANES);
        after.last_edges ^= select(edges, 0u, at < NIBBLE_LANES);
        let flip = ((before.turned.flipped >> edge_from) & 1u) ^ select(0u, turn.flips, is_quarter);
        after.turned.flipped = with_bit(after.turned.flipped, at, flip);

        let corner_at = nibble_in(places.corners, i);
        let corner_from = nibble_in(places.corners, next);
        let corners = nibble_in(before.corners, corner_at) ^ nibble_in(before.corners, corner_from);
        after.corners ^= nibble_bits(corner_at, corners);
        var twist = ((before.turned.once >> corner_from) & 1u) + 2u * ((before.turned.twice >> corner_from) & 1u);
        if is_quarter {
            twist = (twist + ((turn.once >> i) & 1u) + 2u * ((turn.twice >> i) & 1u)) % 3u;
        }
        after.turned.once = with_bit(after.turned.once, corner_at, twist & 1u);
        after.turned.twice = with_bit(after.turned.twice, corner_at, twist >> 1u);
    }
    return after;
}

// With this bit at a place.
fn with_bit(bits: u32, at: u32, bit: u32) -> u32 {
    return (bits & ~(1u << at)) | (bit << at);
}

fn is_solved(position: Placed) -> bool {
    let places = vec3(position.corners, position.first_edges, position.last_edges);
    return pack_turned_cubies(position.turned) == 0u && all(places == vec3(FIRST_EIGHT, FIRST_EIGHT, LAST_FOUR));
}
