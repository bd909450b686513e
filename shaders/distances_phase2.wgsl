// Writes the entries of the last level of phase 2: an invocation takes two cells, whose entries
// are three words.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    // Pairs of cells that are bound.
    pairs: u32,
    // The state of positions of this level, see `level_phase2`, and their entry.
    state: u32,
    entry: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
// As `level_phase2` leaves them.
@group(0) @binding(1) var<storage, read> states: array<u32>;
// Four bits for each position. Those that are not 0 are of nearer positions with the same state.
@group(0) @binding(2) var<storage, read_write> entries: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let pair = workgroup_number(group, params.columns) * WORKGROUP + local;
    if pair >= params.pairs {
        return;
    }
    let both = in_state(states[2u * pair]) | (in_state(states[2u * pair + 1u]) << HALF_SLICE_PERMS);
    for (var k = 0u; k < 3u; k++) {
        let old = entries[3u * pair + k];
        entries[3u * pair + k] = old | entries_for((both >> (8u * k)) & 0xffu, old);
    }
}

// The entry for each of eight positions that has none yet.
fn entries_for(members: u32, old: u32) -> u32 {
    var added = 0u;
    for (var i = 0u; i < 8u; i++) {
        let is_new = ((members >> i) & 1u) != 0u && ((old >> (4u * i)) & 15u) == 0u;
        added |= select(0u, params.entry << (4u * i), is_new);
    }
    return added;
}

// The positions of a cell that are in the state.
fn in_state(word: u32) -> u32 {
    let low = word ^ select(ALL_SLICE_PERMS, 0u, (params.state & 1u) != 0u);
    let high = (word >> HALF_SLICE_PERMS) ^ select(ALL_SLICE_PERMS, 0u, (params.state & 2u) != 0u);
    return low & high & ALL_SLICE_PERMS;
}
