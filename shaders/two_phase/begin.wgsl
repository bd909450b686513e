// Begins two-phase searches: an invocation takes a position in one direction, and follows a shortest path from there into G1,
// to learn how long it is.

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = workgroup_number(group, params.columns) * WORKGROUP + local;
    let position = i / DIRECTIONS;
    let direction = i % DIRECTIONS;
    if position >= params.positions {
        return;
    }
    var distance = NO_DISTANCE;
    if is_new(positions[position], direction) {
        distance = distance_of(phase1_index(image(positions[position], direction)));
    }
    put_distance(position, direction, distance);
    if direction == 0u {
        searches.list[position].position = positions[position];
        searches.list[position].measured = 1u;
        for (var i = 0u; i < KEPT_GROUPS; i++) {
            atomicStore(&searches.list[position].present[i], 0u);
        }
        searches.list[position].best = Node();
        searches.list[position].best_pass = 0u;
        searches.list[position].best_start = Start();
        searches.list[position].next_pass = 0u;
        atomicStore(&searches.list[position].waiting, 0u);
        atomicStore(&searches.list[position].rated, 0u);
        atomicStore(&searches.list[position].expanded, 0u);
        atomicStore(&searches.list[position].given_up, 0u);
    }
}

// Whether the position looks in this direction like in none before. All axes look alike where two do, since a third of a
// turn brings each to the next; backwards it looks alike along all axes or along none.
fn is_new(position: Position, direction: u32) -> bool {
    if direction % AXES > 0u && is_same(along(position, 1u), position) {
        return false;
    }
    return direction < AXES || !is_same(inverse(position), position);
}

fn is_same(a: Position, b: Position) -> bool {
    return a.corners == b.corners && a.ud_edges == b.ud_edges && a.slice_edges == b.slice_edges
        && a.orientations == b.orientations;
}

// The moves that lead nearer, by their images.
fn nearer_from(here: Phase1Index) -> u32 {
    return entry(here).nearer;
}
