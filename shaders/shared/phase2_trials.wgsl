// Phase 2 by coordinates, and how candidates and the paths of the table are joined.

const MOVES = PHASE2_MOVES;
const TAIL = PHASE2_TAIL;

// U/D edges, corners, slice perm.
fn at_start(start: array<u32, 2>) -> vec3<u32> {
    let two = unpack_ud_edges_and_corners(start[0]);
    return vec3(two.ud_edges, two.corners, unpack_slice_perm_and_seam(start[1]).slice_perm);
}

fn turn(at: vec3<u32>, m: u32) -> vec3<u32> {
    return halves_at(vec3(UD_EDGES_TURNS, CORNERS_TURNS, SLICE_PERM_TURNS), at * MOVES + m);
}

fn code_of(at: vec3<u32>) -> u32 {
    let corners = half_at(NORMALISED, at.y * MEMBERS + at.x % MEMBERS);
    return (at.x / MEMBERS) * COSET_BLOCK + corners * SLICE_PERMS + at.z;
}

// Some moves of phase 2 in nibbles, the first one lowest.
struct Few {
    low: u32,
    high: u32,
    length: u32,
}

fn with_one_more(few: Few, m: u32) -> Few {
    let bits = m << (4u * (few.length % 8u));
    return Few(
        few.low | select(0u, bits, few.length < 8u),
        few.high | select(bits, 0u, few.length < 8u),
        few.length + 1u,
    );
}

fn one_of(few: Few, i: u32) -> u32 {
    return (select(few.high, few.low, i < 8u) >> (4u * (i % 8u))) & 15u;
}

// The moves of a path below PATH_LIMIT, see tables/src/table/sorted/path.rs.
fn moves_of_path(path: u32) -> Few {
    // The number of the first path of a length, and how many there are.
    var first = 0u;
    var count = 1u;
    for (var length = 0u; length < PATH_LONGEST && path - first >= count; length++) {
        first += count;
        count *= select(MOVES - 1u, MOVES, length == 0u);
    }
    var rest = path - first;
    var few = Few();
    // How many go on after each move.
    for (var power = count / MOVES; power > 0u; power /= MOVES - 1u) {
        let digit = rest / power;
        rest %= power;
        let is_above = few.length > 0u && digit >= one_of(few, few.length - 1u);
        few = with_one_more(few, digit + select(0u, 1u, is_above));
    }
    return few;
}

// The position that a path solves: the path backwards from solved.
fn solved_by(few: Few) -> vec3<u32> {
    var at = vec3(0u);
    for (var i = few.length; i > 0u; i--) {
        at = turn(at, half_at(UNDO_TURNS, one_of(few, i - 1u)));
    }
    return at;
}

// The turns of U and of D that make one member of a coset of another: each is none, 0, or as many quarters.
fn joining_turns(one: vec3<u32>, other: vec3<u32>) -> vec2<u32> {
    let member = one.x % MEMBERS;
    let wanted = other.x % MEMBERS;
    return vec2((member / 4u - wanted / 4u) & 3u, (member - wanted) & 3u);
}
