// The entries of a level in the complete table of phase 2: an invocation takes two cells, whose entries are three words.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let pair = workgroup_number(group, params.columns) * WORKGROUP + local;
    if pair >= params.pairs {
        return;
    }
    let first = in_state(states[2u * pair], params.state);
    let members = first | (in_state(states[2u * pair + 1u], params.state) << HALF_SLICE_PERMS);
    for (var k = 0u; k < PAIR_WORDS; k++) {
        let before = entries[PAIR_WORDS * pair + k];
        entries[PAIR_WORDS * pair + k] = before | entries_for(members >> (NIBBLE_LANES * k), before);
    }
}

// The entry for each of the first members that has none yet, as many as a word holds.
fn entries_for(members: u32, before: u32) -> u32 {
    var added = 0u;
    for (var i = 0u; i < NIBBLE_LANES; i++) {
        if ((members >> i) & 1u) != 0u && nibble_in(before, i) == 0u {
            added |= nibble_bits(i, params.entry);
        }
    }
    return added;
}
