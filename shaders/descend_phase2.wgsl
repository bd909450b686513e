// Phase 2 of a descent: an invocation takes the end of phase 1 that is nearest to solved, and
// then the first move that leads nearer until the position is solved.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    cubes: u32,
    // How many ends there is room for of each.
    slots: u32,
    // The bits of a word's number that stand for its place in a buffer.
    shift: u32,
    // How many places are near solved.
    near: u32,
}

// As `descend_phase1` leaves them.
@group(0) @binding(2) var<storage, read> ends: array<vec4<u32>>;
// WAY_WORDS for each cube, of bytes: the length of phase 1, that of the whole way, and its moves.
// NO_WAY and the phase that led nowhere instead of the lengths, if there is none.
@group(0) @binding(3) var<storage, read_write> ways: array<u32>;

// The way, as it is to be written.
var<private> way: array<u32, WAY_WORDS>;
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
    for (var i = 0u; i < WAY_WORDS; i++) {
        way[i] = 0u;
    }
    length = 0u;
    let best = best_end(cube);
    way[0] = NO_WAY | (1u << 8u);
    if best.y != NO_END {
        way[0] = NO_WAY | (2u << 8u);
        let phase1_length = best.y >> 8u;
        for (var i = 0u; i < phase1_length; i++) {
            let moves = select(best.w, best.z, i < MOVES_A_WORD);
            add((moves >> (MOVE_BITS * (i % MOVES_A_WORD))) % (1u << MOVE_BITS));
        }
        if descend(place_of(best.xy)) {
            way[0] = (way[0] & 0xffff0000u) | phase1_length | (length << 8u);
        }
    }
    for (var i = 0u; i < WAY_WORDS; i++) {
        ways[cube * WAY_WORDS + i] = way[i];
    }
}

// Adds a move to the way; the first two bytes are the lengths.
fn add(m: u32) {
    let byte = 2u + length;
    way[byte / 4u] |= m << (8u * (byte % 4u));
    length++;
}

// The end from which the way to solved is shortest, the first of equal ones.
fn best_end(cube: u32) -> vec4<u32> {
    var best = vec4(0u, NO_END, 0u, 0u);
    var least = 16u;
    for (var i = 0u; i < params.slots; i++) {
        let end = ends[cube * params.slots + i];
        if end.y == NO_END {
            break;
        }
        let distance = entry(place_of(end.xy));
        if distance < least {
            least = distance;
            best = end;
        }
    }
    return best;
}

// Whether the moves that were added lead to solved.
fn descend(start: Place) -> bool {
    var here = start;
    for (var distance = entry(here); distance > 0u; distance--) {
        var m = 0u;
        var there = beside(here, number_of(here, 0u));
        while entry(there) >= distance {
            m++;
            if m == TURNS {
                return false;
            }
            there = beside(here, number_of(here, m));
        }
        here = there;
        add(tables[PHASE2_MOVES + m]);
    }
    for (var step = 0u; step < NEAR_MOVES && index_of(here) != 0u; step++) {
        let numbers = nearer(index_of(here));
        if numbers == 0u {
            return false;
        }
        var m = 0u;
        while ((numbers >> number_of(here, m)) & 1u) == 0u {
            m++;
        }
        here = beside(here, number_of(here, m));
        add(tables[PHASE2_MOVES + m]);
    }
    return true;
}
