// One level of the complete search of phase 1: an invocation takes a word of states, and looks for each position that was
// not reached before whether it has a neighbour in the last level.

// The positions that a workgroup has found: counting them first spares additions to the counts of all.
var<workgroup> found: array<atomic<u32>, SIZES>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    if local < SIZES {
        atomicStore(&found[local], 0u);
    }
    workgroupBarrier();
    let i = params.first_word + workgroup_number(group, params.columns) * WORKGROUP + local;
    if i < params.end_word {
        enter_level(i);
    }
    workgroupBarrier();
    if local < SIZES && atomicLoad(&found[local]) > 0u {
        atomicAdd(&counts[local], atomicLoad(&found[local]));
    }
}

// The positions of a word.
fn enter_level(i: u32) {
    // Other invocations enter this level meanwhile, but no invocation looks for that.
    var states_here = atomicLoad(&states[i]);
    for (var k = 0u; k < STATE_LANES; k++) {
        let index = STATE_LANES * i + k;
        if index >= PHASE1_SIZE {
            break;
        }
        if state_in(states_here, k) == 0u && has_neighbour_in_last(index) {
            states_here |= state_bits(k, state_of(params.distance));
            atomicAdd(&found[sizes[index / TWISTS]], 1u);
        }
    }
    atomicStore(&states[i], states_here);
}

// Whether a move leads to the last level.
fn has_neighbour_in_last(index: u32) -> bool {
    let last = state_before(params.distance);
    for (var m = 0u; m < PHASE1_MOVES; m++) {
        let there = neighbour_index(index, m);
        if state_in(atomicLoad(&states[state_word(there)]), there) == last {
            return true;
        }
    }
    return false;
}
