// The entries of phase 1: an invocation writes those of eight places, which are five words.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    // The groups of eight places that are written.
    first_group: u32,
    end_group: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
// As for `descend_phase1`.
@group(0) @binding(1) var<storage, read> tables: array<u32>;
// As `level_phase1` leaves them.
@group(0) @binding(2) var<storage, read> states: array<u32>;
// Entries of 20 bits.
@group(0) @binding(3) var<storage, read_write> entries: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = workgroup_number(group, params.columns) * WORKGROUP + local;
    if i >= params.end_group - params.first_group {
        return;
    }
    var words = array<u32, 5>();
    for (var k = 0u; k < 8u; k++) {
        let place = 8u * (params.first_group + i) + k;
        if place >= PHASE1_PLACES {
            break;
        }
        let entry = entry_of(place);
        let bit = k * PHASE1_ENTRY_BITS;
        words[bit / 32u] |= entry << (bit % 32u);
        if bit % 32u + PHASE1_ENTRY_BITS > 32u {
            words[bit / 32u + 1u] = entry >> (32u - bit % 32u);
        }
    }
    for (var k = 0u; k < 5u; k++) {
        entries[5u * i + k] = words[k];
    }
}

// The distance modulo 3, and a bit for each move that leads nearer.
fn entry_of(place: u32) -> u32 {
    let residue = residue_of(place);
    let neighbours = PHASE1_NEIGHBOURS + place / TWISTS * PHASE1_TURNS;
    let twists = TWIST_MOVES + place % TWISTS * PHASE1_TURNS;
    var nearer = 0u;
    for (var m = 0u; m < PHASE1_TURNS; m++) {
        let class_and_symmetry = tables[neighbours + m];
        let conjugates = TWIST_CONJUGATES + class_and_symmetry % SYMMETRIES * TWISTS;
        let there = class_and_symmetry / SYMMETRIES * TWISTS + tables[conjugates + tables[twists + m]];
        nearer |= select(0u, 1u << m, residue_of(there) == (residue + 2u) % 3u);
    }
    return (residue << PHASE1_TURNS) | nearer;
}

fn residue_of(place: u32) -> u32 {
    return ((states[place / PLACES_A_WORD] >> (2u * (place % PLACES_A_WORD))) & 3u) - 1u;
}
