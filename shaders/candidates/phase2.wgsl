// Phase 2: neighbouring invocations test the candidates of a position of G1 with one prefix against the table, and rate the
// hits. Each takes one last move for every move before it.

// How the moves of phase 2 so far join those of phase 1. `axis` has the moves on the axis on which phase 1 ends, and is 0 once
// a move on another axis came. `saved` counts the moves that went on with a turn of phase 1.
struct Seam {
    axis: u32,
    saving: u32,
    saved: u32,
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let invocation = workgroup_number(group, params.columns) * WORKGROUP + local;
    let item = invocation / PREFIX_LANES;
    let lane = invocation % PREFIX_LANES;
    let step = &steps.step;
    if item >= (*step).searched * (*step).prefixes {
        return;
    }
    // The next prefixes of the same position begin with the same moves, and so read the same rows of the move tables.
    let position = steps.list[(*step).first_searched + item / (*step).prefixes];
    let number = item % (*step).prefixes;
    let length = (*step).length;
    let start = trials[position].start;
    let before = unpack_slice_perm_and_seam(start[1]);
    var seam = Seam(before.axis, before.saving, 0u);
    var at = at_start(start);
    var after = MOVES;
    var rest = (*step).first_prefix + number;
    for (var left = prefix_length(length); left > 0u; left--) {
        after = next_move(after, left, &rest);
        at = turn(at, after);
        seam = followed(seam, after);
    }
    // The number of the first candidate with the next move.
    var first = 0u;
    for (var nexts = next_moves(after, length > 1u); nexts != 0u; nexts &= nexts - 1u) {
        let next = countTrailingZeros(nexts);
        var there = at;
        var there_seam = seam;
        if next < MOVES {
            there = turn(at, next);
            there_seam = followed(seam, next);
        }
        let lasts = last_moves(next, length > 0u);
        let own = without_lowest(lasts, lane);
        if own != 0u {
            let m = countTrailingZeros(own);
            var end = there;
            var end_seam = there_seam;
            if m < MOVES {
                end = turn(there, m);
                end_seam = followed(there_seam, m);
            }
            let code = code_of(end);
            let entry = find(code);
            if entry != NONE {
                let added = rating(end, code, entry, end_seam);
                atomicMin(&trials[position].best, pack_rated(Rated(first + lane, number, added)));
            }
        }
        first += countOneBits(lasts);
    }
}

fn followed(seam: Seam, m: u32) -> Seam {
    let bit = seam.axis & (1u << m);
    let saved = select(0u, 1u, (bit & seam.saving) != 0u);
    return Seam(select(0u, seam.axis, bit != 0u), seam.saving, seam.saved + saved);
}

// How many moves a hit adds, and MOST_JOINED. In a damaged file a path can be none, or belong to another coset.
fn rating(end: vec3<u32>, code: u32, entry: u32, end_seam: Seam) -> u32 {
    let path = paths[entry - params.first_entry];
    if path >= PATH_LIMIT {
        return NO_PATH;
    }
    let few = moves_of_path(path);
    let other = solved_by(few);
    if code_of(other) != code {
        return NO_PATH;
    }
    let turns = joining_turns(end, other);
    var seam = end_seam;
    var added = few.length + MOST_JOINED;
    if turns.x != 0u {
        seam = followed(seam, U_TURNS + turns.x - 1u);
        added++;
    }
    if turns.y != 0u {
        seam = followed(seam, D_TURNS + turns.y - 1u);
        added++;
    }
    for (var i = 0u; i < few.length && seam.axis != 0u; i++) {
        seam = followed(seam, one_of(few, i));
    }
    return added - min(seam.saved, MOST_JOINED);
}
