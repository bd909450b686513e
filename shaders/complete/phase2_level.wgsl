// One level of the complete search of phase 2. An invocation takes a cell: twelve positions with the same corners and U/D edges.
// For all that were not reached before, it looks at once whether they have a neighbour in the last level.

// The positions that a workgroup has found: counting them first spares additions to the counts of all.
var<workgroup> entered: array<atomic<u32>, SIZES>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    if local < SIZES {
        atomicStore(&entered[local], 0u);
    }
    workgroupBarrier();
    let cell = params.first_cell + workgroup_number(group, params.columns) * WORKGROUP + local;
    if cell < params.end_cell {
        enter_level(cell);
    }
    workgroupBarrier();
    if local < SIZES && atomicLoad(&entered[local]) > 0u {
        atomicAdd(&counts[local], atomicLoad(&entered[local]));
    }
}

fn enter_level(cell: u32) {
    let class_index = cell / UD_EDGES;
    let here = states(cell);
    let unreached = in_state(here, 0u);
    if unreached == 0u {
        return;
    }
    // Other invocations enter this level meanwhile, but no invocation looks for that.
    let found = neighbours_of_last(class_index, cell % UD_EDGES) & unreached;
    if found == 0u {
        return;
    }
    store(cell, here | with_state(found, state_of(params.distance)));
    atomicAdd(&entered[cells[CLASS_SIZES + class_index]], countOneBits(found));
}

// The positions of a cell from which a move leads to the last level.
fn neighbours_of_last(class_index: u32, ud_edges: u32) -> u32 {
    let last = state_before(params.distance);
    let odd = cells[CLASS_PARITIES + class_index] ^ cells[UD_EDGES_PARITIES + ud_edges];
    var found = 0u;
    for (var m = 0u; m < PHASE2_MOVES; m++) {
        let there = unpack_class_and_symmetry(tables[PHASE2_NEIGHBOURS + class_index * PHASE2_MOVES + m]);
        let turned = tables[UD_EDGES_MOVES + ud_edges * PHASE2_MOVES + m];
        let edges = tables[UD_EDGES_CONJUGATES + there.symmetry * UD_EDGES + turned];
        let members = in_state(states(there.class_index * UD_EDGES + edges), last);
        // Back by halves: the low ones, then the high ones.
        let back = SET_MAPS + ((m * SYMMETRIES + there.symmetry) * 2u + odd) * 2u * HALF_SETS;
        found |= cells[back + members % HALF_SETS] | cells[back + HALF_SETS + members / HALF_SETS];
    }
    return found;
}

// The states of a cell of which some positions have this state.
fn with_state(members: u32, state: u32) -> u32 {
    return pack_cell(Cell(members * (state & 1u), members * (state >> 1u)));
}

fn states(cell: u32) -> u32 {
    let i = in_slice(cell);
    switch slice_of(cell) {
        case 0u: { return atomicLoad(&states0[i]); }
        case 1u: { return atomicLoad(&states1[i]); }
        case 2u: { return atomicLoad(&states2[i]); }
        default: { return atomicLoad(&states3[i]); }
    }
}

fn store(cell: u32, word: u32) {
    let i = in_slice(cell);
    switch slice_of(cell) {
        case 0u: { atomicStore(&states0[i], word); }
        case 1u: { atomicStore(&states1[i], word); }
        case 2u: { atomicStore(&states2[i], word); }
        default: { atomicStore(&states3[i], word); }
    }
}
