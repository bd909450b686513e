// The cosets of a sorted table of phase 2: every position, and every position one half turn beyond the last level,
// offers its path to its coset; the least one stays.
//
// A workgroup is a pair of a block and a turn, one of the four half turns of sides or none; its invocations share the
// slots of the block to which the turn leads.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let number = workgroup_number(group, params.columns);
    if number >= params.pairs {
        return;
    }
    let pair = unpack_block_and_turn(pairs[number]);
    let source = source_of(pair);
    let end = source_starts[source + 1u] - params.first_source_slot;
    for (var i = source_starts[source] - params.first_source_slot + local; i < end; i += WORKGROUP) {
        let slot = source_slots[i];
        if slot.x != 0u {
            offer(pair, slot.x - 1u, path_word(slot.y));
        }
    }
}

fn offer(pair: BlockAndTurn, in_block: u32, path: u32) {
    var corners = in_block / SLICE_PERMS;
    var slice_perm = in_block % SLICE_PERMS;
    var offered = path;
    if pair.turn != NO_TURN {
        if path < params.first_path || path >= params.end_path {
            return;
        }
        offered = prepend(pair.turn, path);
        if offered == 0u {
            return;
        }
        corners = coordinate_after(CORNERS_TURNS, corners, pair.turn);
        slice_perm = coordinate_after(SLICE_PERM_TURNS, slice_perm, pair.turn);
    }
    corners = half_at(NORMALISED, corners * MEMBERS + pair.block % MEMBERS);
    let coset = pair.block / MEMBERS - params.first_coset;
    let i = coset * COSET_BLOCK + corners * SLICE_PERMS + slice_perm;
    if atomicMax(&cosets[i], path_word(offered)) == 0u {
        atomicAdd(&counts[i / COSET_ROW], 1u);
    }
}
