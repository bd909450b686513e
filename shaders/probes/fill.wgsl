// Fills a buffer with words that the host knows without reading them.
//
// An invocation takes a word.

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
