//! What the kernels of the two-phase search, their twins and their host agree on.

use super::descent::{EntryWords, PHASE1_SLICES, PHASE2_SLICES, SOLUTION_MOVES, SOLUTION_WORDS, Solutions};
use super::interface::kernels;
use super::record::{constants, lists, parameters, records};
use super::tables::{LAST_MOVES_BITS, STAGE_WORDS, Tables};
use super::wgsl::{self, Item};
use super::words::{Bytes, Moves, Nibbles, Position};
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_search::engine::cpu::two_phase::last_moves;
use cubebatch_search::engine::two_phase::direction::{AXES, DIRECTIONS};
use cubebatch_search::engine::two_phase::near::NearLimits;
use cubebatch_search::engine::two_phase::pre_moves::{FIRST_SEQUENCES, MOST as MOST_PRE_MOVES};
use cubebatch_search::engine::two_phase::stages::{self, MOST_SLACK};
pub use cubebatch_search::engine::two_phase::start::STARTS;
use cubebatch_search::engine::two_phase::{self, LONGEST, UNCOUNTED};
use cubebatch_tables::coord::phase1::PHASE1_MOVES;
use cubebatch_tables::coord::sym_phase1;
use cubebatch_tables::packed::packed;
use cubebatch_tables::table::Phase;

/// Words of the moves that led to a node, as many as a vector has.
pub const PATH_WORDS: usize = LONGEST.div_ceil(Moves::A_WORD);
const _: () = assert!(PATH_WORDS == 4);

/// Invocations of a workgroup that searches: as many as most devices run together.
pub const SEARCH_LANES: usize = 32;

/// Nodes that wait within the workgroup. So few that many workgroups share a processor of a device; one position in ten has more
/// at some time.
pub const WORKGROUP_NODES: usize = 256;

/// Nodes of a position that can wait, also behind those of the workgroup.
pub const MOST_WAITING: usize = 1536;

/// The most nodes that wait while a searcher walks on from one node at a time. These are the starts of a chunk, and all moves but one
/// at each node of a path.
pub const RESERVED: usize = SEARCH_LANES + (LONGEST + 1) * MOST_ADDED;
const _: () = assert!(MOST_WAITING >= 2 * RESERVED);

/// The most ends that a node adds in a round: one with more paths waits again.
pub const MOST_ENDS_ADDED: usize = 16;

/// Ends that wait until there are enough for all lanes, and the ends that a round adds.
pub const MOST_ENDS: usize = SEARCH_LANES - 1 + SEARCH_LANES * MOST_ENDS_ADDED;

/// Bits of a distance from G1.
const DISTANCE_BITS: u32 = 4;

/// Bits of the moves of a solution.
const TOTAL_BITS: u32 = 6;

packed! {
    /// What a node has beside its index and its path.
    NodeState {
        /// The number of the start of its path.
        start: START_BITS,
        /// 1 if the first pre-move of an end is counter-clockwise.
        turned: 1,
        /// How many moves led there.
        depth: 5,
        /// From G1, of this node or of the one before its last move.
        distance: DISTANCE_BITS,
        /// How many rounds have added ends of it.
        rounds: 6,
    }

    /// Positions of phase 1 up to symmetry, and a number of moves.
    LastMovesKey {
        moves: 3,
        index: 29,
    }

    /// Where the paths of such a position into G1 with these moves stand: one word each, the moves as in other paths, as they look
    /// after the symmetry of the position. The last one is a clockwise turn, and stands for both senses.
    LastMovesPaths {
        count: COUNT_BITS,
        first: 32 - COUNT_BITS,
    }

    /// How good an end is: as a word, the greater the better; 0 is none.
    Rating {
        /// How many moves the solution is shorter than MOST_MOVES.
        spared: TOTAL_BITS,
        /// Within the bound, how many moves are not less than the first one; 0 beyond.
        rank: RANK_BITS,
    }

    /// How good an end is among those of a position within the bound: as a word, the greater the better.
    RankWithin {
        rating: TOTAL_BITS + RANK_BITS,
        /// How many starts do not come before its own.
        start: START_BITS,
        /// 1.
        within: 1,
    }

    /// The same of an end beyond the bound.
    RankBeyond {
        start: START_BITS,
        /// 1 if it was found in an earlier stage.
        earlier: 1,
        spared: TOTAL_BITS,
    }

    /// A stage of the search.
    Stage {
        /// The moves of a path, and the pre-moves.
        outside: 8,
        pre_moves: 8,
        /// How many moves more a path has than the distance of its start; MOST_SLACK stands for all greater numbers.
        slack: 8,
    }

    /// Moves before a position.
    PreMoves {
        /// As in a path, the first one clockwise.
        moves: 25,
        /// How many they are.
        count: 3,
    }

    /// What a position of G1 on a path has beside its class and symmetry.
    RestOfTrail {
        ud_edges: 16,
        slice_perm: 5,
        /// The move that is made there, by its number among those of phase 2.
        phase2_move: 4,
    }
}

