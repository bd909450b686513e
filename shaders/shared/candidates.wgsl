// What both phases share: candidates by number, and look-ups in a slice of a sorted table. MOVES is the number of
// moves of the phase. An invocation takes a prefix, all moves of a candidate but the last, and tests each last move.

const NONE = 0xffffffffu;

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    // Positions to search from, and how many prefixes of candidates are tested for each.
    starts: u32,
    per_start: u32,
    // The length of the candidates, the number of the first prefix, and the end.
    length: u32,
    first_prefix: u32,
    end_prefix: u32,
    // The bits of a code that stand in its bucket.
    shift: u32,
    // The buckets that are bound, and the index in the table of the first bound residue.
    first_bucket: u32,
    end_bucket: u32,
    first_residue: u32,
    // Hits that there is room for.
    room: u32,
}

struct Hits {
    // How many were found; those beyond the room are lost.
    count: atomic<u32>,
    list: array<Hit>,
}

@group(0) @binding(0) var<uniform> params: Params;
// For each move, and for none, a bit for each move that may come next, then likewise for
// the last move; then for each move how many from it on are alike (turns of one face); then
// for each length and move how many candidates go on after it, and how many prefixes.
@group(0) @binding(1) var<storage, read> sequences: array<u32>;
// The move tables of the coordinates, one after the other.
@group(0) @binding(2) var<storage, read> moves: array<u32>;
// Where the search begins: two coordinates in a word, and the third one.
@group(0) @binding(3) var<storage, read> starts: array<vec2<u32>>;
// For each bucket the index of its first entry, and the end.
@group(0) @binding(4) var<storage, read> index: array<u32>;
// Halves: the low bits of the sorted codes.
@group(0) @binding(5) var<storage, read> residues: array<u32>;
@group(0) @binding(6) var<storage, read_write> hits: Hits;

// The next move of a prefix that has `left` - 1 moves still to come, one less than the
// candidates. `rest` is the prefix's number among those that go on after `after`, then among
// those that go on after the move; `number` grows by the candidates that come before.
fn next_move(after: u32, left: u32, rest: ptr<function, u32>, number: ptr<function, u32>) -> u32 {
    let allowed = sequences[after];
    let counts = (1u + 2u * left) * (MOVES + 1u);
    let prefix_counts = 2u * left * (MOVES + 1u);
    var m = 0u;
    while m < MOVES {
        let alike = sequences[2u * (MOVES + 1u) + m];
        if ((allowed >> m) & 1u) != 0u {
            let prefixes = sequences[prefix_counts + m];
            if *rest < alike * prefixes {
                let turn = *rest / prefixes;
                *rest -= turn * prefixes;
                *number += turn * sequences[counts + m];
                return m + turn;
            }
            *rest -= alike * prefixes;
            *number += alike * sequences[counts + m];
        }
        m += alike;
    }
    return 0u;
}

// A bit for each move that may end a candidate after `after`.
fn last_moves(after: u32) -> u32 {
    return sequences[MOVES + 1u + after];
}

// The index of a code in the table; NONE if it is not in these buckets.
fn find(code: u32) -> u32 {
    let bucket = code >> params.shift;
    if bucket < params.first_bucket || bucket >= params.end_bucket {
        return NONE;
    }
    let size = 1u << params.shift;
    let start = index[bucket - params.first_bucket];
    // No bucket holds more; what a damaged file says is not believed.
    let end = min(index[bucket - params.first_bucket + 1u], start + size);
    var low = start;
    var high = end;
    while low < high {
        let middle = low + (high - low) / 2u;
        if residue(middle) < code % size {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    return select(NONE, low, low < end && residue(low) == code % size);
}

fn residue(entry: u32) -> u32 {
    let i = entry - params.first_residue;
    return half_in(residues[half_word(i)], i);
}

fn add_hit(start: u32, number: u32, entry: u32) {
    let i = atomicAdd(&hits.count, 1u);
    if i < params.room {
        hits.list[i] = Hit(start, number, entry);
    }
}
