// Begins passes of two-phase searches. Starts come in chunks, one for each lane. How far they are from G1 is measured when a chunk
// is needed for the first time.

// The distances of a chunk, in nibbles.
var<workgroup> of_chunk: array<atomic<u32>, CHUNK_WORDS>;
// A bit for each of them; and the chunk.
var<workgroup> present_in_chunk: atomic<u32>;
var<workgroup> first_chunk: atomic<u32>;

const NO_CHUNK = 0xffffffffu;

// The next chunk of starts in which passes begin that can have ends which make a better solution, and the stage; a task of
// another kind if there is none. Passes of later stages begin if `may_advance` is true: they take more work, which may be for
// nothing.
fn passes_to_begin(may_advance: bool) -> Task {
    let none = Task(TASK_END, 0u, 0u);
    let is_spent = atomicLoad(&expanded) >= params.max_nodes || own.turns >= searchers.head.most_turns;
    let has_end = own.rank != 0u;
    if is_within(own.best.word) || (has_end && is_spent) {
        return none;
    }
    let total = total_of(own.best.word);
    var word = tables[params.stages + own.stage];
    while word != NO_STAGE {
        let stage = unpack_stage(word);
        let first = max(own.start, FIRST_STARTS[stage.pre_moves]);
        let all = FIRST_STARTS[stage.pre_moves + 1u];
        let distances = distances_of(stage);
        let is_measured = own.measured * SEARCH_LANES >= all;
        let has_starts = !is_measured || (atomicLoad(&present[stage.pre_moves]) & distances) != 0u;
        // With no moves left for phase 2 no pass has a better end.
        if stage.outside < total && first < all && distances != 0u && has_starts {
            own.start = first;
            own.length = stage.outside - stage.pre_moves;
            return Task(TASK_BEGIN, first / SEARCH_LANES, word);
        }
        if !may_advance {
            return none;
        }
        own.stage++;
        own.start = 0u;
        if has_end {
            own.rank = pack_rank_beyond(RankBeyond(0u, 1u, unpack_rating(own.best.word).spared));
            atomicStore(&best_rank, own.rank);
        }
        word = tables[params.stages + own.stage];
    }
    return none;
}

// Begins the passes of the next chunk from one on that has some, or was not measured: as many chunks are looked at as there are
// lanes.
fn begin(number: u32, lane: u32, from_chunk: u32, stage: Stage) {
    let distances = distances_of(stage);
    let all_starts = FIRST_STARTS[stage.pre_moves + 1u];
    let candidate = from_chunk + lane;
    let is_measured = candidate < own.measured;
    if candidate * SEARCH_LANES < all_starts
        && (!is_measured || (searchers.list[number].present[candidate] & distances) != 0u) {
        atomicMin(&first_chunk, candidate);
    }
    if lane < CHUNK_WORDS {
        atomicStore(&of_chunk[lane], 0u);
    }
    let first_start = own.start;
    let measured = own.measured;
    let before = atomicLoad(&waiting);
    workgroupBarrier();
    let chunk = atomicLoad(&first_chunk);
    let is_some = chunk != NO_CHUNK;
    let is_new = is_some && chunk >= measured;
    let start = chunk * SEARCH_LANES + lane;
    var distance = NO_DISTANCE;
    if is_new {
        distance = measure(start);
        atomicOr(&of_chunk[nibble_word(lane)], nibble_bits(lane, distance));
        atomicOr(&present_in_chunk, 1u << distance);
    } else if is_some {
        let word = searchers.list[number].distances[chunk * CHUNK_WORDS + nibble_word(lane)];
        distance = nibble_in(word, lane);
    }
    let is_in_stage = is_some && start >= first_start && start < all_starts;
    if is_in_stage && ((distances >> distance) & 1u) != 0u {
        atomicOr(&chosen, 1u << lane);
    }
    workgroupBarrier();
    let all = atomicLoad(&chosen);
    let is_limited = params.max_nodes != UNLIMITED && all != 0u;
    let begun = select(all, all & (~all + 1u), is_limited);
    if ((begun >> lane) & 1u) != 0u {
        let index = phase1_index(after_pre_moves(own.images[start % DIRECTIONS], start));
        let state = NodeState(start, 0u, 0u, distance, 0u);
        // The first start is walked from first.
        let place = before + countOneBits((begun >> lane) >> 1u);
        put_node(number, place, node_with(pack_phase1_index(index), pack_node_state(state), Path()));
    }
    // Chunks are measured one after the other; should one be passed over, it is measured again when it is needed again.
    let is_kept = is_new && chunk == measured;
    if is_kept && lane < CHUNK_WORDS {
        searchers.list[number].distances[chunk * CHUNK_WORDS + lane] = atomicLoad(&of_chunk[lane]);
    }
    workgroupBarrier();
    if lane == 0u {
        atomicStore(&waiting, before + countOneBits(begun));
        let next_chunk = select(from_chunk + SEARCH_LANES, chunk + 1u, is_some);
        own.start = select(next_chunk * SEARCH_LANES, chunk * SEARCH_LANES + countTrailingZeros(begun) + 1u, is_limited);
        if is_kept {
            own.measured++;
            searchers.list[number].present[chunk] = atomicLoad(&present_in_chunk);
        }
        // The host looks for the shortest solution of a position that may be near.
        if is_new && chunk == 0u && may_be_near() {
            atomicStore(&given_up, 1u);
        }
        atomicStore(&chosen, 0u);
        atomicStore(&first_chunk, NO_CHUNK);
        atomicStore(&present_in_chunk, 0u);
    }
}

