// One level of the complete search of phase 2: an invocation takes a cell, twelve positions with
// the same corners and U/D edges, and looks from all that were not reached before at once
// whether a move leads to the last level.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    // The cells that are looked at.
    first_cell: u32,
    end_cell: u32,
    // The level that is entered.
    distance: u32,
    // The bits of a cell's number that stand for its place in a buffer.
    shift: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
// As for `descend_phase2`.
@group(0) @binding(1) var<storage, read> tables: array<u32>;
// See src/engine/shared/levels.rs.
@group(0) @binding(2) var<storage, read> cells: array<u32>;
// For each power of two the positions that were found in classes of that size.
@group(0) @binding(3) var<storage, read_write> counts: array<atomic<u32>>;
// A word for each cell, 2^shift in each buffer but the last; buffers that are not needed are not
// read. Of each position of the cell the state, 0 where it was not reached, else the distance
// modulo 3 plus 1: the low bits of all twelve, then the high bits.
@group(0) @binding(4) var<storage, read_write> states0: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> states1: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> states2: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read_write> states3: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let cell = params.first_cell + workgroup_number(group, params.columns) * WORKGROUP + local;
    if cell >= params.end_cell {
        return;
    }
    let class_number = cell / UD_EDGES;
    let here = states(cell);
    let unreached = in_state(here, 0u);
    if unreached == 0u {
        return;
    }
    // Invocations beside this one enter this level meanwhile, but nobody looks for that.
    let found = beside_last(class_number, cell % UD_EDGES) & unreached;
    if found == 0u {
        return;
    }
    let state = params.distance % 3u + 1u;
    store(cell, here | (found * (state & 1u)) | ((found * (state >> 1u)) << HALF_SLICE_PERMS));
    atomicAdd(&counts[cells[CLASS_SIZES + class_number]], countOneBits(found));
}

// The positions of a cell from which a move leads to the last level.
fn beside_last(class_number: u32, ud_edges: u32) -> u32 {
    let last = (params.distance + 2u) % 3u + 1u;
    let odd = cells[CLASS_PARITIES + class_number] ^ cells[UD_EDGES_PARITIES + ud_edges];
    var found = 0u;
    for (var m = 0u; m < TURNS; m++) {
        let there = tables[PHASE2_NEIGHBOURS + class_number * TURNS + m];
        let symmetry = there % SYMMETRIES;
        let turned = tables[UD_EDGES_MOVES + ud_edges * TURNS + m];
        let edges = tables[UD_EDGES_CONJUGATES + symmetry * UD_EDGES + turned];
        let members = in_state(states(there / SYMMETRIES * UD_EDGES + edges), last);
        // Back by halves: the low six, then the high six.
        let back = SET_MAPS + ((m * SYMMETRIES + symmetry) * 2u + odd) * 128u;
        found |= cells[back + members % 64u] | cells[back + 64u + members / 64u];
    }
    return found;
}

// The positions of a cell that are in this state.
fn in_state(word: u32, state: u32) -> u32 {
    let low = word ^ select(ALL_SLICE_PERMS, 0u, (state & 1u) != 0u);
    let high = (word >> HALF_SLICE_PERMS) ^ select(ALL_SLICE_PERMS, 0u, (state & 2u) != 0u);
    return low & high & ALL_SLICE_PERMS;
}

fn states(cell: u32) -> u32 {
    let i = cell & ((1u << params.shift) - 1u);
    switch cell >> params.shift {
        case 0u: { return atomicLoad(&states0[i]); }
        case 1u: { return atomicLoad(&states1[i]); }
        case 2u: { return atomicLoad(&states2[i]); }
        default: { return atomicLoad(&states3[i]); }
    }
}

fn store(cell: u32, word: u32) {
    let i = cell & ((1u << params.shift) - 1u);
    switch cell >> params.shift {
        case 0u: { atomicStore(&states0[i], word); }
        case 1u: { atomicStore(&states1[i], word); }
        case 2u: { atomicStore(&states2[i], word); }
        default: { atomicStore(&states3[i], word); }
    }
}
