//! What the kernels of descents in complete tables, their twins and their host agree on.

use super::{TURNS, parameters};
use crate::coord::symmetry::SYMMETRIES;
use crate::coord::{
    Coordinate, corners::Corners, phase1::PHASE1_MOVES, slice_perm::SlicePerm, sym_phase1, sym_phase2,
    twist::Twist, ud_edges::UdEdges,
};
use crate::table::{NEAR, Phase, Phase1Entry};

/// Buffers over which the entries of a table can be spread.
pub const SLICES: usize = 5;

/// A cube for the kernel of phase 1, see `shaders/descend_phase1.wgsl`.
pub type Start = [u32; 4];
/// An end of phase 1 likewise.
pub type End = [u32; 4];

/// Bits of a move in an [`End`], and moves in a word of it.
pub const MOVE_BITS: usize = 5;
pub const MOVES_A_WORD: usize = 6;
/// What stands in the second word of an [`End`] that is none.
pub const NO_END: u32 = u32::MAX;

/// Words of a whole way, see `shaders/descend_phase2.wgsl`: 32 bytes, two of them lengths.
pub const WAY_WORDS: usize = 8;
/// The length of phase 1 of a way that is none.
pub const NO_WAY: u8 = u8::MAX;

const PHASE1_TURNS: usize = PHASE1_MOVES.len();

/// Where the parts of the tables begin. First, products of two symmetries.
pub const PRODUCTS: usize = 0;
/// What each move looks like after each symmetry, and what looks like each move.
pub const PHASE1_NUMBER_OF: usize = PRODUCTS + SYMMETRIES * SYMMETRIES;
pub const PHASE1_MOVE_OF: usize = PHASE1_NUMBER_OF + SYMMETRIES * PHASE1_TURNS;
/// For each move from where the cubies come, in nibbles: corners, U/D edges, middle edges.
pub const SOURCES: usize = PHASE1_MOVE_OF + SYMMETRIES * PHASE1_TURNS;
pub const TWIST_MOVES: usize = SOURCES + 3 * PHASE1_TURNS;
pub const TWIST_CONJUGATES: usize = TWIST_MOVES + Twist::SIZE * PHASE1_TURNS;
/// [`UdEdges`] for the lexicographic rank of each permutation.
pub const UD_EDGES_OF_RANK: usize = TWIST_CONJUGATES + SYMMETRIES * Twist::SIZE;
/// Where each move leads from each representative: `class · 16 + symmetry`.
pub const PHASE1_NEIGHBOURS: usize = UD_EDGES_OF_RANK + UdEdges::SIZE;

/// Where those of phase 2 begin. First, what each move looks like after each symmetry.
pub const PHASE2_NUMBER_OF: usize = PHASE1_NEIGHBOURS + sym_phase1::CLASSES * PHASE1_TURNS;
/// Which move each of phase 2 is.
pub const PHASE2_MOVES: usize = PHASE2_NUMBER_OF + SYMMETRIES * TURNS;
pub const SLICE_PERM_MOVES: usize = PHASE2_MOVES + TURNS;
pub const SLICE_PERM_CONJUGATES: usize = SLICE_PERM_MOVES + SlicePerm::SIZE * TURNS;
/// `class · 16 + symmetry` of each corner permutation.
pub const CORNERS_CLASS: usize = SLICE_PERM_CONJUGATES + SYMMETRIES * SlicePerm::SIZE;
pub const PHASE2_NEIGHBOURS: usize = CORNERS_CLASS + Corners::SIZE;
pub const UD_EDGES_MOVES: usize = PHASE2_NEIGHBOURS + sym_phase2::CLASSES * TURNS;
pub const UD_EDGES_CONJUGATES: usize = UD_EDGES_MOVES + UdEdges::SIZE * TURNS;
/// For each place near solved its index and the moves that lead nearer.
pub const NEAR_PLACES: usize = UD_EDGES_CONJUGATES + SYMMETRIES * UdEdges::SIZE;

/// What of this stands in the shaders.
pub const CONSTANTS: [(&str, usize); 28] = [
    ("SYMMETRIES", SYMMETRIES),
    ("TWISTS", Twist::SIZE),
    ("UD_EDGES", UdEdges::SIZE),
    ("PHASE1_ENTRY_BITS", Phase1Entry::BITS),
    ("PHASE1_LONGEST", Phase::One.diameter() as usize),
    ("NEAR_MOVES", NEAR as usize),
    ("MOVE_BITS", MOVE_BITS),
    ("MOVES_A_WORD", MOVES_A_WORD),
    ("NO_END", NO_END as usize),
    ("WAY_WORDS", WAY_WORDS),
    ("NO_WAY", NO_WAY as usize),
    ("PRODUCTS", PRODUCTS),
    ("PHASE1_NUMBER_OF", PHASE1_NUMBER_OF),
    ("PHASE1_MOVE_OF", PHASE1_MOVE_OF),
    ("SOURCES", SOURCES),
    ("TWIST_MOVES", TWIST_MOVES),
    ("TWIST_CONJUGATES", TWIST_CONJUGATES),
    ("UD_EDGES_OF_RANK", UD_EDGES_OF_RANK),
    ("PHASE1_NEIGHBOURS", PHASE1_NEIGHBOURS),
    ("PHASE2_NUMBER_OF", PHASE2_NUMBER_OF),
    ("PHASE2_MOVES", PHASE2_MOVES),
    ("SLICE_PERM_MOVES", SLICE_PERM_MOVES),
    ("SLICE_PERM_CONJUGATES", SLICE_PERM_CONJUGATES),
    ("CORNERS_CLASS", CORNERS_CLASS),
    ("PHASE2_NEIGHBOURS", PHASE2_NEIGHBOURS),
    ("UD_EDGES_MOVES", UD_EDGES_MOVES),
    ("UD_EDGES_CONJUGATES", UD_EDGES_CONJUGATES),
    ("NEAR_PLACES", NEAR_PLACES),
];

parameters!(DescendPhase1, columns, cubes, ends, slots, shift);
parameters!(DescendPhase2, columns, cubes, slots, shift, near);
