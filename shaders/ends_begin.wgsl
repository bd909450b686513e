// Begins two-phase searches: an invocation follows a shortest way from a start into G1 and so
// learns how long it is.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    positions: u32,
    // The bits of a word's number that stand for its place in a buffer.
    shift: u32,
}

// STARTS for each position: class | twist << 16; corners; U/D edges; middle edges |
// symmetry << 16. NO_START in the second word where there is none.
@group(0) @binding(2) var<storage, read> starts: array<vec4<u32>>;
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
    if start.y != NO_START {
        distance = distance_of(Place(start.x, start.w >> 16u));
    }
    searches.list[position].starts[i % STARTS] = Start(start.x, start.y, start.z, start.w, distance);
    if i % STARTS == 0u {
        searches.list[position].next_pass = 0u;
        searches.list[position].best = 0u;
        atomicStore(&searches.list[position].rated, 0u);
        atomicStore(&searches.list[position].expanded, 0u);
    }
}

fn distance_of(start: Place) -> u32 {
    var here = start;
    // A damaged table can lead on for ever.
    for (var distance = 0u; distance < PHASE1_LONGEST; distance++) {
        let nearer = nearer_of(entry(here.row));
        if nearer == 0u {
            return distance;
        }
        here = beside(here, countTrailingZeros(nearer));
    }
    return PHASE1_LONGEST;
}
