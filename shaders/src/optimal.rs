//! The facts that the kernels of the exhaustive search over a proof filter, their twins and their host share.

use super::interface::kernels;
use super::record::{constants, lists, parameters, records};
use super::two_phase::Grid;
use super::wgsl::{self, Item, Quad};
use super::words::Moves;
use cubebatch_cube::cube::{CORNERS, EDGES, Face, Move};
use cubebatch_search::engine::exhaustive::PassTurns;
use cubebatch_tables::coord::cosets::{CORNER_COSETS, EDGE_BITS};
use cubebatch_tables::coord::cubies::SYMMETRIES;
use cubebatch_tables::packed::packed;
use cubebatch_tables::table::filter::near::{DISTANCE_BITS, NEAR, SLOT_BITS, SLOTS};
use cubebatch_tables::table::filter::{BLOCK_WORDS, KEY_FACTORS, NUMBER_BITS};

/// Levels of nodes: those with 1, 2, … moves left.
pub const PROOF_LEVELS: usize = PROOF_PATH_WORDS * Moves::A_WORD;

/// Words of the moves that led to a node.
pub const PROOF_PATH_WORDS: usize = 3;

/// Moves that there are, and the last move where there is none.
pub const PROOF_MOVES: usize = Move::COUNT;

/// Buffers over which the blocks of a filter can be spread that a dispatch looks up in; others look up in more.
pub const FILTER_SLICES: usize = 4;

const CUBE_BITS: u32 = 8;
/// The most positions that nodes can name.
pub const MOST_CUBES: usize = 1 << CUBE_BITS;

const BEGINNING_BITS: u32 = 9;
/// The most beginnings that nodes can name.
pub const MOST_BEGINNINGS: usize = 1 << BEGINNING_BITS;

const TRIED_NODE_BITS: u32 = 27;
/// The most nodes of a step.
pub const MOST_TAKEN: usize = 1 << TRIED_NODE_BITS;

packed! {
    /// What a node has beside its position and its path.
    ProofState {
        /// The number of the position from which it was reached, and that of the moves with which its sequence begins.
        cube: CUBE_BITS,
        beginning: BEGINNING_BITS,
        /// The last move, also if it belongs to the beginning; PROOF_MOVES if there is none.
        last: 5,
        /// How many moves its path has.
        depth: 5,
    }

    /// How cubies are turned, a bit for each place.
    TurnedCubies {
        /// Corners turned clockwise, and corners turned counter-clockwise.
        once: 8,
        twice: 8,
        flipped: 12,
    }

    /// A child of a node of the step: its inverse may be near enough.
    Tried {
        /// The number of the node in the step.
        node: TRIED_NODE_BITS,
        turn: 5,
    }

    /// The class of a coset of corners, and the symmetry that carries the coset to the least one of its class.
    CornerClass {
        symmetry: 6,
        class_index: 26,
    }

    /// Nibbles: the places of a face, each before that from which its cubie comes by a clockwise turn.
    FacePlaces {
        edges: 16,
        corners: 16,
    }

    /// What a quarter turn changes besides.
    FaceTurn {
        /// What it does to the bits of a coset's slices, for an edge at place 0.
        slices: 13,
        /// Whether it flips edges: 0 or 1.
        flips: 1,
        /// The places of its four in which it turns the corners once, and in which twice: a bit for each.
        once: 4,
        twice: 4,
    }

    /// What a symmetry makes of edges, besides where their marks come from: for each place whether it flips.
    EdgesAfter {
        /// Nibbles: from where the marks of the last four places come.
        places: 16,
        flips: 12,
    }

    /// From which slices the edges come that are then at home between F and B, and between U and D; and whose flip changes, a
    /// bit for each slice.
    SlicesBefore {
        front: 2,
        middle: 2,
        flipped: 3,
    }

    /// What blocks have of some number of moves.
    FilterReach {
        first: 6,
        bits: 7,
        words: 3,
    }
}

