// Ends the search of phase 2. An invocation takes a position. If the end of its best candidate is in the bound slice, it adds
// the moves of the candidate, the turns of U and D that join, and the table's moves.

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
    let known = unpack_known(trials[position].known);
    if progress.stage != HALFWAY || trials[position].known == NONE || known.is_best == 0u || known.added == NO_PATH {
        return;
    }
    let candidate = candidate_of(known, trials[position].prefix);
    var end = at_start(trials[position].start);
    for (var i = 0u; i < candidate.length; i++) {
        end = turn(end, one_of(candidate, i));
    }
    let entry = find(code_of(end));
    if entry == NONE {
        return;
    }
    let path = moves_of_path(min(paths[entry - params.first_entry], PATH_LIMIT - 1u));
    let turns = joining_turns(end, solved_by(path));
    var length = add_few(position, progress.length, candidate);
    if turns.x != 0u {
        add_move(position, length, MOVES_OF_PHASE2[U_TURNS + turns.x - 1u]);
        length++;
    }
    if turns.y != 0u {
        add_move(position, length, MOVES_OF_PHASE2[D_TURNS + turns.y - 1u]);
        length++;
    }
    progress.length = add_few(position, length, path);
    progress.stage = SOLVED;
    put_progress(position, progress);
}

// The moves of a candidate.
fn candidate_of(known: Known, prefix: u32) -> Few {
    var few = Few();
    var after = MOVES;
    var rest = prefix;
    for (var left = prefix_length(known.length); left > 0u; left--) {
        after = next_move(after, left, &rest);
        few = with_one_more(few, after);
    }
    if known.length == 0u {
        return few;
    }
    // How many candidates are left that come before it.
    var before = known.last;
    for (var nexts = next_moves(after, known.length > 1u); nexts != 0u; nexts &= nexts - 1u) {
        let next = countTrailingZeros(nexts);
        var lasts = last_moves(next, true);
        if before >= countOneBits(lasts) {
            before -= countOneBits(lasts);
            continue;
        }
        if next < MOVES {
            few = with_one_more(few, next);
        }
        for (; before > 0u; before--) {
            lasts &= lasts - 1u;
        }
        return with_one_more(few, countTrailingZeros(lasts));
    }
    return few;
}

// Adds moves after the existing ones, and returns the new number.
fn add_few(position: u32, length: u32, few: Few) -> u32 {
    for (var i = 0u; i < few.length; i++) {
        add_move(position, length + i, MOVES_OF_PHASE2[one_of(few, i)]);
    }
    return length + few.length;
}
