// Walks on from nodes of two-phase searches, as `walk` does, but reads compared entries: what `walk` looks up of all neighbours
// of a position stands beside the position's own entry.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    do_part(workgroup_number(group, params.columns), local);
}

struct Outlook {
    entry: Phase1Entry,
    // The images of the moves that lead neither nearer nor farther.
    level: u32,
}

fn outlook_from(here: Phase1Index) -> Outlook {
    let i = (here.class_index * TWISTS + here.twist) * COMPARED_WORDS;
    return Outlook(unpack_phase1_entry(word(i)), word(i + 1u));
}

fn entry_in(outlook: Outlook) -> Phase1Entry {
    return outlook.entry;
}

// The images of the moves after which G1 can be reached in one move less than are left.
fn images_in_time(at: Walk, outlook: Outlook) -> u32 {
    var images = outlook.entry.nearer;
    if at.state.distance < at.left {
        images |= outlook.level;
    }
    if at.state.distance + 1u < at.left {
        images = (1u << PHASE1_MOVES) - 1u;
    }
    return images & images_in_order(at);
}
