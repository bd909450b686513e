//! The facts that the kernels that build sorted tables of phase 2, their twins and their host share.

use super::interface::kernels;
use super::record::{constants, parameters};
use super::wgsl::{self, Item, Pair};
use super::words::Halves;
use cubebatch_tables::coord::phase2::PHASE2_MOVES;
use cubebatch_tables::coord::ud_edges::{MEMBERS, UdEdges};
use cubebatch_tables::coord::{Coordinate, Phase2, corners::Corners, slice_perm::SlicePerm};
use cubebatch_tables::packed::packed;

const MOVES: usize = PHASE2_MOVES.len();

/// The turn that is none.
pub const NO_TURN: usize = MOVES;

/// Positions of a block, which have the same U/D edges; cosets with the same coset of U/D edges.
pub const BLOCK: usize = Corners::SIZE * SlicePerm::SIZE;

/// Cosets that one invocation collects; divides [`BLOCK`].
pub const COSET_ROW: usize = 384;

/// In which words the move tables begin, of which each word has two numbers.
pub const UD_EDGES_TURNS: usize = 0;
pub const CORNERS_TURNS: usize = UD_EDGES_TURNS + Halves::words(UdEdges::SIZE * MOVES);
pub const SLICE_PERM_TURNS: usize = CORNERS_TURNS + Halves::words(Corners::SIZE * MOVES);
/// The inverse of each move.
pub const UNDO_TURNS: usize = SLICE_PERM_TURNS + Halves::words(SlicePerm::SIZE * MOVES);
/// For each corner permutation and each member of a coset of U/D edges the corners after the turns of U and D that
/// carry the member to the representative.
pub const NORMALISED: usize = UNDO_TURNS + Halves::words(MOVES);

packed! {
    /// What a workgroup takes: a block, and a turn that leads from there to the block from which it reads.
    BlockAndTurn {
        /// A move of phase 2, or NO_TURN.
        turn: 4,
        block: 28,
    }
}

impl BlockAndTurn {
    /// The word of a block and a turn.
    pub fn of(block: usize, turn: usize) -> u32 {
        BlockAndTurn { turn: turn as u32, block: block as u32 }.pack()
    }
}

/// A slot of a block's hash table. The first word is the position in the block plus 1, or 0 if the slot is free. The second is
/// the complement of its path's number, so that 0 is no path and the greatest word is the least path.
pub type Slot = [u32; 2];

/// The slot of a position with this path.
pub fn slot(at: Phase2, path: u32) -> Slot {
    let in_block = u32::from(at.corners) * SlicePerm::SIZE as u32 + u32::from(at.slice_perm);
    [in_block + 1, !path]
}

/// The position and the path in a slot of a block, unless it is free.
pub fn position(block: u32, [in_block, path]: Slot) -> Option<(Phase2, u32)> {
    let in_block = in_block.checked_sub(1)?;
    let (corners, slice_perm) = (in_block / SlicePerm::SIZE as u32, in_block % SlicePerm::SIZE as u32);
    let at = Phase2 { ud_edges: block as u16, corners: corners as u16, slice_perm: slice_perm as u16 };
    Some((at, !path))
}

constants! {
    NO_TURN,
    COSET_BLOCK = BLOCK,
    MEMBERS,
    COSET_ROW,
    UD_EDGES_TURNS,
    CORNERS_TURNS,
    SLICE_PERM_TURNS,
    UNDO_TURNS,
    NORMALISED,
}

/// What kernels see of this.
pub fn items() -> Vec<Item> {
    wgsl::packed(&BlockAndTurn::WGSL).into()
}

parameters! {
    ExpandParams {
        /// How many workgroups have something to do.
        pairs,
        /// The number of the first slot that is bound, among the slots that are filled.
        first_slot,
        /// The number of the first slot that is bound, among the slots that are read.
        first_source_slot,
        /// The length of the last level's paths.
        length,
        /// The range of their numbers.
        first_path,
        end_path,
        /// 9 to the power of the length less 1.
        power,
    }

    /// As [`ExpandParams`].
    CosetsParams {
        pairs,
        /// The first coset of U/D edges in this stripe.
        first_coset,
        first_source_slot,
        length,
        first_path,
        end_path,
        power,
    }

    CollectParams {
        rows,
        /// The code of the stripe's first coset.
        first_code,
    }
}

kernels! {
    Expand(ExpandParams) ExpandBuffers {
        /// What moves do to each coordinate.
        tables: read [u32],
        /// Where the slots of each block begin that are read.
        source_starts: read [u32],
        source_slots: read [Pair],
        /// [`BlockAndTurn`]: a block that is filled, and a turn that leads from it to a block that is read.
        pairs: read [u32],
        /// Where the slots of each block begin that are filled.
        starts: read [u32],
        slots: write @atomic [u32],
        /// How many positions each block has.
        counts: write @atomic [u32],
    }

    Cosets(CosetsParams) CosetsBuffers {
        /// As those of [`ExpandBuffers`].
        tables: read [u32],
        source_starts: read [u32],
        source_slots: read [Pair],
        /// [`BlockAndTurn`], of blocks of this stripe.
        pairs: read [u32],
        /// For each coset the word of its least path, 0 if it has none.
        cosets: write @atomic [u32],
        /// How many cosets of each row of COSET_ROW have a path.
        counts: write @atomic [u32],
    }

    Collect(CollectParams) CollectBuffers {
        /// For each coset the complement of its path, 0 if it has none.
        cosets: write [u32],
        /// The number of each row's first entry, and the end.
        offsets: read [u32],
        /// Code and path number.
        entries: write [Pair],
    }
}
