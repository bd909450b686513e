// Asks which moves can lead from nodes to solved in time, by the inverse positions: an invocation takes a node. The children of
// these moves are tried next.
//
// The inverses after both quarter turns of a face have the same coset, and the inverse after its half turn has the coset from
// before. So one look-up for each face is enough, and one for all half turns. If half turns are tried alone, with one move more
// left than the filter knows, the look-up before the move that led here covers them.

var<workgroup> looked: atomic<u32>;
// Nodes of the same position as the workgroup's first one.
var<workgroup> like_first: atomic<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let first = workgroup_number(group, params.columns) * WORKGROUP;
    let number = first + local;
    if local == 0u {
        atomicStore(&looked, 0u);
        atomicStore(&like_first, 0u);
    }
    workgroupBarrier();
    if number < proofs.head.taken {
        if is_counted(number) {
            let cube = state_of(number).cube;
            if cube == state_of(first).cube {
                atomicAdd(&like_first, 1u);
            } else {
                count_nodes(cube, 1u);
            }
        }
        ask(number);
        atomicAdd(&looked, looked_at);
    }
    workgroupBarrier();
    if local == 0u && first < proofs.head.taken {
        count_nodes(state_of(first).cube, atomicLoad(&like_first));
        atomicAdd(&proofs.head.looked, atomicLoad(&looked));
    }
}

fn node_of(number: u32) -> u32 {
    let left = proofs.head.left;
    return place_of(left, proofs.head.firsts[left - 1u], number, params.places);
}

fn state_of(number: u32) -> ProofState {
    return unpack_proof_state(nodes[node_of(number)].state);
}

// Half turns are tried alone, with a move more left than the filter knows of.
fn has_only_half_turns() -> bool {
    return proofs.head.turns == HALF_TURNS;
}

// Whether a node counts now. A node whose half and quarter turns are tried one after the other counts with the quarter turns.
fn is_counted(number: u32) -> bool {
    let left = proofs.head.left;
    let comes_again = has_only_half_turns() && left > params.reach;
    return has_first_blocks() && !comes_again && number >= proofs.head.counted[left - 1u];
}

fn count_nodes(cube: u32, count: u32) {
    let before = atomicAdd(&proofs.head.nodes[2u * cube], count);
    if before + count < before {
        atomicAdd(&proofs.head.nodes[2u * cube + 1u], 1u);
    }
}

fn ask(number: u32) {
    let left = proofs.head.left;
    let following = tables[MAY_FOLLOW + state_of(number).last];
    let is_last_without = left == params.reach + 1u;
    let wanted = select(following, following & proofs.head.turns, is_last_without);
    let tells_of_children = left <= params.reach || (is_last_without && !has_only_half_turns());
    let tells_of_half_turns_after = left == params.reach + 2u && has_only_half_turns();
    var passing = wanted;
    if tells_of_children || tells_of_half_turns_after {
        passing = passing_moves(placed_at(node_of(number)), wanted, min(left - 1u, params.reach));
    } else if !has_first_blocks() {
        return;
    }
    if passing == 0u {
        return;
    }
    var place = atomicAdd(&proofs.head.tried, countOneBits(passing));
    for (; passing != 0u; passing &= passing - 1u) {
        tried[place] = pack_tried(Tried(number, countTrailingZeros(passing)));
        place++;
    }
}

// The moves of `wanted` that pass, as bits, with this number of moves left where the filter is asked.
fn passing_moves(position: Placed, wanted: u32, moves: u32) -> u32 {
    let inverse = coset_of_inverse(position);
    var passing = 0u;
    if (wanted & HALF_TURNS) != 0u && passes(inverse, moves) {
        passing = HALF_TURNS;
    }
    for (var face = 0u; face < FACES; face++) {
        let quarters = QUARTER_TURNS_OF_FIRST << (3u * face);
        if (wanted & quarters) != 0u && passes(coset_of_inverse_after(inverse, position, face), moves) {
            passing |= quarters;
        }
    }
    return passing & wanted;
}