// How far a start is from G1. Where the position looks the same as in a direction before, it is not searched.
fn measure(start: u32) -> u32 {
    if start >= STARTS || !is_new_direction(start % DIRECTIONS) {
        return NO_DISTANCE;
    }
    let distance = distance_of(phase1_index(after_pre_moves(own.images[start % DIRECTIONS], start)));
    atomicOr(&present[pre_moves_of(start).count], 1u << distance);
    return distance;
}

// How far a position is from G1. The entry says that modulo 3; where a move or two lead to a multiple of 3, the listed paths say
// which one, up to 6.
fn distance_of(start: Phase1Index) -> u32 {
    let residue = entry(start).residue % 3u;
    let here = nearer_by(start, residue);
    if is_in_g1(here) {
        return residue;
    }
    if paths_from(here, 3u).count > 0u {
        return residue + 3u;
    }
    if paths_from(here, 6u).count > 0u {
        return residue + 6u;
    }
    // No position that is twelve away has less than four moves that lead nearer.
    if residue > 0u || countOneBits(entry(here).nearer) < 4u || paths_from(nearer_by(here, 3u), 6u).count > 0u {
        return residue + 9u;
    }
    return PHASE1_DIAMETER;
}

// The position to which the first moves that lead nearer to G1 lead.
fn nearer_by(start: Phase1Index, moves: u32) -> Phase1Index {
    var here = start;
    for (var i = 0u; i < moves; i++) {
        let nearer = entry(here).nearer;
        // In a damaged table there may be none.
        if nearer != 0u {
            here = neighbour(here, countTrailingZeros(nearer));
        }
    }
    return here;
}

// Whether the position looks in this direction like in none before.
fn is_new_direction(direction: u32) -> bool {
    let image = own.images[direction];
    for (var before = 0u; before < direction; before++) {
        let other = own.images[before];
        if image.corners == other.corners && image.ud_edges == other.ud_edges && image.slice_edges == other.slice_edges
            && image.orientations == other.orientations {
            return false;
        }
    }
    return true;
}

// Whether the starts without pre-moves are near G1. All axes look alike where two do; backwards a position looks alike along all
// axes or along none.
fn may_be_near() -> bool {
    let first = atomicLoad(&of_chunk[0]);
    var sum = 0u;
    var most = 0u;
    for (var direction = 0u; direction < DIRECTIONS; direction++) {
        var distance = nibble_in(first, direction);
        if distance == NO_DISTANCE {
            let backwards = nibble_in(first, select(0u, AXES, direction >= AXES));
            distance = select(backwards, nibble_in(first, direction % AXES), backwards == NO_DISTANCE);
        }
        if distance == NO_DISTANCE {
            distance = nibble_in(first, 0u);
        }
        sum += distance;
        most = max(most, distance);
    }
    return sum <= NEAR_SUM && most <= NEAR_MOST;
}

// A bit for each distance from G1 of the starts that are searched in a stage.
fn distances_of(stage: Stage) -> u32 {
    let length = stage.outside - stage.pre_moves;
    if length < stage.slack {
        return 0u;
    }
    let farthest = 1u << (length - stage.slack);
    let all = select(2u * farthest - 1u, farthest, stage.slack < MOST_SLACK);
    return all & ~(1u << NO_DISTANCE);
}
