// Begins two-phase searches: an invocation follows a shortest path from a start into G1 and so learns how long it is.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    positions: u32,
    // The bits of a word's number that count within a buffer of entries.
    shift: u32,
}

// STARTS for each position; NO_START for the corners of one that is none.
@group(0) @binding(2) var<storage, read> starts: array<Start>;
@group(0) @binding(3) var<storage, read_write> searches: Searches;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = workgroup_number(group, params.columns) * WORKGROUP + local;
    let position = i / STARTS;
    if position >= params.positions {
        return;
    }
    let start = starts[i];
    var distance = NO_DISTANCE;
    if start.corners != NO_START {
        distance = distance_of(unpack_phase1_index(start.index));
    }
    searches.list[position].starts[i % STARTS] = MeasuredStart(start, distance);
    if i % STARTS == 0u {
        searches.list[position].next_pass = 0u;
        searches.list[position].best = 0u;
        atomicStore(&searches.list[position].rated, 0u);
        atomicStore(&searches.list[position].expanded, 0u);
    }
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
