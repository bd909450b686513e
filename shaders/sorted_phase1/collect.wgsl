// Collects the marks of a stripe of blocks into sorted codes, and clears them: an invocation takes a row.
//
// The host has summed up the counts of the marks, so each row knows where its codes go.

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
    for (var i = byte_word(row * ROW); i < byte_word((row + 1u) * ROW); i++) {
        let word = marks[i];
        if word == 0u {
            continue;
        }
        marks[i] = 0u;
        for (var byte = 0u; byte < BYTE_LANES; byte++) {
            let known = byte_in(word, byte);
            if known != 0u {
                let at = (i * BYTE_LANES + byte) % FLIP_SLICE_BLOCK;
                entries[next] = pack_reached(Reached(at, MARK_OF_STEP_0 - known));
                next++;
            }
        }
    }
}
