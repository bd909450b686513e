// The entries of the complete table of phase 1: an invocation writes those of eight positions, which are five words.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = workgroup_number(group, params.columns) * WORKGROUP + local;
    if i >= params.end_group - params.first_group {
        return;
    }
    var words = array<u32, ENTRY_GROUP_WORDS>();
    for (var k = 0u; k < ENTRY_GROUP; k++) {
        let index = ENTRY_GROUP * (params.first_group + i) + k;
        if index >= PHASE1_SIZE {
            break;
        }
        let entry = pack_phase1_entry(entry_of(index));
        let bit = k * PHASE1_ENTRY_BITS;
        words[bit / 32u] |= entry << (bit % 32u);
        if bit % 32u + PHASE1_ENTRY_BITS > 32u {
            words[bit / 32u + 1u] = entry >> (32u - bit % 32u);
        }
    }
    for (var k = 0u; k < ENTRY_GROUP_WORDS; k++) {
        entries[ENTRY_GROUP_WORDS * i + k] = words[k];
    }
}

// The distance modulo 3, and a bit for each move that leads nearer.
fn entry_of(index: u32) -> Phase1Entry {
    let residue = residue_of(index);
    var nearer = 0u;
    for (var m = 0u; m < PHASE1_MOVES; m++) {
        let is_nearer = residue_of(neighbour_index(index, m)) == (residue + 2u) % 3u;
        nearer |= select(0u, 1u << m, is_nearer);
    }
    return Phase1Entry(nearer, residue);
}

fn residue_of(index: u32) -> u32 {
    return state_in(states[state_word(index)], index) - 1u;
}
