// Plans a step: which candidates are tested next, for the positions that are searched on. One invocation decides.

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) local: u32) {
    if local != 0u {
        return;
    }
    let searched = atomicLoad(&steps.step.left);
    var length = steps.step.length;
    var first_prefix = steps.step.first_prefix + steps.step.prefixes;
    if steps.step.is_last != 0u {
        length++;
        first_prefix = 0u;
    }
    steps.step.length = length;
    steps.step.first_prefix = first_prefix;
    steps.step.prefixes = 0u;
    steps.step.is_last = 0u;
    grids[TEST] = Grid(0u, 0u, 1u);
    grids[KEEP] = Grid(0u, 0u, 1u);
    if searched == 0u || length > params.longest {
        return;
    }
    let prefixes = prefixes_of(length) - first_prefix;
    let tested = min(prefixes, clamp(params.items / searched, 1u, MOST_PREFIXES));
    steps.step.prefixes = tested;
    steps.step.is_last = select(0u, 1u, tested == prefixes);
    steps.step.searched = searched;
    steps.step.first_searched = params.room - steps.step.first_searched;
    atomicStore(&steps.step.left, 0u);
    grids[TEST] = grid_of(searched * tested * PREFIX_LANES);
    grids[KEEP] = grid_of(searched);
}

// How many prefixes the candidates of a length have.
fn prefixes_of(length: u32) -> u32 {
    return sequences[(3u + max(length, params.tail) - params.tail) * (params.moves + 1u) + params.moves];
}