const START_BITS: u32 = 16;
const COUNT_BITS: u32 = 10;
const _: () = assert!(1 << COUNT_BITS <= MOST_ENDS_ADDED << 6 && sym_phase1::SIZE < 1 << 29);
const _: () = assert!(last_moves::LENGTH as usize == UNCOUNTED && UNCOUNTED <= Moves::A_WORD);

/// The most slots of the hash table of last moves that are looked at.
pub const MOST_PROBES: usize = 24;
const RANK_BITS: u32 = 5;
const _: () = assert!(STARTS <= LAST_START && PHASE1_MOVES.len() < 1 << RANK_BITS);
const _: () = assert!(MOST_PRE_MOVES < 1 << 3 && MOST_PRE_MOVES <= 25 / 5);

/// No start has a greater number.
pub const LAST_START: usize = (1 << START_BITS) - 1;

/// The most nodes that come to wait in the place of a node.
pub const MOST_ADDED: usize = PHASE1_MOVES.len() - 1;

/// Moves for which a solution has room: enough for the first end of phase 1 that is found, and none is kept that is worse.
pub const MOST_SOLUTION_MOVES: usize = SOLUTION_WORDS * Bytes::A_WORD - SOLUTION_MOVES;
const _: () = assert!(MOST_SOLUTION_MOVES >= (Phase::One.diameter() + Phase::Two.diameter()) as usize);

/// Solutions have no more moves.
pub const MOST_MOVES: u32 = (1 << TOTAL_BITS) - 1;

records! {
    /// A position of phase 1 on a path.
    Node {
        /// The [`Phase1Index`](super::descent::Phase1Index) before its last move, or where its path begins if it has none. An end
        /// that was rated has its rating.
        word: u32,
        /// [`NodeState`].
        state: u32,
        path: [u32; PATH_WORDS],
    }

    /// A position that is searched.
    Search {
        position: Position,
        /// Its best end; the rating is 0 if there is none.
        best: Node,
        /// Whether the host is to search it: 0 or 1. It may be near solved, or it takes too long to learn how far an end is from
        /// solved.
        given_up: u32,
    }

    /// How far the search for a position is.
    SearchProgress {
        /// Its number, plus 1; 0 if there is none.
        position: u32,
        /// As it is searched in each direction.
        images: [Position; DIRECTIONS],
        /// The stage, how many moves its paths have, and from which start on passes have not begun.
        stage: u32,
        length: u32,
        start: u32,
        /// How many chunks of starts were measured, and a bit for each distance of those of them with each number of pre-moves.
        measured: u32,
        present: [u32; MOST_PRE_MOVES + 1],
        /// How many nodes and ends wait.
        waiting: u32,
        ends: u32,
        /// How many nodes were expanded.
        expanded: u32,
        /// How many turns of loops it took, about.
        turns: u32,
        /// The rank of the best end, and that end with its rating.
        rank: u32,
        best: Node,
        given_up: u32,
    }

    /// What a workgroup searches, while it does not.
    Searcher {
        progress: SearchProgress,
        /// How far starts are from G1, in nibbles; NO_DISTANCE if there is no such start.
        distances: [u32; DISTANCE_WORDS],
        /// Which of them each chunk has, a bit each.
        present: [u32; CHUNKS],
        waiting: [Node; MOST_WAITING],
        ends: [Node; MOST_ENDS],
    }

    /// What stands before the searchers.
    Head {
        /// How many positions were taken, or more.
        taken: @atomic u32,
        /// How many searches have ended.
        ended: @atomic u32,
        /// How many turns all searches took, in COUNTED_TURNS, modulo 2^32.
        turns: @atomic u32,
        /// After this many turns any solution is good enough.
        most_turns: u32,
    }

    /// The workgroups of a dispatch.
    Grid {
        columns: u32,
        rows: u32,
        layers: u32,
    }
}