records! {
    /// A position on the way, and how it was reached.
    ProofNode {
        /// Nibbles: which corner is at each place, as [`Cubies`](cubebatch_tables::coord::cubies::Cubies) numbers them.
        corners: u32,
        /// The same for the edges.
        edges: [u32; 2],
        /// [`TurnedCubies`].
        turned: u32,
        /// The moves after the beginning.
        path: [u32; PROOF_PATH_WORDS],
        /// [`ProofState`].
        state: u32,
    }

    /// A way to solved.
    ProofSolution {
        /// The moves after the beginning.
        path: [u32; PROOF_PATH_WORDS],
        /// [`ProofState`].
        state: u32,
    }

    /// What stands before the solutions.
    ProofHead {
        /// How many blocks were looked at, the low word first.
        look_ups: [u32; 2],
        /// How many nodes wait in all levels.
        waiting: u32,
        /// How many solutions there are.
        solutions: u32,
        /// The moves that are tried with a move more left than the filter knows of: a bit for each.
        turns: u32,
        /// The step: the number of first nodes with this number of moves left from which it goes on, and the room for nodes or
        /// solutions.
        left: u32,
        taken: u32,
        room: u32,
        /// How many children are tried.
        tried: @atomic u32,
        /// How many blocks were looked at.
        looked: @atomic u32,
        /// How many nodes or solutions it adds.
        added: @atomic u32,
        /// Levels of which a step found no room for all that it had to add: a bit for each number of moves left.
        cautious: u32,
        /// How many nodes each level has, and the place of its first one.
        counts: [u32; PROOF_LEVELS],
        firsts: [u32; PROOF_LEVELS],
        /// How many of the first nodes of each level are counted already, by a step that is done anew.
        counted: [u32; PROOF_LEVELS],
        /// For each position how many nodes were expanded, the low word first.
        nodes: @atomic [u32; 2 * MOST_CUBES],
    }
}

lists! {
    /// Exhaustive searches side by side.
    Proofs {
        head: ProofHead,
        /// Solutions.
        list: [ProofSolution],
    }
}

/// What the kernels read of moves, symmetries, corners, and of the filter besides its blocks.
pub mod tables {
    use super::*;

    /// The way of the tetrads, by a bit of each corner.
    pub const TETRADS: usize = 0;
    /// What corners that are turned once add to the number of a coset of corners, by a bit of each but the last.
    pub const CORNER_TWISTS: usize = TETRADS + (1 << 8);
    /// [`FacePlaces`] and [`FaceTurn`] of each face.
    pub const FACE_TURNS: usize = CORNER_TWISTS + (1 << 7);
    /// The moves that may follow each last move, and none.
    pub const MAY_FOLLOW: usize = FACE_TURNS + 2 * Face::ALL.len();
    /// For each symmetry from where the marks of the first eight places come, in nibbles; [`EdgesAfter`]; [`SlicesBefore`].
    pub const EDGE_SYMMETRIES: usize = MAY_FOLLOW + PROOF_MOVES + 1;
    /// For each number of moves the factor of its bits, and [`FilterReach`].
    pub const REACHES: usize = EDGE_SYMMETRIES + 3 * SYMMETRIES;
    /// [`CornerClass`] of each coset of corners.
    pub const CORNER_CLASS_OF: usize = REACHES + 3 * MOST_REACHES;
    /// The slots of the cosets near solved.
    pub const NEAR_COSETS: usize = CORNER_CLASS_OF + CORNER_COSETS;

    /// The number of reaches, from 0 moves on, that a filter can have.
    pub const MOST_REACHES: usize = 16;

    constants! {
        TETRADS,
        CORNER_TWISTS,
        FACE_TURNS,
        MAY_FOLLOW,
        EDGE_SYMMETRIES,
        REACHES,
        CORNER_CLASS_OF,
        NEAR_COSETS,
    }
}

const _: () = assert!(BLOCK_WORDS == 4 && NUMBER_BITS > 10 && 2 * NUMBER_BITS < u32::BITS);

/// Where in a key flips begin, of all edges but the last; and where in its high word the class does.
const FLIPS_SHIFT: usize = 2 * EDGES.len();
const CLASS_SHIFT: u32 = EDGE_BITS - u32::BITS;
const _: () = assert!(EDGE_BITS as usize == FLIPS_SHIFT + EDGES.len() - 1);

