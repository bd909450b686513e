//! What the kernels of the two-phase search, their twins and their host agree on.

use super::descent::{EntryWords, SLICES, SOLUTION_MOVES, SOLUTION_WORDS, Solutions, Start};
use super::interface::kernels;
use super::record::{constants, lists, parameters, records};
use super::tables::{STAGE_WORDS, Tables};
use super::wgsl::{self, Item};
use super::words::{Bytes, Moves, Nibbles, Position};
use cubebatch_cube::cube::Move;
use cubebatch_search::engine::two_phase::direction::{AXES, DIRECTIONS};
use cubebatch_search::engine::two_phase::near::NearLimits;
use cubebatch_search::engine::two_phase::pre_moves::{FIRST_SEQUENCES, MOST as MOST_PRE_MOVES};
use cubebatch_search::engine::two_phase::stages::{self, MOST_SLACK};
pub use cubebatch_search::engine::two_phase::start::STARTS;
use cubebatch_search::engine::two_phase::start::numbers;
use cubebatch_search::engine::two_phase::{self, LONGEST, UNCOUNTED};
use cubebatch_tables::coord::phase1::PHASE1_MOVES;
use cubebatch_tables::packed::packed;
use cubebatch_tables::table::Phase;

/// Levels of nodes: by how many moves are left.
pub const LEVELS: usize = LONGEST + 1;

/// Words of the moves that led to a node, as many as a vector has.
pub const PATH_WORDS: usize = LONGEST.div_ceil(Moves::A_WORD);
const _: () = assert!(PATH_WORDS == 4);

/// The most positions that nodes can name.
pub const MOST_POSITIONS: usize = 1 << POSITION_BITS;
const POSITION_BITS: u32 = 17;

/// The most ends of a step: the next one in a list of ends stands beside a rating, and 0 is none.
pub const MOST_ENDS: usize = (1 << NEXT_BITS) - 1;
const NEXT_BITS: u32 = 21;

/// The most passes of a position that are under way at the same time.
pub const MOST_PASSES: usize = 1 << PASS_BITS;
const PASS_BITS: u32 = 4;

/// Bits of a distance from G1.
const DISTANCE_BITS: u32 = 4;

/// Bits of the moves of a solution.
const TOTAL_BITS: u32 = 6;

