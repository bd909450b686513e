// Fills a buffer with words that the host knows without reading them.
//
// An invocation takes a word.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    words: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let word = workgroup_number(group, params.columns) * WORKGROUP + local;
    if word < params.words {
        words[word] = mixed(word);
    }
}
