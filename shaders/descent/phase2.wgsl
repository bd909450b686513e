// Phase 2 of a descent: an invocation takes the end of phase 1 that is nearest to solved, and then the first move that
// leads nearer until the position is solved.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    cubes: u32,
    // How many ends there is room for of each.
    slots: u32,
    // The bits of a word's number that count within a buffer of entries.
    shift: u32,
    // How many positions the ball around solved has, up to symmetry.
    ball_size: u32,
}

// As phase 1 leaves them.
@group(0) @binding(2) var<storage, read> ends: array<End>;
// SOLUTION_WORDS of bytes for each cube: the length of phase 1, that of the whole solution, and its moves. NO_SOLUTION
// and the phase that led nowhere instead of the lengths, if there is none.
@group(0) @binding(3) var<storage, read_write> solutions: array<u32>;

// The solution, as it is to be written.
var<private> solution: array<u32, SOLUTION_WORDS>;
var<private> length: u32;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let cube = workgroup_number(group, params.columns) * WORKGROUP + local;
    if cube >= params.cubes {
        return;
    }
    for (var i = 0u; i < SOLUTION_WORDS; i++) {
        solution[i] = 0u;
    }
    length = 0u;
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
    solution[0] |= byte_bits(0u, lengths.x) | byte_bits(1u, lengths.y);
    for (var i = 0u; i < SOLUTION_WORDS; i++) {
        solutions[cube * SOLUTION_WORDS + i] = solution[i];
    }
}

// Adds a move to the solution.
fn add(m: u32) {
    let i = SOLUTION_MOVES + length;
    solution[byte_word(i)] |= byte_bits(i, m);
    length++;
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
        let distance = entry(index_of(end));
        if distance < least {
            least = distance;
            best = end;
        }
    }
    return best;
}

// Whether the moves that were added lead to solved.
fn descend(start: Phase2Index) -> bool {
    var here = start;
    for (var distance = entry(here); distance > 0u; distance--) {
        var m = 0u;
        var there = neighbour(here, image_of(here, 0u));
        while entry(there) >= distance {
            m++;
            if m == PHASE2_MOVES {
                return false;
            }
            there = neighbour(here, image_of(here, m));
        }
        here = there;
        add(tables[PHASE2_MOVE_INDICES + m]);
    }
    for (var i = 0u; i < BALL_RADIUS && number_of(here) != 0u; i++) {
        let images = nearer_in_ball(number_of(here));
        if images == 0u {
            return false;
        }
        var m = 0u;
        while ((images >> image_of(here, m)) & 1u) == 0u {
            m++;
        }
        here = neighbour(here, image_of(here, m));
        add(tables[PHASE2_MOVE_INDICES + m]);
    }
    return true;
}