lists! {
    /// Workgroups that search.
    Searchers {
        head: Head,
        list: [Searcher],
    }
}

/// Words of the distances of starts, in whole chunks.
pub const DISTANCE_WORDS: usize = CHUNKS * CHUNK_WORDS;
/// Chunks of starts: one for each lane.
pub const CHUNKS: usize = STARTS.div_ceil(SEARCH_LANES);
/// Words of the distances of a chunk: as many starts as there are lanes.
pub const CHUNK_WORDS: usize = SEARCH_LANES / Nibbles::A_WORD;
/// The distance of a start that is none.
pub const NO_DISTANCE: u32 = 15;
/// What stands beside NO_SOLUTION, where the number of a phase would, if the position was given up.
pub const GIVEN_UP: u32 = 3;
/// The greatest sum of the distances of a position that may be near, and the greatest of each: it is left to the host.
pub const NEAR_SUM: u32 = NearLimits::HALF_TURN.sum as u32;
pub const NEAR_MOST: u32 = NearLimits::HALF_TURN.most as u32;
/// A number of nodes that is no limit.
pub const UNLIMITED: u32 = u32::MAX;

/// What a workgroup does in a round.
pub const TASK_STOP: usize = 0;
pub const TASK_TAKE: usize = 1;
pub const TASK_BEGIN: usize = 2;
pub const TASK_WALK: usize = 3;
pub const TASK_RATE: usize = 4;
pub const TASK_END: usize = 5;
/// The most turns of loops that an invocation makes in a round of each of these, by the complete table of phase 2. llvmpipe ends
/// all loops after 65,535 turns, without a word.
pub const TASK_TURNS: [u32; 6] = [0, 100, 700, 200, 1200, 350];

/// The unit in which the turns of all searches are counted.
pub const COUNTED_TURNS: u64 = 1000;

pub const NO_STAGE: u32 = u32::MAX;

/// Where the stages for a bound begin among those of all.
pub fn stages_of(max_length: u8) -> usize {
    STAGE_WORDS * stages::list_of(max_length)
}

/// The stages of all bounds.
pub fn all_stages() -> impl Iterator<Item = u32> {
    stages::all().iter().flat_map(|stages| {
        let words = stages.iter().map(|stage| Stage::from(*stage).pack());
        words.chain(std::iter::repeat(NO_STAGE)).take(STAGE_WORDS)
    })
}

impl From<stages::Stage> for Stage {
    fn from(stage: stages::Stage) -> Stage {
        let stages::Stage { outside, pre_moves, slack } = stage;
        Stage { outside: outside.into(), pre_moves: pre_moves.into(), slack: slack.into() }
    }
}

impl From<&two_phase::PreMoves> for PreMoves {
    fn from(pre_moves: &two_phase::PreMoves) -> PreMoves {
        let all = pre_moves.moves();
        let bits = |(i, mv): (usize, &Move)| Moves::bits(i, mv.index() as u32);
        PreMoves { moves: all.iter().enumerate().map(bits).sum(), count: all.len() as u32 }
    }
}

