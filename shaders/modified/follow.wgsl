// Phase 1 from its hit on. An invocation takes a position and makes the moves of its candidate, and then the moves of the
// table, as far as their entries are in the bound slice.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let position = workgroup_number(group, params.columns) * WORKGROUP + local;
    if position >= params.positions {
        return;
    }
    var progress = progress_of(position);
    if progress.stage == WAITING && trials[position].known != NONE {
        progress = after_candidate(position);
    }
    if progress.stage != FOLLOWING {
        return;
    }
    var at = at_start(trials[position].start);
    // Each time but the last a move less is to come.
    while progress.stage == FOLLOWING && is_in_slice(code_of(at)) {
        let entry = find(code_of(at));
        if entry == NONE {
            progress.stage = LOST;
            break;
        }
        let byte = entry - params.first_entry;
        let table_move = byte_in(table_moves[byte_word(byte)], byte);
        if progress.depth == UNKNOWN_DEPTH {
            progress.depth = table_move / MOVES;
        }
        if progress.depth == 0u {
            progress.stage = select(LOST, HALFWAY, code_of(at) == 0u);
        } else if table_move < MOVES {
            progress.stage = LOST;
        } else {
            at = turn(at, table_move % MOVES);
            add_move(position, progress.length, table_move % MOVES);
            progress.length++;
            progress.depth--;
        }
    }
    progress.phase1_length = progress.length;
    put_progress(position, progress);
    trials[position].start[0] = pack_twist_and_flip(TwistAndFlip(at.x, at.y));
    trials[position].start[1] = at.z;
}

// Makes the moves of the candidate.
fn after_candidate(position: u32) -> Progress {
    let known = unpack_known(trials[position].known);
    var at = at_start(trials[position].start);
    var after = MOVES;
    var rest = trials[position].prefix;
    var length = 0u;
    for (var left = prefix_length(known.length); left > 0u; left--) {
        after = next_move(after, left, &rest);
        at = turn(at, after);
        add_move(position, length, after);
        length++;
    }
    if known.length > 0u {
        var lasts = last_moves(after, true);
        for (var last = 0u; last < known.last; last++) {
            lasts &= lasts - 1u;
        }
        let m = countTrailingZeros(lasts);
        at = turn(at, m);
        add_move(position, length, m);
    }
    trials[position].start[0] = pack_twist_and_flip(TwistAndFlip(at.x, at.y));
    trials[position].start[1] = at.z;
    return Progress(FOLLOWING, known.length, known.length, UNKNOWN_DEPTH);
}
