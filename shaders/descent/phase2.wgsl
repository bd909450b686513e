// Phase 2 of a descent: an invocation takes the end of phase 1 that is nearest to solved, and then the first move that
// leads nearer until the position is solved. The first two bytes of its solution are the length of phase 1 and that of all.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let cube = workgroup_number(group, params.columns) * WORKGROUP + local;
    if cube >= params.cubes {
        return;
    }
    var lengths = vec2(NO_SOLUTION, 1u);
    var end = best_end(cube);
    if end.rest != NO_END {
        let phase1_length = unpack_end_of_phase1(end.rest).length;
        for (var i = 0u; i < phase1_length; i++) {
            add(move_in(end.moves[move_word(i)], i));
        }
        let is_solved = descend(index_of(end));
        lengths = select(vec2(NO_SOLUTION, 2u), vec2(phase1_length, length), is_solved);
    }
    put_solution(cube, lengths);
}

fn index_of(end: End) -> Phase2Index {
    return reduced(unpack_ud_edges_and_corners(end.ud_edges_and_corners), unpack_end_of_phase1(end.rest).slice_perm);
}

// The end from which the path to solved is shortest, the first of equal ones.
fn best_end(cube: u32) -> End {
    var best = End(0u, NO_END, array<u32, 2>());
    // Entries are less.
    var least = 16u;
    for (var i = 0u; i < params.slots; i++) {
        let end = ends[cube * params.slots + i];
        if end.rest == NO_END {
            break;
        }
        let distance = phase2_entry(index_of(end));
        if distance < least {
            least = distance;
            best = end;
        }
    }
    return best;
}
