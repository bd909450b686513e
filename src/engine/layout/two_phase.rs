//! What the kernels of the two-phase search, their twins and their host agree on.

use super::descent::{EntryWords, SLICES, SOLUTION_MOVES, SOLUTION_WORDS, Solutions, Start};
use super::interface::kernels;
use super::packed::packed;
use super::record::{constants, lists, parameters, records};
use super::tables::Tables;
use super::wgsl::{self, Item};
use super::words::{Bytes, Moves, Position};
use crate::coord::phase1::PHASE1_MOVES;
use crate::cube::Move;
pub use crate::engine::two_phase::direction::STARTS;
use crate::engine::two_phase::direction::{AXES, DIRECTIONS, PRE_MOVE_FACES};
use crate::engine::two_phase::{LONGEST, UNCOUNTED};
use crate::table::Phase;

/// The first starts of a position come after pre-moves.
pub const PRE_MOVE_STARTS: usize = DIRECTIONS * PRE_MOVE_FACES.len();

/// Levels of nodes: by how many moves are left.
pub const LEVELS: usize = LONGEST + 1;

/// Words of the moves that led to a node, as many as a vector has.
pub const PATH_WORDS: usize = LONGEST.div_ceil(Moves::A_WORD);
const _: () = assert!(PATH_WORDS == 4);

/// The most positions that nodes can name.
pub const MOST_POSITIONS: usize = 1 << POSITION_BITS;
const POSITION_BITS: u32 = 17;

/// The most places of a level: the next one in a list of ends stands beside a rating, and 0 is none.
pub const MOST_PLACES: usize = (1 << NEXT_BITS) - 1;
const NEXT_BITS: u32 = 21;

/// Bits of the moves of a solution.
const TOTAL_BITS: u32 = 6;

packed! {
    /// What a node has beside its index and its path.
    NodeState {
        position: POSITION_BITS,
        start: 5,
        /// 1 if the pre-move of an end is counter-clockwise.
        turned: 1,
        /// How many moves led there.
        depth: 5,
        /// From G1, of this node or of a neighbour.
        distance: 4,
    }

    /// How good an end is: as a word, the greater the better; 0 is none.
    Rating {
        /// How many moves the solution is shorter than MOST_MOVES.
        spared: TOTAL_BITS,
        /// Within the bound, how many moves are not less than the first one; 0 beyond.
        rank: u32::BITS - NEXT_BITS - TOTAL_BITS,
    }

    /// How a solution begins: its first moves belong to the position as it is searched from a start.
    Way {
        start: 5,
        /// 1 if the pre-move is counter-clockwise.
        turned: 1,
    }

    /// An end that was rated.
    RatedEnd {
        /// The index of the next one in its position's list, plus 1; 0 if it is the last.
        next: NEXT_BITS,
        rating: u32::BITS - NEXT_BITS,
    }
}

const _: () = assert!(STARTS <= 1 << 5 && PHASE1_MOVES.len() < 1 << 5);

/// The most nodes that a walk adds to a level: it goes on by one move itself. It adds fewer ends, as there are only four
/// faces whose quarter turns enter G1.
pub const MOST_ADDED: usize = PHASE1_MOVES.len() - 1;

/// Moves for which a solution has room: enough for the first end of phase 1 that is found, and none is kept that is worse.
pub const MOST_SOLUTION_MOVES: usize = SOLUTION_WORDS * Bytes::A_WORD - SOLUTION_MOVES;
const _: () = assert!(MOST_SOLUTION_MOVES >= (Phase::One.diameter() + Phase::Two.diameter()) as usize);

/// Solutions have no more moves.
pub const MOST_MOVES: u32 = (1 << TOTAL_BITS) - 1;

