//! What the kernels of the two-phase search, their twins and their host agree on.

use super::descent::MOVES_A_WORD;
use super::parameters;
use crate::coord::phase1::PHASE1_MOVES;
use crate::engine::two_phase::direction::{DIRECTIONS, PRE_MOVE_FACES};

/// No position needs more moves.
pub const LONGEST: usize = 20;
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
/// Bits of the second word where the start, the depth and the distance begin.
pub const START_BIT: usize = 17;
pub const DEPTH_BIT: usize = 23;
pub const DISTANCE_BIT: usize = 28;

/// What is searched at a time of each length: the directions with a closing turn of each face, then
/// those without.
pub const GROUPS: usize = CLOSING_GROUPS + DIRECTIONS;
pub const CLOSING_GROUPS: usize = DIRECTIONS * PRE_MOVE_FACES.len();
/// The starts of a position: two for each group with a closing turn, as that has two senses, then
/// one for each direction.
pub const STARTS: usize = 2 * CLOSING_GROUPS + DIRECTIONS;
const _: () = assert!(STARTS <= 1 << (DEPTH_BIT - START_BIT));

/// The most positions that nodes can tell apart.
pub const MOST_POSITIONS: usize = 1 << START_BIT;

/// Bits of an end's place in its level, in its rating, see `shaders/shared/searches.wgsl`.
pub const INDEX_BITS: usize = 21;
/// More than the moves of a solution.
pub const TOTALS: usize = 64;
/// A rating without the place is less.
const RANKS: usize = (PHASE1_MOVES.len() + 1) * TOTALS;
const _: () = assert!(RANKS <= 1 << (32 - INDEX_BITS));

/// What stands in the second word of a start that is none.
pub const NO_START: u32 = u32::MAX;
/// Its distance: more than any length.
pub const NO_DISTANCE: u32 = LEVELS as u32;
/// The next unit of a search that has ended.
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
    pub next_unit: u32,
    pub best: u32,
    pub expanded: u32,
}

/// Words of the grids of a step: columns, rows, 1 of three dispatches.
pub const GRIDS_WORDS: usize = 9;

/// What of this stands in the shaders.
pub const CONSTANTS: [(&str, usize); 15] = [
    ("CLOSING_GROUPS", CLOSING_GROUPS),
    ("GROUPS", GROUPS),
    ("STARTS", STARTS),
    ("LEVELS", LEVELS),
    ("NODE_WORDS", NODE_WORDS),
    ("PATH_WORD", PATH_WORD),
    ("SYMMETRY_BIT", SYMMETRY_BIT),
    ("START_BIT", START_BIT),
    ("DEPTH_BIT", DEPTH_BIT),
    ("DISTANCE_BIT", DISTANCE_BIT),
    ("INDEX_BITS", INDEX_BITS),
    ("TOTALS", TOTALS),
    ("NO_START", NO_START as usize),
    ("NO_DISTANCE", NO_DISTANCE as usize),
    ("ENDED", ENDED as usize),
];

parameters!(EndsBegin, columns, positions, shift);
parameters!(EndsPlan, columns, positions, room);
parameters!(EndsRate, columns, shift, near, max_length);
parameters!(EndsKeep, columns);
parameters!(EndsExpand, columns, room, shift, counts_nodes);
parameters!(EndsNext, columns, positions, room, max_length, max_nodes);
