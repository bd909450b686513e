// Keeps the ends that are the best of their positions so far, after all of them were rated.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
// Ends with their ratings in the first words.
@group(0) @binding(1) var<storage, read> nodes: array<u32>;
@group(0) @binding(2) var<storage, read_write> searches: Searches;
// NODE_WORDS of each position's best end.
@group(0) @binding(3) var<storage, read_write> kept: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = workgroup_number(group, params.columns) * WORKGROUP + local;
    if i >= searches.ends {
        return;
    }
    let position = nodes[i * NODE_WORDS + 1u] % (1u << START_BIT);
    if nodes[i * NODE_WORDS] != atomicLoad(&searches.list[position].best) {
        return;
    }
    for (var k = 0u; k < NODE_WORDS; k++) {
        kept[position * NODE_WORDS + k] = nodes[i * NODE_WORDS + k];
    }
}
