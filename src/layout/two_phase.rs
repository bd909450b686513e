//! What the kernels of the two-phase search, their twins and their host agree on.

use super::descent::MOVES_A_WORD;
use super::parameters;
use crate::coord::phase1::PHASE1_MOVES;
use crate::cube::Move;
pub use crate::engine::two_phase::direction::STARTS;
use crate::engine::two_phase::direction::{DIRECTIONS, PRE_MOVE_FACES};
use crate::engine::two_phase::{LONGEST, UNCOUNTED};

/// The first starts of a position come after pre-moves.
pub const PRE_MOVE_STARTS: usize = DIRECTIONS * PRE_MOVE_FACES.len();

/// Levels of nodes: by how many moves are left.
pub const LEVELS: usize = LONGEST + 1;

/// Words of a node, see `shaders/shared/nodes.wgsl`.
pub const NODE_WORDS: usize = PATH_WORD + PATH_WORDS;
/// Where the moves that led to it begin.
pub const PATH_WORD: usize = 2;
const PATH_WORDS: usize = LONGEST.div_ceil(MOVES_A_WORD);
/// A node.
pub type Node = [u32; NODE_WORDS];

/// The bit of the first word of a node where the symmetry begins.
pub const SYMMETRY_BIT: usize = 28;
/// Bits of the second word where the start begins, the sense of the pre-move, the depth and the distance.
pub const START_BIT: usize = 17;
pub const TURNED_BIT: usize = 22;
pub const DEPTH_BIT: usize = 23;
pub const DISTANCE_BIT: usize = 28;
const _: () = assert!(STARTS <= 1 << (TURNED_BIT - START_BIT));

/// The most positions that nodes can tell apart.
pub const MOST_POSITIONS: usize = 1 << START_BIT;

/// The bit of the first word of an end where the rating begins, see `shaders/shared/searches.wgsl`.
pub const RATING_BIT: usize = 21;
/// The most nodes of a level: the next one in a list of ends is below the rating, and 0 is none.
pub const MOST_NODES: usize = (1 << RATING_BIT) - 1;
/// More than the moves of a solution.
pub const TOTALS: usize = 64;
/// All ratings are less.
const RATINGS: usize = (PHASE1_MOVES.len() + 1) * TOTALS;
const _: () = assert!(RATINGS <= 1 << (32 - RATING_BIT));

/// What stands in the second word of a start that is none.
pub const NO_START: u32 = u32::MAX;
/// Its distance: more than any length.
pub const NO_DISTANCE: u32 = LEVELS as u32;
/// The next pass of a search that has ended.
pub const ENDED: u32 = u32::MAX;
/// A number of nodes that is no limit.
pub const UNLIMITED: u32 = u32::MAX;

/// What stands before the searches, see `shaders/shared/searches.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Head {
    pub under_way: u32,
    pub is_late: u32,
    pub ends: u32,
    pub level: u32,
    pub first: u32,
    pub taken: u32,
    pub counts: [u32; LEVELS],
}

/// A search likewise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Search {
    /// Each as [`super::descent::Start`], and the distance.
    pub starts: [[u32; 5]; STARTS],
    pub next_pass: u32,
    pub best: u32,
    pub rated: u32,
    pub expanded: u32,
}

/// Words of the grids of a step: columns, rows, 1 of four dispatches.
pub const GRIDS_WORDS: usize = 12;

/// What of this stands in the shaders.
pub const CONSTANTS: [(&str, usize); 18] = [
    ("DIRECTIONS", DIRECTIONS),
    ("PRE_MOVE_STARTS", PRE_MOVE_STARTS),
    ("STARTS", STARTS),
    ("LEVELS", LEVELS),
    ("UNCOUNTED", UNCOUNTED),
    ("NODE_WORDS", NODE_WORDS),
    ("PATH_WORD", PATH_WORD),
    ("PATH_WORDS", PATH_WORDS),
    ("SYMMETRY_BIT", SYMMETRY_BIT),
    ("START_BIT", START_BIT),
    ("TURNED_BIT", TURNED_BIT),
    ("DEPTH_BIT", DEPTH_BIT),
    ("DISTANCE_BIT", DISTANCE_BIT),
    ("RATING_BIT", RATING_BIT),
    ("TOTALS", TOTALS),
    ("NO_START", NO_START as usize),
    ("NO_DISTANCE", NO_DISTANCE as usize),
    ("ENDED", ENDED as usize),
];

/// The half turn of the face of each pre-move.
pub const PRE_MOVE_HALF_TURNS: [u32; PRE_MOVE_FACES.len()] = {
    let mut turns = [0; PRE_MOVE_FACES.len()];
    let mut i = 0;
    while i < turns.len() {
        turns[i] = Move::new(PRE_MOVE_FACES[i], 2).expect("a half turn").index() as u32;
        i += 1;
    }
    turns
};

parameters!(EndsBegin, columns, positions, shift);
parameters!(EndsPlan, columns, positions, room);
parameters!(EndsRate, columns, shift, near, max_length);
parameters!(EndsKeep, columns, positions);
parameters!(EndsExpand, columns, room, shift, counts_nodes);
parameters!(EndsNext, columns, positions, room, max_length, max_nodes);
