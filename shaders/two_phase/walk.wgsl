// Walks on from nodes of two-phase searches: an invocation takes a node and follows the first move after which G1 can be
// reached with the moves left, until a path ends or none goes on. It leaves the nodes to which the other moves lead in their
// levels. Some invocations begin passes instead, or learn how far starts are (see `shared/walking`).

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    do_part(workgroup_number(group, params.columns), local);
}

alias Outlook = Phase1Entry;

fn outlook_from(here: Phase1Index) -> Outlook {
    return entry(here);
}

fn entry_in(outlook: Outlook) -> Phase1Entry {
    return outlook;
}

// The images of the moves after which G1 can be reached in one move less than are left.
fn images_in_time(at: Walk, outlook: Outlook) -> u32 {
    let may_come = images_in_order(at);
    var images = may_come & outlook.nearer;
    if at.state.distance != at.left {
        for (var others = may_come & ~outlook.nearer; others != 0u; others &= others - 1u) {
            let image = countTrailingZeros(others);
            if distance_beside(at.state.distance, entry(neighbour(at.here, image))) < at.left {
                images |= 1u << image;
            }
        }
    }
    return images;
}