packed! {
    /// What a node has beside its index and its path.
    NodeState {
        position: POSITION_BITS,
        /// 1 if the first pre-move of an end is counter-clockwise.
        turned: 1,
        /// How many moves led there.
        depth: 5,
        /// From G1, of this node or of a neighbour.
        distance: DISTANCE_BITS,
        /// The number of its pass among those of its position that are under way.
        pass_number: PASS_BITS,
    }

    /// How good an end is: as a word, the greater the better; 0 is none.
    Rating {
        /// How many moves the solution is shorter than MOST_MOVES.
        spared: TOTAL_BITS,
        /// Within the bound, how many moves are not less than the first one; 0 beyond.
        rank: u32::BITS - NEXT_BITS - TOTAL_BITS,
    }

    /// A pass, or where to look for the next one. An earlier one is less.
    Pass {
        /// The number of the start. The starts after the same pre-moves come together, in the order of directions.
        start: START_BITS,
        stage: u32::BITS - START_BITS,
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

    /// Starts of a position that are to be measured: those of this group.
    Asked {
        position: POSITION_BITS,
        group: u32::BITS - POSITION_BITS,
    }

    /// A pass that begins: its number among those of its position that are under way, and how far its start is from G1. What the
    /// position knows of starts may be measured anew before the pass is entered.
    Begun {
        position: POSITION_BITS,
        pass_number: PASS_BITS,
        distance: DISTANCE_BITS,
    }

    /// Which starts of a position were measured.
    Measured {
        /// A bit for each group that keeps its distances.
        kept: KEPT_GROUPS,
        /// The group whose distances are in the place of all others, or 0.
        other: u32::BITS - KEPT_GROUPS as u32,
    }

    /// What a position of G1 on a path has beside its class and symmetry.
    RestOfTrail {
        ud_edges: 16,
        slice_perm: 5,
        /// The move that is made there, by its number among those of phase 2.
        phase2_move: 4,
    }

    /// An end that was rated.
    RatedEnd {
        /// The index of the next one in its position's list, plus 1; 0 if it is the last.
        next: NEXT_BITS,
        rating: u32::BITS - NEXT_BITS,
    }
}

const START_BITS: u32 = 16;
const _: () = assert!(STARTS <= 1 << START_BITS && PHASE1_MOVES.len() < 1 << 5);
const _: () = assert!(MOST_PRE_MOVES < 1 << 3 && MOST_PRE_MOVES <= 25 / 5);

/// Starts are measured in groups. Each of the first groups has the starts with a number of pre-moves, and keeps their distances.
/// The other groups are parts of the starts with more pre-moves: one of these at a time has its distances here.
pub const KEPT_GROUPS: usize = 3;
/// The first start of the other groups, and how many starts each of them has but the last one.
pub const OTHERS: usize = FIRST_SEQUENCES[KEPT_GROUPS] * DIRECTIONS;
pub const GROUP_STARTS: usize = FIRST_SEQUENCES[KEPT_GROUPS + 1] * DIRECTIONS - OTHERS;

/// The group of a start.
pub fn group_of(start: usize) -> usize {
    match start.checked_sub(OTHERS) {
        Some(other) => KEPT_GROUPS + other / GROUP_STARTS,
        None => (0..KEPT_GROUPS).rfind(|&group| numbers(group).start <= start).unwrap_or_default(),
    }
}

/// The starts of a group.
pub fn starts_of(group: usize) -> std::ops::Range<usize> {
    match group.checked_sub(KEPT_GROUPS) {
        Some(other) => {
            let first = OTHERS + other * GROUP_STARTS;
            first..STARTS.min(first + GROUP_STARTS)
        }
        None => numbers(group),
    }
}

/// The most nodes that a walk adds to a level: it goes on by one move itself.
pub const MOST_ADDED: usize = PHASE1_MOVES.len() - 1;

/// The most ends that a walk adds: there are only four faces whose quarter turns enter G1, and one sense of each is taken.
pub const MOST_ENDS_ADDED: usize = 4;

/// Moves for which a solution has room: enough for the first end of phase 1 that is found, and none is kept that is worse.
pub const MOST_SOLUTION_MOVES: usize = SOLUTION_WORDS * Bytes::A_WORD - SOLUTION_MOVES;
const _: () = assert!(MOST_SOLUTION_MOVES >= (Phase::One.diameter() + Phase::Two.diameter()) as usize);

/// Solutions have no more moves.
pub const MOST_MOVES: u32 = (1 << TOTAL_BITS) - 1;

records! {
    /// A position of phase 1 on a path.
    Node {
        /// The [`Phase1Index`](super::descent::Phase1Index): a node that waits has the one before its
        /// last move, an end the one where its path ends. An end that was rated has the [`RatedEnd`], and the best end the rating.
        word: u32,
        /// [`NodeState`].
        state: u32,
        path: [u32; PATH_WORDS],
    }

    /// The search for one position.
    Search {
        position: Position,
        /// How far starts are from G1, in nibbles; NO_DISTANCE if there is no such start.
        distances: @atomic [u32; DISTANCE_WORDS],
        /// [`Measured`].
        measured: u32,
        /// Which distances the starts of a measured group have, a bit each: of the kept groups but the first, which has few starts,
        /// and of the other one.
        present: @atomic [u32; KEPT_GROUPS],
        /// Each [`Pass`] that is under way, in their order, and where its paths begin.
        passes: [u32; MOST_PASSES],
        starts: [Start; MOST_PASSES],
        /// The best end so far, with its rating for a word; 0 if there is none.
        best: Node,
        /// The pass in which it was found, and where its path begins.
        best_pass: u32,
        best_start: Start,
        /// The [`Pass`] from which on the next one is looked for.
        next_pass: u32,
        /// How many nodes of the passes wait.
        waiting: @atomic u32,
        /// The list of the ends rated in this step that may be better: the index of the first one plus 1, or 0.
        rated: @atomic u32,
        /// How many nodes were expanded.
        expanded: @atomic u32,
        /// Whether it takes too long to learn how far an end is from solved: 0 or 1.
        given_up: @atomic u32,
        /// Starts of some position that are to be measured, [`Asked`]: the first searches list those of all.
        asked: u32,
        /// Passes of some position that began in a step, [`Begun`]: the first searches list those of all.
        begun: u32,
    }

    /// What stands before the searches.
    Head {
        /// How many searches have not ended.
        under_way: @atomic u32,
        /// Whether the time is up: 0 or 1.
        is_late: u32,
        /// How many paths ended in this step.
        ends: @atomic u32,
        /// How many positions asked in this step for the distances of starts, and in the step before.
        asks: @atomic u32,
        due_asks: u32,
        /// How many passes of a position begin together.
        at_once: u32,
        /// How many passes began in this step, and in the step before.
        begun: @atomic u32,
        due_begun: u32,
        /// Whether walks begin where passes begin, instead of nodes that wait: 0 or 1.
        enters_walking: u32,
        /// How many nodes each level has, with those from which walks begin in this step. A level is how many moves are left.
        counts: @atomic [u32; LEVELS],
        /// The place of the first of them. Walks begin from the first ones.
        firsts: [u32; LEVELS],
        /// How many walks begin in this step in each level and below.
        walks: [u32; LEVELS],
    }

    /// The workgroups of a dispatch.
    Grid {
        columns: u32,
        rows: u32,
        layers: u32,
    }
}

lists! {
    /// Many two-phase searches side by side.
    Searches {
        head: Head,
        list: [Search],
    }
}

/// Words of the distances of starts.
pub const DISTANCE_WORDS: usize = (OTHERS + GROUP_STARTS).div_ceil(Nibbles::A_WORD);
/// The distance of a start that is none.
pub const NO_DISTANCE: u32 = 15;
/// What stands beside NO_SOLUTION, where the number of a phase would, if the position was given up.
pub const GIVEN_UP: u32 = 3;
/// The greatest sum of the distances of a position that may be near, and the greatest of each: it is left to the host.
pub const NEAR_SUM: u32 = NearLimits::HALF_TURN.sum as u32;
pub const NEAR_MOST: u32 = NearLimits::HALF_TURN.most as u32;
/// A number of nodes that is no limit.
pub const UNLIMITED: u32 = u32::MAX;

/// Words of a compared entry of phase 1.
pub const COMPARED_WORDS: usize = 2;

/// The dispatches of a step whose grids are planned; ends are rated by as many workgroups as walk.
pub const WALK: usize = 0;
pub const NEXT: usize = 1;
pub const GRIDS: usize = 2;

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
    KEPT_GROUPS,
    OTHERS,
    GROUP_STARTS,
    LEVELS,
    UNCOUNTED,
    PATH_WORDS,
    MOST_MOVES,
    MOST_ADDED,
    MOST_SOLUTION_MOVES,
    NO_DISTANCE,
    DISTANCE_WORDS,
    GIVEN_UP,
    NEAR_SUM,
    NEAR_MOST,
    UNLIMITED,
    MOST_PASSES,
    COMPARED_WORDS,
    WALK,
    NEXT,
}

