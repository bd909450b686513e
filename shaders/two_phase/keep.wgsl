// Keeps the best end of each position: an invocation takes a position, and compares the ends in its list with the best
// end so far. So the order in which ends were rated makes no difference.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    positions: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
// The ends that were rated.
@group(0) @binding(1) var<storage, read> nodes: array<Node>;
@group(0) @binding(2) var<storage, read_write> searches: Searches;
// The best end of each position, with its rating for a word; 0 if there is none.
@group(0) @binding(3) var<storage, read_write> kept: array<Node>;

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
    var best = kept[position];
    while next != 0u {
        var end = nodes[next - 1u];
        let rated = unpack_rated_end(end.word);
        end.word = rated.rating;
        if is_better(end, best) {
            best = end;
        }
        next = rated.next;
    }
    kept[position] = best;
    searches.list[position].best = best.word;
}

// Whether an end of this pass is better than one of this pass or of an earlier one. With equal ratings the earlier pass
// is, then the lexicographically lesser path, then the clockwise pre-move.
fn is_better(end: Node, than: Node) -> bool {
    if end.word != than.word {
        return end.word > than.word;
    }
    let state = unpack_node_state(end.state);
    let other = unpack_node_state(than.state);
    if state.start != other.start || state.depth != other.depth {
        return false;
    }
    var path = end.path;
    var other_path = than.path;
    for (var i = 0u; i < state.depth; i++) {
        let m = move_in(path[move_word(i)], i);
        let other_m = move_in(other_path[move_word(i)], i);
        if m != other_m {
            return m < other_m;
        }
    }
    return state.turned < other.turned;
}