records! {
    /// A position of phase 1 on a path.
    Node {
        /// The [`Phase1Index`](super::descent::Phase1Index); of an end that was rated the [`RatedEnd`], of the best end
        /// the rating.
        word: u32,
        /// [`NodeState`].
        state: u32,
        path: [u32; PATH_WORDS],
    }

    /// Where paths begin: a position in one direction, after the clockwise pre-move if the start has one.
    MeasuredStart {
        start: Start,
        /// From G1; NO_DISTANCE if there is no such start.
        distance: u32,
    }

    /// The search for one position.
    Search {
        /// The starts of each face of the pre-move in each direction, then the starts of each direction.
        starts: [MeasuredStart; STARTS],
        /// The best end so far, with its rating for a word; 0 if there is none.
        best: Node,
        /// The number of the next pass: outside * STARTS + start, where `outside` counts the moves of the path and the
        /// pre-move; ENDED after the last one.
        next_pass: u32,
        /// How many nodes of the pass wait.
        waiting: @atomic u32,
        /// The list of the ends rated in this step that may be better: the index of the first one plus 1, or 0.
        rated: @atomic u32,
        /// How many nodes were expanded.
        expanded: @atomic u32,
    }

    /// What stands before the searches.
    Head {
        /// How many searches have not ended.
        under_way: @atomic u32,
        /// Whether the time is up: 0 or 1.
        is_late: u32,
        /// How many paths ended in this step.
        ends: @atomic u32,
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

/// The distance of a start that is none: more than any length.
pub const NO_DISTANCE: u32 = LEVELS as u32;
/// The next pass of a search that has ended.
pub const ENDED: u32 = u32::MAX;
/// A number of nodes that is no limit.
pub const UNLIMITED: u32 = u32::MAX;

/// The dispatches of a step whose grids are planned; ends are rated by as many workgroups as walk.
pub const WALK: usize = 0;
pub const NEXT: usize = 1;
pub const GRIDS: usize = 2;

/// The clockwise pre-moves.
const PRE_MOVES: [u32; PRE_MOVE_FACES.len()] = {
    let mut turns = [0; PRE_MOVE_FACES.len()];
    let mut i = 0;
    while i < turns.len() {
        turns[i] = Move::new(PRE_MOVE_FACES[i], 1).expect("a quarter turn").index() as u32;
        i += 1;
    }
    turns
};

constants! {
    AXES,
    DIRECTIONS,
    PRE_MOVE_STARTS,
    STARTS,
    LEVELS,
    UNCOUNTED,
    PATH_WORDS,
    MOST_MOVES,
    MOST_ADDED,
    MOST_SOLUTION_MOVES,
    NO_DISTANCE,
    ENDED,
    WALK,
    NEXT,
}

/// What kernels see of this.
pub fn items() -> Vec<Item> {
    let packed = [NodeState::WGSL, Rating::WGSL, Way::WGSL, RatedEnd::WGSL].map(|packed| packed.items());
    let records =
        [Node::wgsl(), MeasuredStart::wgsl(), Search::wgsl(), Head::wgsl(), Searches::wgsl(), Grid::wgsl()];
    let pre_moves = wgsl::array("PRE_MOVES", &PRE_MOVES);
    let records = records.map(|record| record.item());
    std::iter::once(pre_moves).chain(packed.into_iter().flatten()).chain(records).collect()
}

parameters! {
    BeginParams {
        positions,
        /// Whether pre-moves are tried: 0 or 1.
        tries_pre_moves,
        /// The bits of a word's number that count within a buffer of entries.
        shift,
    }

    PlanParams {
        positions,
        /// Places of a level.
        places,
        /// How many of them walks may fill.
        room,
    }

    WalkParams {
        places,
        shift,
        /// Whether expanded nodes with more than UNCOUNTED moves left are counted: 0 or 1.
        counts_nodes,
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
        /// After this many nodes any solution is good enough, as after some time.
        max_nodes,
    }

    SolveParams { positions, shift, ball_size }
}

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

    Walk(WalkParams) WalkBuffers {
        tables: read Tables,
        nodes: write Nodes,
        searches: write Searches,
        slice[SLICES]: read EntryWords,
    }

    Rate(RateParams) RateBuffers {
        tables: read Tables,
        /// Each path becomes its best end. If that is not worse than the best end of its position so far, it is put into the
        /// position's list.
        nodes: write Nodes,
        searches: write Searches,
        slice[SLICES]: read EntryWords,
    }

    Next(NextParams) NextBuffers { nodes: write Nodes, searches: write Searches }

    Solve(SolveParams) SolveBuffers {
        tables: read Tables,
        searches: write Searches,
        solutions: write Solutions,
        slice[SLICES]: read EntryWords,
    }
}