/// What kernels see of this.
pub fn items() -> Vec<Item> {
    let packed = [
        NodeState::WGSL,
        Rating::WGSL,
        Pass::WGSL,
        Stage::WGSL,
        PreMoves::WGSL,
        Asked::WGSL,
        Begun::WGSL,
        Measured::WGSL,
        RestOfTrail::WGSL,
        RatedEnd::WGSL,
    ];
    let records = [Node::wgsl(), Search::wgsl(), Head::wgsl(), Searches::wgsl(), Grid::wgsl()];
    let first_starts = FIRST_SEQUENCES.map(|first| (first * DIRECTIONS) as u32);
    let first_starts = wgsl::array("FIRST_STARTS", &first_starts);
    let packed = packed.map(|packed| wgsl::packed(&packed)).into_iter().flatten();
    std::iter::once(first_starts).chain(packed).chain(records.map(|record| record.item())).collect()
}

parameters! {
    BeginParams {
        positions,
        /// The bits of a word's number that count within a buffer of entries.
        shift,
    }

    PlanParams {
        positions,
        /// How many passes may begin in a step, at least as many as there are positions.
        passes,
        /// Places of a level.
        places,
        /// How many of them walks may fill.
        room,
    }

    CompareParams {
        /// Positions up to symmetry, by their indices: from the first one to before the end.
        first,
        end,
        /// The bits of a word's number that count within a buffer of entries.
        shift,
    }

    WalkParams {
        places,
        shift,
        /// Whether expanded nodes with more than UNCOUNTED moves left are counted: 0 or 1.
        counts_nodes,
        /// The word of the tables with which the stages for this bound begin.
        stages,
    }

    RateParams {
        places,
        shift,
        /// How many positions the ball around solved has, up to symmetry.
        ball_size,
        /// A solution of at most this many moves is good enough.
        max_length,
    }

    NextParams {
        positions,
        places,
        max_length,
        /// The word of the tables with which the stages for this bound begin.
        stages,
        /// After this many nodes any solution is good enough, as after some time.
        max_nodes,
    }

    RateBySearchParams {
        places,
        shift,
        max_length,
        /// How many moves an invocation may try.
        tries,
    }

    SolveParams { positions, shift, ball_size }

    SolveBySearchParams { positions, shift, tries }
}

