//! What the kernels of complete searches, their twins and their host agree on.

use super::{TURNS, parameters};
use crate::coord::sym_phase2::{self, HALF_SLICE_PERMS};
use crate::coord::symmetry::SYMMETRIES;
use crate::coord::{Coordinate, sym_phase1, ud_edges::UdEdges};

/// Places of phase 1 in a word of states.
pub const PLACES_A_WORD: usize = 16;
/// Words of the states of phase 1.
pub const PHASE1_WORDS: usize = sym_phase1::SIZE.div_ceil(PLACES_A_WORD);

/// Cells of phase 2.
pub const CELLS: usize = sym_phase2::CLASSES * UdEdges::SIZE;
/// Buffers over which their states can be spread.
pub const STATE_SLICES: usize = 4;

/// Powers of two that sizes of classes are.
pub const SIZES: usize = SYMMETRIES.ilog2() as usize + 1;

/// Where the parts of the tables of cells begin. First, for each class its size as a power of two.
pub const CLASS_SIZES: usize = 0;
/// Whether the corners of each class are odd, and each U/D edges.
pub const CLASS_PARITIES: usize = CLASS_SIZES + sym_phase2::CLASSES;
pub const UD_EDGES_PARITIES: usize = CLASS_PARITIES + sym_phase2::CLASSES;
/// For each move and symmetry, parity, half and set what becomes of the set on the way back.
pub const SET_MAPS: usize = UD_EDGES_PARITIES + UdEdges::SIZE;
pub const CELL_TABLES: usize = SET_MAPS + TURNS * SYMMETRIES * 2 * 2 * 64;

/// What of this stands in the shaders.
pub const CONSTANTS: [(&str, usize); 8] = [
    ("PLACES_A_WORD", PLACES_A_WORD),
    ("PHASE1_PLACES", sym_phase1::SIZE),
    ("HALF_SLICE_PERMS", HALF_SLICE_PERMS),
    ("ALL_SLICE_PERMS", (1 << HALF_SLICE_PERMS) - 1),
    ("CLASS_SIZES", CLASS_SIZES),
    ("CLASS_PARITIES", CLASS_PARITIES),
    ("UD_EDGES_PARITIES", UD_EDGES_PARITIES),
    ("SET_MAPS", SET_MAPS),
];

/// The state of a place at a distance.
pub const fn state(distance: u8) -> u32 {
    distance as u32 % 3 + 1
}

parameters!(LevelPhase1, columns, first_word, end_word, distance);
parameters!(WaysPhase1, columns, first_group, end_group);
parameters!(LevelPhase2, columns, first_cell, end_cell, distance, shift);
parameters!(DistancesPhase2, columns, pairs, state, entry);