constants! {
    AXES,
    DIRECTIONS,
    MOST_SLACK,
    NO_STAGE,
    STARTS,
    LAST_START,
    UNCOUNTED,
    PATH_WORDS,
    SEARCH_LANES,
    WORKGROUP_NODES,
    MOST_WAITING,
    MOST_ENDS_ADDED,
    MOST_PROBES,
    HASH_FACTOR,
    RESERVED,
    MOST_MOVES,
    MOST_ADDED,
    MOST_SOLUTION_MOVES,
    MOST_PRE_MOVES,
    NO_DISTANCE,
    CHUNK_WORDS,
    GIVEN_UP,
    NEAR_SUM,
    NEAR_MOST,
    UNLIMITED,
    COUNTED_TURNS,
    TASK_STOP,
    TASK_TAKE,
    TASK_BEGIN,
    TASK_WALK,
    TASK_RATE,
    TASK_END,
}

/// What kernels see of this.
pub fn items() -> Vec<Item> {
    let packed = [
        NodeState::WGSL,
        LastMovesKey::WGSL,
        LastMovesPaths::WGSL,
        Rating::WGSL,
        RankWithin::WGSL,
        RankBeyond::WGSL,
        Stage::WGSL,
        PreMoves::WGSL,
        RestOfTrail::WGSL,
    ];
    let records = [
        Node::wgsl(),
        Search::wgsl(),
        SearchProgress::wgsl(),
        Searcher::wgsl(),
        Head::wgsl(),
        Searchers::wgsl(),
        Grid::wgsl(),
    ];
    let first_starts = FIRST_SEQUENCES.map(|first| (first * DIRECTIONS) as u32);
    let arrays = [wgsl::array("FIRST_STARTS", &first_starts), wgsl::array("TASK_TURNS", &TASK_TURNS)];
    let packed = packed.map(|packed| wgsl::packed(&packed)).into_iter().flatten();
    arrays.into_iter().chain(packed).chain(records.map(|record| record.item())).collect()
}

parameters! {
    SearchParams {
        positions,
        /// Workgroups that search.
        searchers,
        /// Whether they begin anew: 0 or 1.
        is_first,
        /// How many turns of loops an invocation may make in this dispatch.
        turns,
        /// The bits of a word's number that count within a buffer of entries.
        shift,
        /// How many positions the ball around solved has, up to symmetry.
        ball_size,
        /// A solution of at most this many moves is good enough.
        max_length,
        /// The word of the tables with which the stages for this bound begin.
        stages,
        /// After this many nodes any solution is good enough, as after some time.
        max_nodes,
        /// How many moves an invocation may try for an end, where that is searched.
        tries,
    }

    SolveParams { positions, shift, ball_size, tries }
}

kernels! {
    SearchByDistances(SearchParams) SearchByDistancesBuffers {
        tables: read Tables,
        /// Gets the best end of each, or that it was given up.
        searches: write [Search],
        searchers: write Searchers,
        phase1_slice[PHASE1_SLICES]: read EntryWords,
        phase2_slice[PHASE2_SLICES]: read EntryWords,
    }

    SearchByBounds(SearchParams) SearchByBoundsBuffers {
        tables: read Tables,
        searches: write [Search],
        searchers: write Searchers,
        phase1_slice[PHASE1_SLICES]: read EntryWords,
        /// The pruning table of phase 2.
        pruning: read EntryWords,
    }

    Solve(SolveParams) SolveBuffers {
        tables: read Tables,
        searches: read [Search],
        solutions: write Solutions,
        phase2_slice[PHASE2_SLICES]: read EntryWords,
    }

    SolveByBounds(SolveParams) SolveByBoundsBuffers {
        tables: read Tables,
        searches: read [Search],
        /// NO_SOLUTION and GIVEN_UP where the position was given up.
        solutions: write Solutions,
        pruning: read EntryWords,
    }
}

impl From<&Cube> for Search {
    fn from(cube: &Cube) -> Search {
        Search { position: cube.into(), ..bytemuck::Zeroable::zeroed() }
    }
}

/// The slot of the hash table of last moves from which on a key is looked for (Knuth's multiplicative hashing).
pub fn slot_of(key: LastMovesKey) -> usize {
    (key.pack().wrapping_mul(HASH_FACTOR) >> (u32::BITS as usize - LAST_MOVES_BITS)) as usize
}

pub const HASH_FACTOR: u32 = 0x9e37_79b1;
