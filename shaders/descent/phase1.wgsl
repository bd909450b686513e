// Phase 1 of a descent: an invocation walks through the shortest paths of a position into G1, in lexicographic order,
// until it has found as many ends as are wanted.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    cubes: u32,
    // How many ends are wanted of each, and how many there is room for: an even number.
    ends: u32,
    slots: u32,
    // The bits of a word's number that count within a buffer of entries.
    shift: u32,
}

// A position on the path to where the walk is.
struct Step {
    // Phase1Index.
    index: u32,
    // A bit for each move that leads nearer and was not yet made.
    nearer: u32,
}

@group(0) @binding(2) var<storage, read> starts: array<Start>;
// So many slots for each cube; after its last end one that is none.
@group(0) @binding(3) var<storage, read_write> ends: array<End>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let cube = workgroup_number(group, params.columns) * WORKGROUP + local;
    if cube >= params.cubes {
        return;
    }
    let start = starts[cube];
    var steps = array<Step, PHASE1_DIAMETER + 1u>();
    var path = array<u32, 2>();
    var found = 0u;
    var depth = 0u;
    steps[0] = step_at(unpack_phase1_index(start.index));
    loop {
        let here = unpack_phase1_index(steps[depth].index);
        if is_in_g1(here) {
            ends[cube * params.slots + found] = end(cubies_of(start), path, depth);
            found++;
        }
        let nearer = steps[depth].nearer;
        if nearer == 0u {
            // Ends come in twos, the two senses of the last turn.
            if depth == 0u || (found >= params.ends && found % 2u == 0u) {
                break;
            }
            depth--;
            path[move_word(depth)] ^= move_bits(depth, move_in(path[move_word(depth)], depth));
            continue;
        }
        // A damaged table can lead on for ever.
        if depth == PHASE1_DIAMETER {
            break;
        }
        let m = countTrailingZeros(nearer);
        steps[depth].nearer = nearer & (nearer - 1u);
        if depth > 0u && !may_precede(move_in(path[move_word(depth - 1u)], depth - 1u), m) {
            continue;
        }
        path[move_word(depth)] |= move_bits(depth, m);
        depth++;
        steps[depth] = step_at(neighbour(here, image_of(here, m)));
    }
    if found < params.slots {
        ends[cube * params.slots + found] = End(0u, NO_END, array<u32, 2>());
    }
}

// A position from which no move was made.
fn step_at(here: Phase1Index) -> Step {
    var nearer = 0u;
    if !is_in_g1(here) {
        for (var left = entry(here).nearer; left != 0u; left &= left - 1u) {
            nearer |= 1u << preimage_of(here, countTrailingZeros(left));
        }
    }
    return Step(pack_phase1_index(here), nearer);
}

// The position of G1 to which a path leads.
fn end(start: Cubies, path: array<u32, 2>, length: u32) -> End {
    var moves = path;
    var cubies = start;
    for (var i = 0u; i < length; i++) {
        cubies = turned(cubies, move_in(moves[move_word(i)], i));
    }
    let rest = EndOfPhase1(slice_perm(cubies), length);
    return End(pack_ud_edges_and_corners(ud_edges_and_corners(cubies)), pack_end_of_phase1(rest), path);
}
