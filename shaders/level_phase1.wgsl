// One level of the complete search of phase 1: an invocation looks from each place of a word that
// was not reached before whether a move leads to the last level.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    // The words that are looked at.
    first_word: u32,
    end_word: u32,
    // The level that is entered.
    distance: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
// As for `descend_phase1`.
@group(0) @binding(1) var<storage, read> tables: array<u32>;
// For each class how many codes its places stand for, as a power of two.
@group(0) @binding(2) var<storage, read> sizes: array<u32>;
// Two bits for each place, 16 in a word: 0 where it was not reached, else the distance modulo 3,
// plus 1.
@group(0) @binding(3) var<storage, read_write> states: array<atomic<u32>>;
// For each power of two the places that were found.
@group(0) @binding(4) var<storage, read_write> counts: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = params.first_word + workgroup_number(group, params.columns) * WORKGROUP + local;
    if i >= params.end_word {
        return;
    }
    // Invocations beside this one enter this level meanwhile, but nobody looks for that.
    var states_here = atomicLoad(&states[i]);
    for (var k = 0u; k < PLACES_A_WORD; k++) {
        let place = PLACES_A_WORD * i + k;
        if place >= PHASE1_PLACES {
            break;
        }
        if ((states_here >> (2u * k)) & 3u) == 0u && is_beside_last(place) {
            states_here |= (params.distance % 3u + 1u) << (2u * k);
            atomicAdd(&counts[sizes[place / TWISTS]], 1u);
        }
    }
    atomicStore(&states[i], states_here);
}

// Whether a move leads to the last level. A place that was not reached has none beside it that
// is nearer than that, so distances modulo 3 do.
fn is_beside_last(place: u32) -> bool {
    let last = (params.distance + 2u) % 3u + 1u;
    let neighbours = PHASE1_NEIGHBOURS + place / TWISTS * PHASE1_TURNS;
    let twists = TWIST_MOVES + place % TWISTS * PHASE1_TURNS;
    for (var m = 0u; m < PHASE1_TURNS; m++) {
        let class_and_symmetry = tables[neighbours + m];
        let conjugates = TWIST_CONJUGATES + class_and_symmetry % SYMMETRIES * TWISTS;
        let there = class_and_symmetry / SYMMETRIES * TWISTS + tables[conjugates + tables[twists + m]];
        let word = atomicLoad(&states[there / PLACES_A_WORD]);
        if ((word >> (2u * (there % PLACES_A_WORD))) & 3u) == last {
            return true;
        }
    }
    return false;
}
