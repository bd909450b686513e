//! Words that the kernels of several jobs share.

use super::lanes::Lanes;
use super::packed::packed;
use super::record::constants;
use super::wgsl::Item;
use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::phase2::PHASE2_MOVES;
use crate::coord::symmetry::SYMMETRIES;
use crate::coord::{
    Coordinate, flip::Flip, slice::Slice, slice_perm::SlicePerm, twist::Twist, ud_edges::UdEdges,
};

/// Invocations in a workgroup of every kernel.
pub const WORKGROUP: u32 = 256;

/// Cubies by their positions; also distances from solved in half bytes.
pub type Nibbles = Lanes<4, 8>;
/// Steps, distances, or moves.
pub type Bytes = Lanes<8, 4>;
/// The low bits of codes.
pub type Halves = Lanes<16, 2>;
/// The moves of a path.
pub type Moves = Lanes<5, 6>;

packed! {
    /// A class of positions, and the symmetry that carries a position to the representative of its class.
    ClassAndSymmetry {
        symmetry: SYMMETRIES.ilog2(),
        class_index: 28,
    }

    /// Two coordinates of phase 1.
    TwistAndFlip {
        twist: 16,
        flip: 16,
    }

    /// Two coordinates of phase 2.
    UdEdgesAndCorners {
        ud_edges: 16,
        corners: 16,
    }
}

constants! {
    WORKGROUP,
    SYMMETRIES,
    PHASE1_MOVES = PHASE1_MOVES.len(),
    PHASE2_MOVES = PHASE2_MOVES.len(),
    TWISTS = Twist::SIZE,
    FLIPS = Flip::SIZE,
    SLICES = Slice::SIZE,
    UD_EDGES = UdEdges::SIZE,
    SLICE_PERMS = SlicePerm::SIZE,
}

/// What kernels see of this.
pub fn items() -> Vec<Item> {
    let lanes = [Nibbles::wgsl("nibble"), Bytes::wgsl("byte"), Halves::wgsl("half"), Moves::wgsl("move")];
    let packed = [ClassAndSymmetry::WGSL, TwistAndFlip::WGSL, UdEdgesAndCorners::WGSL];
    let packed = packed.map(|packed| packed.items());
    lanes.into_iter().flatten().chain(packed.into_iter().flatten()).collect()
}
