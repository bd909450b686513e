// Phase 1 of a descent: an invocation walks through the shortest paths of a position into G1, in lexicographic order,
// until it has found as many ends as are wanted.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let cube = workgroup_number(group, params.columns) * WORKGROUP + local;
    if cube >= params.cubes {
        return;
    }
    let found = walk(cube);
    if found < params.slots {
        ends[cube * params.slots + found] = End(0u, NO_END, array<u32, 2>());
    }
}

// How many ends were found; none if an entry contradicts those before it.
fn walk(cube: u32) -> u32 {
    let start = starts[cube];
    // The positions on the path before the one here, and its moves.
    var positions: array<u32, PHASE1_DIAMETER>;
    var path = vec2<u32>();
    var depth = 0u;
    var here = unpack_phase1_index(start.index);
    let entry_of_start = entry(here);
    if is_wrong(here, entry_of_start) {
        return 0u;
    }
    // Or a multiple of 3 more, enough for all moves.
    let distance_of_start = PHASE1_DIAMETER + entry_of_start.residue;
    // The moves that lead nearer and were not yet made.
    var nearer = in_order(here, entry_of_start.nearer);
    var found = 0u;
    var visits = 1u;
    loop {
        if is_in_g1(here) {
            ends[cube * params.slots + found] = end(cubies_of(start), path, depth);
            found++;
        }
        while nearer == 0u {
            // Ends come in twos, the two senses of the last turn.
            if depth == 0u || (found >= params.ends && found % 2u == 0u) {
                return found;
            }
            depth--;
            let m = move_at(path, depth);
            path ^= move_in_path(depth, m);
            here = unpack_phase1_index(positions[depth]);
            // The moves there that come later are left.
            nearer = in_order(here, entry(here).nearer) & ~((2u << m) - 1u);
        }
        if depth == PHASE1_DIAMETER {
            break;
        }
        let m = countTrailingZeros(nearer);
        nearer &= nearer - 1u;
        if depth > 0u && !may_precede(move_at(path, depth - 1u), m) {
            // What is here is no end that was not taken: that has no moves.
            continue;
        }
        positions[depth] = pack_phase1_index(here);
        path |= move_in_path(depth, m);
        depth++;
        here = neighbour(here, image_of(here, m));
        let entry_here = entry(here);
        visits++;
        let expected = distance_of_start - depth;
        if is_wrong(here, entry_here) || distance_beside(expected, entry_here) != expected
            || visits > params.most_visits {
            break;
        }
        nearer = in_order(here, entry_here.nearer);
    }
    return 0u;
}

// Whether an entry has no distance, leads on from G1, or does not lead on from elsewhere.
fn is_wrong(here: Phase1Index, entry: Phase1Entry) -> bool {
    return entry.residue == 3u || is_in_g1(here) != (entry.nearer == 0u);
}

// The moves with these images.
fn in_order(here: Phase1Index, images: u32) -> u32 {
    var moves = 0u;
    for (var left = images; left != 0u; left &= left - 1u) {
        moves |= 1u << preimage_of(here, countTrailingZeros(left));
    }
    return moves;
}

// A path in a vector, which compilers keep in registers, but an array in memory.
fn move_at(path: vec2<u32>, i: u32) -> u32 {
    return move_in(select(path.x, path.y, move_word(i) > 0u), i);
}

fn move_in_path(i: u32, m: u32) -> vec2<u32> {
    let is_first = move_word(i) == 0u;
    return select(vec2(0u, move_bits(i, m)), vec2(move_bits(i, m), 0u), is_first);
}

// The position of G1 to which a path leads.
fn end(start: Cubies, path: vec2<u32>, length: u32) -> End {
    var cubies = start;
    for (var i = 0u; i < length; i++) {
        cubies = turned(cubies, move_at(path, i));
    }
    let rest = EndOfPhase1(slice_perm(cubies), length);
    let moves = array<u32, 2>(path.x, path.y);
    return End(pack_ud_edges_and_corners(ud_edges_and_corners(cubies)), pack_end_of_phase1(rest), moves);
}
