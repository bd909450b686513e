// What the searches of both phases share: candidates by number, and look-ups in a slice of a
// sorted table. MOVES is the number of moves of the phase.

const NONE = 0xffffffffu;

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    // Positions to search from, and how many candidates of each are tested.
    starts: u32,
    per_start: u32,
    // The length of the candidates, the number of the first one, and the end.
    length: u32,
    first_number: u32,
    end_number: u32,
    // The bits of a code that stand in its bucket.
    shift: u32,
    // The buckets that are bound, and the place of the first bound residue.
    first_bucket: u32,
    end_bucket: u32,
    first_place: u32,
    // Hits that there is room for.
    room: u32,
}

struct Hits {
    // How many were found; those beyond the room are lost.
    count: atomic<u32>,
    // Number of the start, number of the candidate, place in the table.
    list: array<u32>,
}

@group(0) @binding(0) var<uniform> params: Params;
// For each move, and for none, a bit for each move that may come next, then likewise for
// the last move; then for each length and move the ways to go on.
@group(0) @binding(1) var<storage, read> sequences: array<u32>;
// The move tables of the coordinates, one after the other.
@group(0) @binding(2) var<storage, read> moves: array<u32>;
// Where the search begins, coordinates of 16 bits.
@group(0) @binding(3) var<storage, read> starts: array<vec2<u32>>;
// For each bucket the place of its first entry, and the end.
@group(0) @binding(4) var<storage, read> index: array<u32>;
// The low bits of the sorted codes, two in a word.
@group(0) @binding(5) var<storage, read> residues: array<u32>;
@group(0) @binding(6) var<storage, read_write> hits: Hits;

// The next move of the sequence with this number among those that go on after `after` with
// `left` moves; leaves the number among those that go on after it.
fn next_move(after: u32, left: u32, number: ptr<function, u32>) -> u32 {
    let allowed = sequences[select(0u, MOVES + 1u, left == 1u) + after];
    let ways = (1u + left) * (MOVES + 1u);
    for (var m = 0u; m < MOVES; m++) {
        if ((allowed >> m) & 1u) == 0u {
            continue;
        }
        if *number < sequences[ways + m] {
            return m;
        }
        *number -= sequences[ways + m];
    }
    return 0u;
}

// The place of a code in the table; NONE if it is not in these buckets.
fn find(code: u32) -> u32 {
    let bucket = code >> params.shift;
    if bucket < params.first_bucket || bucket >= params.end_bucket {
        return NONE;
    }
    let size = 1u << params.shift;
    let start = index[bucket - params.first_bucket];
    // No bucket holds more; what a damaged file says is not believed.
    let end = min(index[bucket - params.first_bucket + 1u], start + size);
    for (var place = start; place < end; place++) {
        let i = place - params.first_place;
        let residue = (residues[i / 2u] >> (16u * (i % 2u))) & 0xffffu;
        if residue >= code % size {
            return select(NONE, place, residue == code % size);
        }
    }
    return NONE;
}

fn add_hit(start: u32, number: u32, place: u32) {
    let i = atomicAdd(&hits.count, 1u);
    if i < params.room {
        hits.list[3u * i] = start;
        hits.list[3u * i + 1u] = number;
        hits.list[3u * i + 2u] = place;
    }
}
