// Collects the marks of a stripe of blocks into entries sorted by place, and clears them.
//
// An invocation takes a row. The host has summed up the counts of p0_mark, so each row
// knows where its entries go.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    rows: u32,
    // The number of the first bound entry.
    first_entry: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
// As in p0_mark; here nobody else writes.
@group(0) @binding(1) var<storage, read_write> marks: array<u32>;
// The number of each row's first entry, and the end.
@group(0) @binding(2) var<storage, read> offsets: array<u32>;
// As in p0_mark.
@group(0) @binding(3) var<storage, read_write> entries: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let row = workgroup_number(group, params.columns) * WORKGROUP + local;
    if row >= params.rows || offsets[row] == offsets[row + 1u] {
        return;
    }
    var next = offsets[row] - params.first_entry;
    for (var i = row * (ROW / 4u); i < (row + 1u) * (ROW / 4u); i++) {
        let word = marks[i];
        if word == 0u {
            continue;
        }
        marks[i] = 0u;
        for (var byte = 0u; byte < 4u; byte++) {
            let known = (word >> (8u * byte)) & 0xffu;
            if known != 0u {
                let place = (i * 4u + byte) & ((1u << PLACE_BITS) - 1u);
                entries[next] = ((255u - known) << PLACE_BITS) | place;
                next++;
            }
        }
    }
}
