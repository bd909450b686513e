//! What the kernels of complete searches, their twins and their host agree on.

use super::lanes::Lanes;
use super::packed::packed;
use super::record::{constants, parameters};
use super::wgsl::Item;
use super::words::Nibbles;
use crate::coord::phase2::PHASE2_MOVES;
use crate::coord::sym_phase2::{self, HALF_SLICE_PERMS};
use crate::coord::symmetry::SYMMETRIES;
use crate::coord::{Coordinate, sym_phase1, ud_edges::UdEdges};
use crate::table::Phase1Entry;

/// States of positions of phase 1, see [`state`].
pub type States = Lanes<2, 16>;
/// Words of the states of phase 1.
pub const PHASE1_WORDS: usize = sym_phase1::SIZE.div_ceil(States::A_WORD);

/// Cells of phase 2: positions that differ in their slice perms alone.
pub const CELLS: usize = sym_phase2::CLASSES * UdEdges::SIZE;
/// Buffers over which the states of cells can be spread.
pub const STATE_SLICES: usize = 4;

packed! {
    /// The states of the positions of a cell: the low bits of all, and the high bits.
    Cell {
        low: HALF_SLICE_PERMS as u32,
        high: HALF_SLICE_PERMS as u32,
    }
}

/// The state of a position at this distance; 0 is that of one that was not reached.
pub const fn state(distance: u8) -> u32 {
    distance as u32 % 3 + 1
}

/// Powers of two that sizes of classes are.
pub const SIZES: usize = SYMMETRIES.ilog2() as usize + 1;

/// Where the parts of the tables of cells begin. First, for each class its size as a power of two.
pub const CLASS_SIZES: usize = 0;
/// Whether the corners of each class are odd, and each U/D edges.
pub const CLASS_PARITIES: usize = CLASS_SIZES + sym_phase2::CLASSES;
pub const UD_EDGES_PARITIES: usize = CLASS_PARITIES + sym_phase2::CLASSES;
/// For each move and symmetry, parity, half and set what becomes of the set by the inverse.
pub const SET_MAPS: usize = UD_EDGES_PARITIES + UdEdges::SIZE;
/// Sets of a half of the slice perms.
pub const HALF_SETS: usize = 1 << (HALF_SLICE_PERMS / 2);
pub const CELL_TABLES: usize = SET_MAPS + PHASE2_MOVES.len() * SYMMETRIES * 2 * 2 * HALF_SETS;

constants! {
    SIZES,
    PHASE1_SIZE = sym_phase1::SIZE,
    HALF_SLICE_PERMS,
    ALL_SLICE_PERMS = (1 << HALF_SLICE_PERMS) - 1,
    CLASS_SIZES,
    CLASS_PARITIES,
    UD_EDGES_PARITIES,
    SET_MAPS,
    HALF_SETS,
    ENTRY_GROUP,
    ENTRY_GROUP_WORDS,
    PAIR_WORDS,
}

/// What kernels see of this.
pub fn items() -> Vec<Item> {
    States::wgsl("state").into_iter().chain(Cell::WGSL.items()).collect()
}

/// Entries of phase 1 that fill whole words, and these words.
pub const ENTRY_GROUP: usize = 8;
pub const ENTRY_GROUP_WORDS: usize = ENTRY_GROUP * Phase1Entry::BITS / 32;
/// Words of the entries of a pair of cells.
pub const PAIR_WORDS: usize = 2 * HALF_SLICE_PERMS / Nibbles::A_WORD;

parameters!(EnterParams { columns, pairs });
parameters!(Phase1LevelParams { columns, first_word, end_word, distance });
parameters!(Phase1EntriesParams { columns, first_group, end_group });
parameters!(Phase2LevelParams { columns, first_cell, end_cell, distance, shift });
parameters!(Phase2EntriesParams { columns, pairs, state, entry });
