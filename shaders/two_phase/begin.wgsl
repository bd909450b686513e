// Begins two-phase searches: an invocation takes a position in one direction, and after each pre-move, and follows a shortest
// path from there into G1, to learn how long it is.

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
    let is_searched = is_new(positions[position], direction);
    let at = image(positions[position], direction);
    for (var start = direction; start < STARTS; start += DIRECTIONS) {
        var measured = MeasuredStart(Start(), NO_DISTANCE);
        if is_searched && (params.tries_pre_moves != 0u || start >= PRE_MOVE_STARTS) {
            measured = measure(after_pre_move(at, start));
        }
        searches.list[position].starts[start] = measured;
    }
    if direction == 0u {
        searches.list[position].best = Node();
        searches.list[position].next_pass = 0u;
        atomicStore(&searches.list[position].waiting, 0u);
        atomicStore(&searches.list[position].rated, 0u);
        atomicStore(&searches.list[position].expanded, 0u);
    }
}

fn measure(at: Position) -> MeasuredStart {
    let index = phase1_index(at);
    return MeasuredStart(Start(pack_phase1_index(index), at.corners, at.ud_edges, at.slice_edges), distance_of(index));
}

// The position after the pre-move of a start, if it has one.
fn after_pre_move(at: Position, start: u32) -> Position {
    if start >= PRE_MOVE_STARTS {
        return at;
    }
    return then(position_in_tables(TURNED_CUBIES + POSITION_WORDS * PRE_MOVES[start / DIRECTIONS]), at);
}

// The position as it is searched in a direction: along one of the axes, forwards or backwards.
fn image(position: Position, direction: u32) -> Position {
    if direction < AXES {
        return along(position, direction);
    }
    return along(inverse(position), direction - AXES);
}

// The position after the rotation that brings an axis to where U and D are.
fn along(position: Position, axis: u32) -> Position {
    let rotation = ROTATIONS + 2u * POSITION_WORDS * axis;
    return then(then(position_in_tables(rotation), position), position_in_tables(rotation + POSITION_WORDS));
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

fn distance_of(start: Phase1Index) -> u32 {
    var here = start;
    // A damaged table can lead on for ever.
    for (var distance = 0u; distance < PHASE1_DIAMETER; distance++) {
        let nearer = entry(here).nearer;
        if nearer == 0u {
            return distance;
        }
        here = neighbour(here, countTrailingZeros(nearer));
    }
    return PHASE1_DIAMETER;
}
