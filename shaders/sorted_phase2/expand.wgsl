// One level of the search behind a sorted table of phase 2: the positions to which one move leads from the last level
// are put into the hash tables of a chunk of blocks.
//
// A workgroup is a pair: a block and a turn. Its invocations share the slots of the block from which that turn comes;
// NO_TURN carries over what is known already. A position that is known keeps its path, since that is the shorter one.
// The host lists only pairs that have something to read.

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
            carry(pair, slot.x - 1u, path_word(slot.y));
        }
    }
}

fn carry(pair: BlockAndTurn, in_block: u32, path: u32) {
    if pair.turn == NO_TURN {
        insert(pair.block, in_block, path);
    } else if path >= params.first_path && path < params.end_path {
        let longer = prepend(pair.turn, path);
        if longer != 0u {
            // The move leads from the block to the source, so its inverse leads here.
            let undo = half_at(UNDO_TURNS, pair.turn);
            let corners = coordinate_after(CORNERS_TURNS, in_block / SLICE_PERMS, undo);
            let slice_perm = coordinate_after(SLICE_PERM_TURNS, in_block % SLICE_PERMS, undo);
            insert(pair.block, corners * SLICE_PERMS + slice_perm, longer);
        }
    }
}

fn insert(block: u32, in_block: u32, path: u32) {
    let start = starts[block];
    let mask = starts[block + 1u] - start - 1u;
    var at = ((in_block * 2654435769u) >> 12u) & mask;
    loop {
        let slot = 2u * (start - params.first_slot + at);
        let old = atomicCompareExchangeWeak(&slots[slot], 0u, in_block + 1u);
        if old.exchanged {
            atomicAdd(&counts[block], 1u);
        }
        if old.exchanged || old.old_value == in_block + 1u {
            atomicMax(&slots[slot + 1u], path_word(path));
            return;
        }
        // The exchange may fail without a reason; then the slot is tried again.
        if old.old_value != 0u {
            at = (at + 1u) & mask;
        }
    }
}
