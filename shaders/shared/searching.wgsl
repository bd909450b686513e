// The search for positions by a workgroup. Its lanes do the same in a round: they turn a position to its directions, begin passes,
// walk on from nodes, or rate ends; one of them decides which. What they find depends on the position alone: whatever comes first,
// the best end is the same. A kernel that does this has two functions, for what it knows of phase 2: `moves_to_solved` and
// `turns_to_solved`.

// What the lanes do in a round, and with which nodes or ends, or which chunk of starts.
struct Task {
    kind: u32,
    first: u32,
    count: u32,
}

var<workgroup> task: Task;
// What lanes change together: the rest is in `own`, as the first lane has it.
var<workgroup> own: SearchProgress;
var<workgroup> present: array<atomic<u32>, MOST_PRE_MOVES + 1u>;
var<workgroup> waiting: atomic<u32>;
var<workgroup> ends: atomic<u32>;
var<workgroup> expanded: atomic<u32>;
var<workgroup> best_rank: atomic<u32>;
var<workgroup> given_up: atomic<u32>;
// A bit for each lane; none between rounds.
var<workgroup> chosen: atomic<u32>;

fn search(number: u32, lane: u32) {
    if lane == 0u {
        load(number);
    }
    load_nodes(number, lane);
    var left = params.turns;
    while left > 0u {
        // What a round has left is there for the next one.
        workgroupBarrier();
        storageBarrier();
        if lane == 0u {
            task = plan(left);
            own.turns += turns_of(task.kind);
        }
        let now = workgroupUniformLoad(&task);
        if now.kind == TASK_STOP {
            break;
        }
        left -= turns_of(now.kind);
        switch now.kind {
            case TASK_TAKE: {
                if lane < DIRECTIONS {
                    own.images[lane] = image(searches[own.position - 1u].position, lane);
                }
            }
            case TASK_BEGIN: {
                begin(number, lane, now.first, unpack_stage(now.count));
            }
            case TASK_WALK: {
                walk(number, lane, now.first, now.count);
            }
            case TASK_RATE: {
                rate(number, lane, now.first, now.count);
            }
            default: {
                if lane == 0u {
                    end();
                }
            }
        }
    }
    workgroupBarrier();
    save_nodes(number, lane);
    if lane == 0u {
        save(number, params.turns - left);
    }
}

fn turns_of(kind: u32) -> u32 {
    return TASK_TURNS[kind] + select(0u, 4u * turns_to_solved(), kind == TASK_RATE);
}

// What the lanes do next.
fn plan(left: u32) -> Task {
    // All that takes the most.
    if left <= turns_of(TASK_RATE) + TASK_TURNS[TASK_BEGIN] {
        return Task(TASK_STOP, 0u, 0u);
    }
    if own.position == 0u {
        return take();
    }
    if atomicLoad(&given_up) != 0u {
        return Task(TASK_END, 0u, 0u);
    }
    let nodes = atomicLoad(&waiting);
    let all_ends = atomicLoad(&ends);
    if all_ends >= SEARCH_LANES || (all_ends > 0u && nodes == 0u) {
        let count = min(all_ends, SEARCH_LANES);
        atomicStore(&ends, all_ends - count);
        return Task(TASK_RATE, all_ends - count, count);
    }
    // A limit of nodes is looked at after each pass.
    if nodes == 0u || (nodes < SEARCH_LANES && params.max_nodes == UNLIMITED) {
        let begin = passes_to_begin(nodes == 0u);
        if begin.kind == TASK_BEGIN {
            return begin;
        }
    }
    if nodes == 0u {
        return Task(TASK_END, 0u, 0u);
    }
    // All that they add has room.
    let room = MOST_WAITING - RESERVED;
    let most = max(1u, (max(room, nodes) - nodes) / MOST_ADDED);
    let count = min(min(nodes, SEARCH_LANES), most);
    atomicStore(&waiting, nodes - count);
    return Task(TASK_WALK, nodes - count, count);
}

// Takes the next position.
fn take() -> Task {
    let position = atomicAdd(&searchers.head.taken, 1u);
    if position >= params.positions {
        return Task(TASK_STOP, 0u, 0u);
    }
    own.position = position + 1u;
    own.stage = 0u;
    own.start = 0u;
    own.measured = 0u;
    own.turns = 0u;
    own.rank = 0u;
    own.best = Node();
    for (var i = 0u; i <= MOST_PRE_MOVES; i++) {
        atomicStore(&present[i], 0u);
    }
    atomicStore(&waiting, 0u);
    atomicStore(&ends, 0u);
    atomicStore(&expanded, 0u);
    atomicStore(&best_rank, 0u);
    atomicStore(&given_up, 0u);
    return Task(TASK_TAKE, 0u, 0u);
}

// Ends the search for a position.
fn end() {
    searches[own.position - 1u].best = own.best;
    searches[own.position - 1u].given_up = atomicLoad(&given_up);
    own.position = 0u;
    atomicAdd(&searchers.head.ended, 1u);
}

fn load(number: u32) {
    atomicStore(&chosen, 0u);
    atomicStore(&first_chunk, NO_CHUNK);
    atomicStore(&present_in_chunk, 0u);
    if params.is_first != 0u {
        own.position = 0u;
        atomicStore(&waiting, 0u);
        return;
    }
    own = searchers.list[number].progress;
    for (var i = 0u; i <= MOST_PRE_MOVES; i++) {
        atomicStore(&present[i], own.present[i]);
    }
    atomicStore(&waiting, own.waiting);
    atomicStore(&ends, own.ends);
    atomicStore(&expanded, own.expanded);
    atomicStore(&best_rank, own.rank);
    atomicStore(&given_up, own.given_up);
}

fn save(number: u32, turns: u32) {
    for (var i = 0u; i <= MOST_PRE_MOVES; i++) {
        own.present[i] = atomicLoad(&present[i]);
    }
    own.waiting = atomicLoad(&waiting);
    own.ends = atomicLoad(&ends);
    own.expanded = atomicLoad(&expanded);
    own.given_up = atomicLoad(&given_up);
    searchers.list[number].progress = own;
    atomicAdd(&searchers.head.turns, turns / COUNTED_TURNS);
}
