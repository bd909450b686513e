//! The effects of moves and symmetries, in one array of words for the kernels of descents, of two-phase searches and of
//! complete tables.

use super::record::constants;
use super::words::{Nibbles, POSITION_WORDS};
use cubebatch_search::engine::cpu::two_phase::last_moves;
use cubebatch_search::engine::two_phase::direction::AXES;
use cubebatch_search::engine::two_phase::pre_moves::{FIRST_SEQUENCES, MOST as MOST_PRE_MOVES};
use cubebatch_search::engine::two_phase::stages::{LISTS as STAGE_LISTS, MOST_STAGES};
use cubebatch_tables::coord::phase1::PHASE1_MOVES;
use cubebatch_tables::coord::phase2::PHASE2_MOVES;
use cubebatch_tables::coord::sym_phase1::FLIP_SLICES;
use cubebatch_tables::coord::symmetry::SYMMETRIES;
use cubebatch_tables::coord::{
    Coordinate, corners::Corners, slice_perm::SlicePerm, sym_phase1, sym_phase2, twist::Twist,
    ud_edges::UdEdges,
};

const MOVES1: usize = PHASE1_MOVES.len();
const MOVES2: usize = PHASE2_MOVES.len();

/// Words of the stages of a bound: those after the last one are [`NO_STAGE`](super::two_phase::NO_STAGE).
pub const STAGE_WORDS: usize = MOST_STAGES + 1;

/// All of them.
pub type Tables = [u32];

/// Products of two symmetries.
pub const PRODUCTS: usize = 0;
/// For each symmetry the image of each move of phase 1, and the move that has each image.
pub const PHASE1_IMAGES: usize = PRODUCTS + SYMMETRIES * SYMMETRIES;
pub const PHASE1_PREIMAGES: usize = PHASE1_IMAGES + SYMMETRIES * MOVES1;
/// The solved cube after each move, a [`Position`](super::words::Position).
pub const TURNED_CUBIES: usize = PHASE1_PREIMAGES + SYMMETRIES * MOVES1;
/// For each axis two positions in the same form. A position between them becomes its image under the rotation that brings the
/// axis to U and D.
pub const ROTATIONS: usize = TURNED_CUBIES + POSITION_WORDS * MOVES1;
pub const TWIST_MOVES: usize = ROTATIONS + 2 * POSITION_WORDS * AXES;
pub const TWIST_CONJUGATES: usize = TWIST_MOVES + Twist::SIZE * MOVES1;
/// [`UdEdges`] for the lexicographic rank of each permutation.
pub const UD_EDGES_OF_RANK: usize = TWIST_CONJUGATES + SYMMETRIES * Twist::SIZE;
/// Where each move leads from the representative of each class: class and symmetry.
pub const PHASE1_NEIGHBOURS: usize = UD_EDGES_OF_RANK + UdEdges::SIZE;
/// Class and symmetry of each flip-slice.
pub const FLIP_SLICE_CLASSES: usize = PHASE1_NEIGHBOURS + sym_phase1::CLASSES * MOVES1;
/// The sequences of pre-moves, each a [`PreMoves`](super::two_phase::PreMoves).
pub const PRE_MOVES: usize = FLIP_SLICE_CLASSES + FLIP_SLICES;
/// For each bound the stages of two-phase searches, each a [`Stage`](super::two_phase::Stage).
pub const STAGES: usize = PRE_MOVES + FIRST_SEQUENCES[MOST_PRE_MOVES + 1];
/// The paths of few moves into G1: a hash table of where those of a position with a number of moves are, and the paths. A slot is
/// two words, a [`LastMovesKey`](super::two_phase::LastMovesKey) and a [`LastMovesPaths`](super::two_phase::LastMovesPaths), or 0.
pub const LAST_MOVES: usize = STAGES + STAGE_LISTS * STAGE_WORDS;
pub const LISTED_PATHS: usize = LAST_MOVES + 2 * LAST_MOVES_SLOTS;
/// Slots of the hash table, three times as many as are taken.
pub const LAST_MOVES_SLOTS: usize = 1 << LAST_MOVES_BITS;
pub const LAST_MOVES_BITS: usize = 18;

/// For each symmetry the image of each move of phase 2.
pub const PHASE2_IMAGES: usize = LISTED_PATHS + last_moves::COUNT;
/// Which of all moves each of phase 2 is.
pub const PHASE2_MOVE_INDICES: usize = PHASE2_IMAGES + SYMMETRIES * MOVES2;
pub const SLICE_PERM_MOVES: usize = PHASE2_MOVE_INDICES + MOVES2;
pub const SLICE_PERM_CONJUGATES: usize = SLICE_PERM_MOVES + SlicePerm::SIZE * MOVES2;
/// Class and symmetry of each corner permutation.
pub const CORNERS_CLASSES: usize = SLICE_PERM_CONJUGATES + SYMMETRIES * SlicePerm::SIZE;
pub const PHASE2_NEIGHBOURS: usize = CORNERS_CLASSES + Corners::SIZE;
pub const UD_EDGES_MOVES: usize = PHASE2_NEIGHBOURS + sym_phase2::CLASSES * MOVES2;
pub const UD_EDGES_CONJUGATES: usize = UD_EDGES_MOVES + UdEdges::SIZE * MOVES2;
/// The lower bounds of phase 2 for each class of corners and each slice perm, in nibbles.
pub const PHASE2_BOUNDS: usize = UD_EDGES_CONJUGATES + SYMMETRIES * UdEdges::SIZE;
/// For each index in the ball around solved the index, and the moves that lead nearer.
pub const BALL: usize = PHASE2_BOUNDS + sym_phase2::CLASSES * SlicePerm::SIZE / Nibbles::A_WORD;

constants! {
    PRODUCTS,
    PHASE1_IMAGES,
    PHASE1_PREIMAGES,
    TURNED_CUBIES,
    ROTATIONS,
    TWIST_MOVES,
    TWIST_CONJUGATES,
    UD_EDGES_OF_RANK,
    PHASE1_NEIGHBOURS,
    FLIP_SLICE_CLASSES,
    PRE_MOVES,
    LAST_MOVES,
    LAST_MOVES_SLOTS,
    LAST_MOVES_BITS,
    LISTED_PATHS,
    PHASE2_IMAGES,
    PHASE2_MOVE_INDICES,
    SLICE_PERM_MOVES,
    SLICE_PERM_CONJUGATES,
    CORNERS_CLASSES,
    PHASE2_NEIGHBOURS,
    UD_EDGES_MOVES,
    UD_EDGES_CONJUGATES,
    PHASE2_BOUNDS,
    BALL,
}
