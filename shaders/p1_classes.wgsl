// The classes of p1: every position, and every position one half turn beyond the last
// level, offers its path to its class; the least one stays.
//
// A workgroup is a pair, as in p1_expand; the turn is one of the four half turns, or none.

struct Params {
    // Workgroups in a row of the dispatch, and how many have something to do.
    columns: u32,
    pairs: u32,
    // The first class of U/D edges in this stripe.
    first_class: u32,
    // The number of the first slot that is bound.
    first_source_slot: u32,
    length: u32,
    first_path: u32,
    end_path: u32,
    power: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> moves: array<u32>;
@group(0) @binding(2) var<storage, read> source_starts: array<u32>;
@group(0) @binding(3) var<storage, read> source_slots: array<vec2<u32>>;
// A block of this stripe and a turn, as in p1_expand.
@group(0) @binding(4) var<storage, read> pairs: array<u32>;
// For each class the complement of its least path, 0 if it has none.
@group(0) @binding(5) var<storage, read_write> classes: array<atomic<u32>>;
// How many classes of each row of CLASS_ROW have a path.
@group(0) @binding(6) var<storage, read_write> counts: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let number = workgroup_number(group, params.columns);
    if number >= params.pairs {
        return;
    }
    let block = pairs[number] >> TURN_BITS;
    let turn = pairs[number] % (1u << TURN_BITS);
    let source = source_of(block, turn);
    let end = source_starts[source + 1u] - params.first_source_slot;
    for (var i = source_starts[source] - params.first_source_slot + local; i < end; i += WORKGROUP) {
        let slot = source_slots[i];
        if slot.x != 0u {
            offer(block, turn, slot.x - 1u, ~slot.y);
        }
    }
}

fn offer(block: u32, turn: u32, place: u32, path: u32) {
    var corners = place / SLICE_PERMS;
    var slice_perm = place % SLICE_PERMS;
    var offered = path;
    if turn < TURNS {
        if path < params.first_path || path >= params.end_path {
            return;
        }
        offered = prepend(turn, path);
        if offered == 0u {
            return;
        }
        corners = coordinate_after(CORNERS_TURNS, corners, turn);
        slice_perm = coordinate_after(SLICE_PERM_TURNS, slice_perm, turn);
    }
    corners = moves[NORMALISED + corners * MEMBERS + block % MEMBERS];
    let place_of_class = (block / MEMBERS - params.first_class) * CLASS_PLACES + corners * SLICE_PERMS + slice_perm;
    if atomicMax(&classes[place_of_class], ~offered) == 0u {
        atomicAdd(&counts[place_of_class / CLASS_ROW], 1u);
    }
}
