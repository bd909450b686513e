// Phase 1 by coordinates.

const MOVES = PHASE1_MOVES;
const TAIL = PHASE1_TAIL;

// Twist, flip, slice.
fn at_start(start: array<u32, 2>) -> vec3<u32> {
    let two = unpack_twist_and_flip(start[0]);
    return vec3(two.twist, two.flip, start[1]);
}

fn turn(at: vec3<u32>, m: u32) -> vec3<u32> {
    return halves_at(vec3(PHASE1_TWIST_MOVES, PHASE1_FLIP_MOVES, PHASE1_SLICE_MOVES), at * MOVES + m);
}

fn code_of(at: vec3<u32>) -> u32 {
    return (at.x * FLIPS + at.y) * SLICES + at.z;
}