/// The half turns of all faces, and the quarter turns of the first one: a bit for each move.
const HALF_TURNS: u32 = {
    let (mut turns, mut face) = (0, 0);
    while face < Face::ALL.len() {
        turns |= 1 << (3 * face + 1);
        face += 1;
    }
    turns
};
const QUARTER_TURNS_OF_FIRST: u32 = 0b101;

/// The moves of these turns, as bits.
pub const fn bits(turns: PassTurns) -> u32 {
    match turns {
        PassTurns::Half => HALF_TURNS,
        PassTurns::Quarter => ((1 << PROOF_MOVES) - 1) & !HALF_TURNS,
        PassTurns::All => (1 << PROOF_MOVES) - 1,
    }
}

/// Nibbles of cubies that are all at home.
const FIRST_EIGHT: u32 = 0x7654_3210;
const LAST_FOUR: u32 = 0xba98;

constants! {
    PROOF_LEVELS,
    PROOF_PATH_WORDS,
    PROOF_MOVES,
    FILTER_SLICES,
    HALF_TURNS,
    QUARTER_TURNS_OF_FIRST,
    FIRST_EIGHT,
    LAST_FOUR,
    CORNER_PLACES = CORNERS.len(),
    EDGE_PLACES = EDGES.len(),
    FLIPS_SHIFT,
    CLASS_SHIFT,
    FIRST_FACTOR_LOW = KEY_FACTORS[0] as u32,
    FIRST_FACTOR_HIGH = KEY_FACTORS[0] >> u32::BITS,
    SECOND_FACTOR_LOW = KEY_FACTORS[1] as u32,
    SECOND_FACTOR_HIGH = KEY_FACTORS[1] >> u32::BITS,
    NUMBER_BITS,
    NEAR_MOVES = NEAR,
    NEAR_SLOT_BITS = SLOT_BITS,
    NEAR_SLOTS = SLOTS,
    NEAR_DISTANCE_BITS = DISTANCE_BITS,
}

/// What kernels see of this.
pub fn items() -> Vec<Item> {
    let packed = [
        ProofState::WGSL,
        TurnedCubies::WGSL,
        Tried::WGSL,
        CornerClass::WGSL,
        FacePlaces::WGSL,
        FaceTurn::WGSL,
        EdgesAfter::WGSL,
        SlicesBefore::WGSL,
        FilterReach::WGSL,
    ];
    let packed = packed.map(|packed| wgsl::packed(&packed));
    let records = [ProofNode::wgsl(), ProofSolution::wgsl(), ProofHead::wgsl(), Proofs::wgsl()]
        .map(|record| record.item());
    packed.into_iter().flatten().chain(records).collect()
}

parameters! {
    PlanParams {
        /// Places of a level.
        places,
        /// The most nodes of a step; as many are enough.
        most,
        /// Places for solutions.
        most_solutions,
        /// The greatest number of moves of which the filter knows.
        reach,
    }

    /// The parameters of kernels that look up in blocks of the filter.
    BlocksParams {
        places,
        reach,
        /// Blocks of the filter.
        blocks,
        /// The first one that this dispatch looks at.
        first_block,
        /// How many are in a buffer.
        slice_blocks,
    }
}

/// Two items for each block, from the first one on that the dispatch looks at; buffers that are not needed are the first again.
pub type BlockItems = [Quad];

kernels! {
    Plan(PlanParams) PlanBuffers { proofs: write Proofs, grids: write [Grid] }

    Ask(BlocksParams) AskBuffers {
        /// See [`tables`].
        tables: read [u32],
        nodes: read [ProofNode],
        proofs: write Proofs,
        /// [`Tried`].
        tried: write [u32],
        blocks[FILTER_SLICES]: read BlockItems,
    }

    Answer(BlocksParams) AnswerBuffers {
        /// See [`tables`].
        tables: read [u32],
        nodes: write [ProofNode],
        proofs: write Proofs,
        /// [`Tried`].
        tried: read [u32],
        blocks[FILTER_SLICES]: read BlockItems,
    }
}
