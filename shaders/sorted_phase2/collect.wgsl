// Collects the cosets of a stripe that have a path, sorted by code, and clears them: an invocation takes a row.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    rows: u32,
    // The code of the stripe's first coset.
    first_code: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
// For each coset the complement of its path, 0 if it has none; here nobody else writes.
@group(0) @binding(1) var<storage, read_write> cosets: array<u32>;
// The number of each row's first entry, and the end.
@group(0) @binding(2) var<storage, read> offsets: array<u32>;
// Code and path number.
@group(0) @binding(3) var<storage, read_write> entries: array<vec2<u32>>;

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
