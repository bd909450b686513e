// Compares positions of phase 1 with their neighbours: an invocation takes a position up to symmetry, and learns which moves
// lead nearer to G1, and which neither nearer nor farther.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = workgroup_number(group, params.columns) * WORKGROUP + local;
    if i >= params.end - params.first {
        return;
    }
    let index = params.first + i;
    let here = Phase1Index(index / TWISTS, index % TWISTS, 0u);
    let entry_here = entry(here);
    let residue = entry_here.residue % 3u;
    var level = 0u;
    for (var m = 0u; m < PHASE1_MOVES; m++) {
        level |= select(0u, 1u << m, entry(neighbour(here, m)).residue % 3u == residue);
    }
    compared[COMPARED_WORDS * i] = pack_phase1_entry(Phase1Entry(entry_here.nearer, residue));
    compared[COMPARED_WORDS * i + 1u] = level;
}