/// COMPARED_WORDS for each position up to symmetry: its [`Phase1Entry`](super::descent::PHASE1_ENTRY), and a bit for each move,
/// by its image, that leads neither nearer nor farther.
pub type ComparedWords = [u32];

/// As many places for each level as the parameters say, and then for ends.
pub type Nodes = [Node];

kernels! {
    Begin(BeginParams) BeginBuffers {
        tables: read Tables,
        positions: read [Position],
        searches: write Searches,
        slice[SLICES]: read EntryWords,
    }

    Plan(PlanParams) PlanBuffers {
        searches: write Searches,
        /// For the dispatches WALK, which is that of `rate` as well, and NEXT.
        grids: write [Grid],
    }

    Compare(CompareParams) CompareBuffers {
        tables: read Tables,
        /// The first one is that of the first position.
        compared: write ComparedWords,
        slice[SLICES]: read EntryWords,
    }

    Walk(WalkParams) WalkBuffers {
        tables: read Tables,
        nodes: write Nodes,
        searches: write Searches,
        slice[SLICES]: read EntryWords,
    }

    WalkCompared(WalkParams) WalkComparedBuffers {
        tables: read Tables,
        nodes: write Nodes,
        searches: write Searches,
        slice[SLICES]: read ComparedWords,
    }

    Rate(RateParams) RateBuffers {
        tables: read Tables,
        /// Each path becomes its best end. If that is not worse than the best end of its position so far, it is put into the
        /// position's list.
        nodes: write Nodes,
        searches: write Searches,
        slice[SLICES]: read EntryWords,
    }

    RateBySearch(RateBySearchParams) RateBySearchBuffers {
        tables: read Tables,
        /// As `rate` leaves them.
        nodes: write Nodes,
        searches: write Searches,
        slice[SLICES]: read EntryWords,
    }

    Next(NextParams) NextBuffers {
        tables: read Tables,
        nodes: read Nodes,
        searches: write Searches,
        /// A bit for each search that has ended.
        ended: write @atomic [u32],
    }

    Solve(SolveParams) SolveBuffers {
        tables: read Tables,
        searches: write Searches,
        solutions: write Solutions,
        slice[SLICES]: read EntryWords,
    }

    SolveBySearch(SolveBySearchParams) SolveBySearchBuffers {
        tables: read Tables,
        searches: write Searches,
        /// NO_SOLUTION and GIVEN_UP where the position was given up.
        solutions: write Solutions,
        slice[SLICES]: read EntryWords,
    }
}
