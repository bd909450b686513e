// How far positions of G1 are from solved, and the way there, by a search between lower bounds: iterative deepening. It tries
// a limited number of moves, so that no dispatch takes long.

// How many more moves this invocation may try.
var<private> tries: u32;
// Whether a search needed more than these.
var<private> is_given_up: bool;

// The positions on the path, each with the move that is made there.
var<private> trail: array<vec2<u32>, PHASE2_DIAMETER>;

// The number of moves to solved at least; 0 if it is solved.
fn bound(here: Phase2Index) -> u32 {
    return max(small_bound(here), pruning_bound(here));
}

// By the corners and the U/D edges.
fn pruning_bound(here: Phase2Index) -> u32 {
    let i = here.class_index * UD_EDGES + here.ud_edges;
    return nibble_in(pruning[nibble_word(i)], i);
}

// The number of moves to solved, or one more than `at_most` if there are more.
fn distance_within(start: Phase2Index, at_most: u32) -> u32 {
    is_given_up = false;
    var length = bound(start);
    while length <= at_most && !reaches(start, length) && !is_given_up {
        length++;
    }
    return select(min(length, at_most + 1u), at_most + 1u, is_given_up);
}

// Whether `length` moves lead to solved; the lexicographically first such path is on the trail then.
fn reaches(start: Phase2Index, length: u32) -> bool {
    var here = start;
    var depth = 0u;
    var m = 0u;
    while tries > 0u {
        if depth == length {
            // By a damaged table it can be elsewhere.
            if number_of(here) == 0u {
                return true;
            }
            m = PHASE2_MOVES;
        }
        tries--;
        if m < PHASE2_MOVES {
            if is_tried(m, depth) {
                let there = phase2_neighbour(here, phase2_image_of(here, m));
                let left = length - depth - 1u;
                if small_bound(there) <= left && pruning_bound(there) <= left {
                    trail[depth] = on_trail(here, m);
                    depth++;
                    here = there;
                    m = 0u;
                    continue;
                }
            }
            m++;
            continue;
        }
        if depth == 0u {
            return false;
        }
        depth--;
        here = index_on(trail[depth]);
        m = move_on(trail[depth]) + 1u;
    }
    is_given_up = true;
    return false;
}

// Whether a move may follow the last one on the trail.
fn is_tried(m: u32, depth: u32) -> bool {
    return depth == 0u || may_precede(phase2_move(move_on(trail[depth - 1u])), phase2_move(m));
}

// Which of all moves this one of phase 2 is.
fn phase2_move(m: u32) -> u32 {
    return tables[PHASE2_MOVE_INDICES + m];
}

// A position with the move that is made there, in two words.
fn on_trail(here: Phase2Index, m: u32) -> vec2<u32> {
    let there = ClassAndSymmetry(here.symmetry, here.class_index);
    return vec2(pack_class_and_symmetry(there), pack_rest_of_trail(RestOfTrail(here.ud_edges, here.slice_perm, m)));
}

fn index_on(words: vec2<u32>) -> Phase2Index {
    let there = unpack_class_and_symmetry(words.x);
    let rest = unpack_rest_of_trail(words.y);
    return Phase2Index(there.class_index, rest.ud_edges, rest.slice_perm, there.symmetry);
}

fn move_on(words: vec2<u32>) -> u32 {
    return unpack_rest_of_trail(words.y).phase2_move;
}
