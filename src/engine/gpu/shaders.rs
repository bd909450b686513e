//! The shaders with their constants, which stand in Rust alone.

use crate::coord::ud_edges::{MEMBERS, UdEdges};
use crate::coord::{Coordinate, corners::Corners, flip::Flip, phase2, slice_perm::SlicePerm, twist::Twist};

use super::kernel::WORKGROUP;

/// A place in a block of p0 is `flip << ROW_BITS | slice`.
pub(super) const ROW_BITS: u32 = 9;
/// Bits of a place.
pub(super) const PLACE_BITS: u32 = ROW_BITS + 11;
/// Rows of a block: one for each flip.
pub(super) const ROWS: usize = Flip::SIZE;
/// Words of the table of one turn: twist, flip, slice.
pub(super) const TURN_LENGTH: usize = Twist::SIZE + Flip::SIZE + (1 << ROW_BITS);
/// The turn of p0 that is none.
pub(super) const NO_MOVE: u32 = 18;

/// Moves of phase 2.
pub(super) const TURNS: usize = phase2::PHASE2_MOVES.len();
/// Places of a block of positions, and of a block of classes.
pub(super) const CLASS_PLACES: usize = Corners::SIZE * SlicePerm::SIZE;

/// Classes that one invocation collects; divides [`CLASS_PLACES`].
pub(super) const CLASS_ROW: usize = 384;

/// Where the parts of the phase-2 move tables begin.
pub(super) const UD_EDGES_TURNS: usize = 0;
pub(super) const CORNERS_TURNS: usize = UD_EDGES_TURNS + UdEdges::SIZE * TURNS;
pub(super) const SLICE_PERM_TURNS: usize = CORNERS_TURNS + Corners::SIZE * TURNS;
pub(super) const UNDO_TURNS: usize = SLICE_PERM_TURNS + SlicePerm::SIZE * TURNS;
pub(super) const NORMALISED: usize = UNDO_TURNS + TURNS;

/// The constants of all shaders as WGSL.
fn constants() -> String {
    let constants = [
        ("WORKGROUP", WORKGROUP as usize),
        ("ROW_BITS", ROW_BITS as usize),
        ("ROW", 1 << ROW_BITS),
        ("PLACE_BITS", PLACE_BITS as usize),
        ("FLIPS", Flip::SIZE),
        ("TURN_LENGTH", TURN_LENGTH),
        ("FLIP_TURNS", Twist::SIZE),
        ("SLICE_TURNS", Twist::SIZE + Flip::SIZE),
        ("NO_MOVE", NO_MOVE as usize),
        ("TURNS", TURNS),
        ("HALF_TURNS", phase2::HALF_TURNS),
        ("MEMBERS", MEMBERS),
        ("SLICE_PERMS", SlicePerm::SIZE),
        ("CLASS_PLACES", CLASS_PLACES),
        ("CLASS_ROW", CLASS_ROW),
        ("UD_EDGES_TURNS", UD_EDGES_TURNS),
        ("CORNERS_TURNS", CORNERS_TURNS),
        ("SLICE_PERM_TURNS", SLICE_PERM_TURNS),
        ("UNDO_TURNS", UNDO_TURNS),
        ("NORMALISED", NORMALISED),
    ];
    constants.iter().map(|(name, value)| format!("const {name} = {value}u;\n")).collect()
}

/// A shader as it is compiled: constants, what it shares with others, and itself.
#[derive(Clone, Copy, Debug)]
pub struct Shader {
    /// The stem of its file in `shaders/`.
    pub name: &'static str,
    shared: &'static [&'static str],
    own: &'static str,
}

macro_rules! shader {
    ($name:literal, $($shared:literal),*) => {
        Shader {
            name: $name,
            shared: &[$(include_str!(concat!("../../../shaders/shared/", $shared, ".wgsl"))),*],
            own: include_str!(concat!("../../../shaders/", $name, ".wgsl")),
        }
    };
}

/// See `shaders/README.md`.
pub const P0_MARK: Shader = shader!("p0_mark",);
/// See `shaders/README.md`.
pub const P0_COLLECT: Shader = shader!("p0_collect", "workgroup");
/// See `shaders/README.md`.
pub const P1_EXPAND: Shader = shader!("p1_expand", "workgroup", "p1");
/// See `shaders/README.md`.
pub const P1_CLASSES: Shader = shader!("p1_classes", "workgroup", "p1");
/// See `shaders/README.md`.
pub const P1_COLLECT: Shader = shader!("p1_collect", "workgroup");

/// All shaders.
pub const ALL: [Shader; 5] = [P0_MARK, P0_COLLECT, P1_EXPAND, P1_CLASSES, P1_COLLECT];

impl Shader {
    /// The WGSL that is compiled.
    pub fn source(&self) -> String {
        let mut source = constants();
        for part in self.shared.iter().chain([&self.own]) {
            source += part;
        }
        source
    }
}
