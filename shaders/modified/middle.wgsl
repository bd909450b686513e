// Begins the search of phase 2: an invocation takes a position and makes the moves of phase 1. Where there are none phase 2
// begins from solved, and so ends at once.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let position = workgroup_number(group, params.columns) * WORKGROUP + local;
    if position >= params.positions {
        return;
    }
    var start = array<u32, 2>();
    if unpack_progress(answers[position * ANSWER_WORDS]).stage == HALFWAY {
        start = start_of(position);
    }
    trials[position].start = start;
    trials[position].prefix = 0u;
    trials[position].known = NONE;
    atomicStore(&trials[position].best, NONE);
    steps.list[position] = position;
}

fn start_of(position: u32) -> array<u32, 2> {
    let at = positions[position];
    var cubies = Cubies(at.corners, at.ud_edges, at.slice_edges);
    let length = unpack_progress(answers[position * ANSWER_WORDS]).length;
    // The faces that turn in the last moves on one axis.
    var faces = 0u;
    for (var i = 0u; i < length; i++) {
        let m = answer_move(position, i);
        cubies = turned(cubies, m);
        let face = m / TURNS;
        let on_axis = (1u << face) | (1u << ((face + AXES) % FACES));
        faces = (faces & on_axis) | (1u << face);
    }
    var axis = 0u;
    var saving = 0u;
    for (var face = 0u; face < FACES; face++) {
        if ((faces >> face) & 1u) != 0u {
            saving |= TURNS_OF_FACES[face];
            axis |= TURNS_OF_FACES[face] | TURNS_OF_FACES[(face + AXES) % FACES];
        }
    }
    let perm = slice_perm(cubies);
    return array(pack_ud_edges_and_corners(ud_edges_and_corners(cubies)), pack_slice_perm_and_seam(SlicePermAndSeam(perm, axis, saving)));
}

fn answer_move(position: u32, i: u32) -> u32 {
    return move_in(answers[position * ANSWER_WORDS + 1u + move_word(i)], i);
}
