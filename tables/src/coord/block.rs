//! The positions of phase 1 with the same twist: a block, in which the slices of each flip are a row.

use crate::coord::phase1::Phase1;
use crate::coord::{Coordinate, flip::Flip, slice::Slice};
use crate::packed::packed;

/// Bits of a slice. A row has room for more slices than there are, so that it begins at a multiple of a power of two.
pub const SLICE_BITS: u32 = usize::BITS - (Slice::SIZE - 1).leading_zeros();
/// Bits of a flip.
pub const FLIP_BITS: u32 = Flip::SIZE.ilog2();

/// What has room for a slice: a row.
pub const ROW: usize = 1 << SLICE_BITS;
/// Rows of a block.
pub const ROWS: usize = Flip::SIZE;
/// What has room for a flip and a slice: a block.
pub const BLOCK: usize = ROWS * ROW;

packed! {
    /// A position in its block.
    FlipSlice {
        slice: SLICE_BITS,
        flip: FLIP_BITS,
    }
}

impl FlipSlice {
    /// The code of the position with this twist.
    pub fn code(self, twist: usize) -> u32 {
        self.position(twist).code()
    }

    /// The position with this twist.
    pub const fn position(self, twist: usize) -> Phase1 {
        Phase1 { twist: twist as u16, flip: self.flip as u16, slice: self.slice as u16 }
    }
}

impl From<Phase1> for FlipSlice {
    fn from(at: Phase1) -> FlipSlice {
        FlipSlice { slice: at.slice.into(), flip: at.flip.into() }
    }
}
