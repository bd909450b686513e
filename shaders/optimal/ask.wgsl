// Asks which moves can lead from nodes to solved in time, as far as the inverse tells: an invocation takes a node. Those children
// are tried then.
//
// The inverses after both quarter turns of a face have the same coset, and that after its half turn has the one from before: so
// a look-up for each face is enough, and one for all half turns.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    // Places of a level.
    places: u32,
    // The greatest number of moves of which the filter knows.
    reach: u32,
    // Blocks of the filter; the first one that this dispatch looks at, and how many are in a buffer.
    blocks: u32,
    first_block: u32,
    slice_blocks: u32,
}

@group(0) @binding(2) var<storage, read> nodes: array<ProofNode>;
@group(0) @binding(3) var<storage, read_write> proofs: Proofs;
@group(0) @binding(4) var<storage, read_write> tried: array<u32>;

var<workgroup> looked: atomic<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let number = workgroup_number(group, params.columns) * WORKGROUP + local;
    if local == 0u {
        atomicStore(&looked, 0u);
    }
    workgroupBarrier();
    if number < proofs.head.taken {
        ask(number);
        atomicAdd(&looked, looked_at);
    }
    workgroupBarrier();
    if local == 0u {
        atomicAdd(&proofs.head.looked, atomicLoad(&looked));
    }
}

fn ask(number: u32) {
    let left = proofs.head.left;
    let node = place_of(left, proofs.head.firsts[left - 1u], number, params.places);
    let state = unpack_proof_state(nodes[node].state);
    let following = tables[MAY_FOLLOW + state.last];
    var passing = following;
    if left > params.reach + 1u {
        if !has_first_blocks() {
            return;
        }
        // What half turns from here lead to has one block, which is counted here.
        looked_at += select(0u, 1u, left == params.reach + 2u);
    } else {
        passing = passing_moves(placed_at(node), state, following, left);
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

// Those of the moves `following` that pass, as bits.
fn passing_moves(position: Placed, state: ProofState, following: u32, left: u32) -> u32 {
    let inverse = coset_of_inverse(position);
    let before = looked_at;
    var passing = select(0u, HALF_TURNS, passes(inverse, left - 1u));
    // Siblings that have this block too do not count it.
    let shares = left == params.reach + 1u && state.depth > 0u && state.last % 3u != 0u;
    looked_at = select(looked_at, before, shares);
    for (var face = 0u; face < FACES; face++) {
        let quarters = QUARTER_TURNS_OF_FIRST << (3u * face);
        if (following & quarters) != 0u && passes(coset_of_inverse_after(inverse, position, face), left - 1u) {
            passing |= quarters;
        }
    }
    return passing & following;
}
