//! The facts that the kernels of complete searches, their twins and their host share.

use super::interface::kernels;
use super::lanes::Lanes;
use super::record::{constants, parameters};
use super::tables::Tables;
use super::wgsl::{self, Item, Pair};
use super::words::Nibbles;
use cubebatch_tables::coord::phase2::PHASE2_MOVES;
use cubebatch_tables::coord::sym_phase2::{self, HALF_SLICE_PERMS};
use cubebatch_tables::coord::symmetry::SYMMETRIES;
use cubebatch_tables::coord::{Coordinate, sym_phase1, ud_edges::UdEdges};
use cubebatch_tables::packed::packed;
use cubebatch_tables::table::Phase1Entry;

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

/// The beginnings of the parts of the tables of cells. First, for each class its size as a power of two.
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
    States::wgsl("state").into_iter().chain(wgsl::packed(&Cell::WGSL)).collect()
}

/// Entries of phase 1 that fill whole words, and these words.
pub const ENTRY_GROUP: usize = 8;
pub const ENTRY_GROUP_WORDS: usize = ENTRY_GROUP * Phase1Entry::BITS / 32;
/// Words of the entries of a pair of cells.
pub const PAIR_WORDS: usize = 2 * HALF_SLICE_PERMS / Nibbles::A_WORD;

parameters! {
    EnterParams { pairs }

    Phase1LevelParams {
        /// The words that are looked at.
        first_word,
        end_word,
        /// The level that is entered.
        distance,
    }

    Phase1EntriesParams {
        /// The groups of eight positions that are written.
        first_group,
        end_group,
    }

    Phase2LevelParams {
        /// The cells that are looked at.
        first_cell,
        end_cell,
        distance,
        /// The bits of a cell's number that count within a buffer.
        shift,
    }

    Phase2EntriesParams {
        /// Pairs of cells that are bound.
        pairs,
        /// The state of positions of this level.
        state,
        /// Their entry.
        entry,
    }
}

kernels! {
    Enter(EnterParams) EnterBuffers {
        /// Words of states, each once, and the bits that are put into them.
        pairs: read [Pair],
        states: write [u32],
    }

    Phase1Level(Phase1LevelParams) Phase1LevelBuffers {
        tables: read Tables,
        /// For each class how many codes its positions stand for, as a power of two.
        sizes: read [u32],
        /// The states of all positions.
        states: write @atomic [u32],
        /// For each power of two the positions that were found.
        counts: write @atomic [u32],
    }

    Phase1Entries(Phase1EntriesParams) Phase1EntriesBuffers {
        tables: read Tables,
        /// The states of all positions, none of which is 0.
        states: read [u32],
        /// PHASE1_ENTRY_BITS each, without gaps.
        entries: write [u32],
    }

    Phase2Level(Phase2LevelParams) Phase2LevelBuffers {
        tables: read Tables,
        /// What moves and symmetries do to cells, see [`SET_MAPS`].
        cells: read [u32],
        /// For each power of two the positions that were found in classes of that size.
        counts: write @atomic [u32],
        /// The states of each cell; buffers that are not needed are not read.
        states[STATE_SLICES]: write @atomic [u32],
    }

    Phase2Entries(Phase2EntriesParams) Phase2EntriesBuffers {
        /// The states of each cell.
        states: read [u32],
        /// Nibbles: an entry for each position. An entry that is not 0 belongs to a nearer position with the same state.
        entries: write [u32],
    }
}
