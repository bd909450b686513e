// Keeps the best end of each position: an invocation takes a position, and compares the ends in its list with the one
// that was kept. So the order in which the ends were rated makes no difference.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    positions: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
// The ends, each with its rating and the next one of the list in its first word.
@group(0) @binding(1) var<storage, read> nodes: array<u32>;
@group(0) @binding(2) var<storage, read_write> searches: Searches;
// NODE_WORDS of each position's best end; the first word is its rating, 0 if there is none.
@group(0) @binding(3) var<storage, read_write> kept: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let position = workgroup_number(group, params.columns) * WORKGROUP + local;
    if position >= params.positions {
        return;
    }
    var next = atomicExchange(&searches.list[position].rated, 0u);
    if next == 0u {
        return;
    }
    var best = kept_end(position);
    while next != 0u {
        let end = rated_end(next - 1u);
        if is_better(end, best) {
            best = end;
        }
        next = nodes[(next - 1u) * NODE_WORDS] % (1u << RATING_BIT);
    }
    keep(position, best);
    searches.list[position].best = best.rating;
}

// An end as it is compared and kept.
struct End {
    rating: u32,
    bits: u32,
    path: vec4<u32>,
}

fn rated_end(i: u32) -> End {
    let first = i * NODE_WORDS;
    let path = first + PATH_WORD;
    return End(
        nodes[first] >> RATING_BIT,
        nodes[first + 1u],
        vec4(nodes[path], nodes[path + 1u], nodes[path + 2u], nodes[path + 3u]),
    );
}

fn kept_end(position: u32) -> End {
    let first = position * NODE_WORDS;
    let path = first + PATH_WORD;
    return End(kept[first], kept[first + 1u], vec4(kept[path], kept[path + 1u], kept[path + 2u], kept[path + 3u]));
}

fn keep(position: u32, end: End) {
    let first = position * NODE_WORDS;
    kept[first] = end.rating;
    kept[first + 1u] = end.bits;
    kept[first + PATH_WORD] = end.path.x;
    kept[first + PATH_WORD + 1u] = end.path.y;
    kept[first + PATH_WORD + 2u] = end.path.z;
    kept[first + PATH_WORD + 3u] = end.path.w;
}

// Whether an end of this pass is better than one of this pass or of an earlier one. With equal ratings the earlier pass
// is, then the lexicographically lesser path, then the clockwise pre-move.
fn is_better(end: End, than: End) -> bool {
    if end.rating != than.rating {
        return end.rating > than.rating;
    }
    if start_in(end.bits) != start_in(than.bits) || depth_in(end.bits) != depth_in(than.bits) {
        return false;
    }
    for (var k = 0u; k < PATH_WORDS; k++) {
        if end.path[k] != than.path[k] {
            // The first move that differs has the lowest bit that does.
            let shift = countTrailingZeros(end.path[k] ^ than.path[k]) / MOVE_BITS * MOVE_BITS;
            let mask = (1u << MOVE_BITS) - 1u;
            return ((end.path[k] >> shift) & mask) < ((than.path[k] >> shift) & mask);
        }
    }
    return turned_in(end.bits) < turned_in(than.bits);
}
