//! Words that the kernels of several jobs share.

use super::lanes::Lanes;
use super::record::{constants, records};
use super::wgsl::{self, Item};
use cubebatch_cube::cube::{CORNERS, Cube};
use cubebatch_tables::coord::phase1::PHASE1_MOVES;
use cubebatch_tables::coord::phase2::PHASE2_MOVES;
use cubebatch_tables::coord::symmetry::SYMMETRIES;
use cubebatch_tables::coord::{
    Coordinate, flip::Flip, slice::Slice, slice_perm::SlicePerm, twist::Twist, ud_edges::UdEdges,
};
use cubebatch_tables::packed::packed;

/// Invocations in a workgroup of every kernel.
pub const WORKGROUP: u32 = 256;

/// Whether something holds: 0 or 1.
pub type Flags = Lanes<1, 32>;
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

records! {
    /// A position of the whole cube: which cubie is at each position, in nibbles, the edges of the middle layer 8 ... 11; and
    /// how they are turned, two bits for each corner, then a bit for each edge from EDGE_FLIPS on.
    Position {
        corners: u32,
        ud_edges: u32,
        slice_edges: u32,
        orientations: u32,
    }
}

/// Words of a [`Position`].
pub const POSITION_WORDS: usize = size_of::<Position>() / size_of::<u32>();

const EDGE_FLIPS: usize = 2 * CORNERS.len();

impl From<&Cube> for Position {
    fn from(cube: &Cube) -> Position {
        let nibbles =
            |cubies: &[u8]| cubies.iter().rev().fold(0, |word, &cubie| word << 4 | u32::from(cubie));
        let (ud_edges, slice_edges) = cube.edge_perm.split_at(8);
        let twists = cube.corner_ori.iter().rev().fold(0, |word, &twist| word << 2 | u32::from(twist));
        let flips = cube.edge_ori.iter().rev().fold(0, |word, &flip| word << 1 | u32::from(flip));
        Position {
            corners: nibbles(&cube.corner_perm),
            ud_edges: nibbles(ud_edges),
            slice_edges: nibbles(slice_edges),
            orientations: twists | flips << EDGE_FLIPS,
        }
    }
}

constants! {
    WORKGROUP,
    POSITION_WORDS,
    EDGE_FLIPS,
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
    let lanes = [
        Flags::wgsl("flag"),
        Nibbles::wgsl("nibble"),
        Bytes::wgsl("byte"),
        Halves::wgsl("half"),
        Moves::wgsl("move"),
    ];
    let packed = [ClassAndSymmetry::WGSL, TwistAndFlip::WGSL, UdEdgesAndCorners::WGSL];
    let packed = packed.map(|packed| wgsl::packed(&packed));
    let position = Position::wgsl().item();
    lanes.into_iter().flatten().chain(packed.into_iter().flatten()).chain([position]).collect()
}
