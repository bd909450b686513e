// Phase 1: an invocation tests the candidates of a position with one prefix against the table.
//
// Of a position only the hit with the least number matters, so what comes after one that
// was found already is left out.

@group(0) @binding(6) var<storage, read_write> trials: array<Trial>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let item = workgroup_number(group, params.columns) * WORKGROUP + local;
    let step = &steps.step;
    // Neighbours test the same candidates of other positions.
    let searched = max((*step).searched, 1u);
    let number = item / searched;
    if number >= (*step).prefixes {
        return;
    }
    let position = steps.list[(*step).first_searched + item % searched];
    if atomicLoad(&trials[position].best) < pack_rated(Rated(0u, number, 0u)) {
        return;
    }
    let length = (*step).length;
    var at = at_start(trials[position].start);
    var after = MOVES;
    var rest = (*step).first_prefix + number;
    for (var left = prefix_length(length); left > 0u; left--) {
        after = next_move(after, left, &rest);
        at = turn(at, after);
    }
    var lasts = last_moves(after, length > 0u);
    for (var last = 0u; lasts != 0u; last++) {
        let m = countTrailingZeros(lasts);
        lasts &= lasts - 1u;
        var end = at;
        if m < MOVES {
            end = turn(at, m);
        }
        if find(code_of(end)) != NONE {
            atomicMin(&trials[position].best, pack_rated(Rated(last, number, 0u)));
            return;
        }
    }
}
