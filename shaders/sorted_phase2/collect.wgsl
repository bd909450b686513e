// Collects the cosets of a stripe that have a path, sorted by code, and clears them: an invocation takes a row.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let row = workgroup_number(group, params.columns) * WORKGROUP + local;
    if row >= params.rows || offsets[row] == offsets[row + 1u] {
        return;
    }
    var next = offsets[row];
    for (var i = row * COSET_ROW; i < (row + 1u) * COSET_ROW; i++) {
        let word = cosets[i];
        if word != 0u {
            cosets[i] = 0u;
            entries[next] = vec2(params.first_code + i, ~word);
            next++;
        }
    }
}
