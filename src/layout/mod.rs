//! What kernels, their CPU twins and their host agree on: sizes, and the parameters of each.

pub mod descent;
pub mod levels;
pub mod two_phase;

use crate::coord::phase1::PHASE1_MOVES;
use crate::coord::ud_edges::{MEMBERS, UdEdges};
use crate::coord::{
    Coordinate, corners::Corners, flip::Flip, phase2, slice::Slice, slice_perm::SlicePerm, twist::Twist,
};
use crate::space::UNREACHED;

/// Invocations in a workgroup of every kernel.
pub const WORKGROUP: u32 = 256;

/// A place in a block of p0 is `flip << ROW_BITS | slice`.
pub const ROW_BITS: u32 = 9;
/// Bits of a place.
pub const PLACE_BITS: u32 = ROW_BITS + 11;
/// Rows of a block: one for each flip.
pub const ROWS: usize = Flip::SIZE;
/// Words of the table of one turn: twist, flip, slice.
pub const TURN_LENGTH: usize = Twist::SIZE + Flip::SIZE + (1 << ROW_BITS);
/// The turn of p0 that is none.
pub const NO_MOVE: u32 = 18;

/// Moves of phase 2.
pub const TURNS: usize = phase2::PHASE2_MOVES.len();
/// Places of a block of positions, and of a block of classes.
pub const CLASS_PLACES: usize = Corners::SIZE * SlicePerm::SIZE;

/// Classes that one invocation collects; divides [`CLASS_PLACES`].
pub const CLASS_ROW: usize = 384;

/// A block and a turn are `block << TURN_BITS | turn`, the turn being [`TURNS`] for none.
pub const TURN_BITS: u32 = 4;

/// Where the parts of the phase-2 move tables begin.
pub const UD_EDGES_TURNS: usize = 0;
pub const CORNERS_TURNS: usize = UD_EDGES_TURNS + UdEdges::SIZE * TURNS;
pub const SLICE_PERM_TURNS: usize = CORNERS_TURNS + Corners::SIZE * TURNS;
pub const UNDO_TURNS: usize = SLICE_PERM_TURNS + SlicePerm::SIZE * TURNS;
pub const NORMALISED: usize = UNDO_TURNS + TURNS;

/// What a workgroup of `p1_expand` and of `p1_classes` takes: a block, and a turn that leads from
/// it to the block from which is read; [`TURNS`] is none.
pub fn block_and_turn(block: usize, turn: usize) -> u32 {
    (block << TURN_BITS | turn) as u32
}

/// The constants of all shaders as WGSL.
pub fn constants() -> String {
    let constants = [
        ("WORKGROUP", WORKGROUP as usize),
        ("ROW_BITS", ROW_BITS as usize),
        ("ROW", 1 << ROW_BITS),
        ("PLACE_BITS", PLACE_BITS as usize),
        ("FLIPS", Flip::SIZE),
        ("TURN_LENGTH", TURN_LENGTH),
        ("FLIP_TURNS", Twist::SIZE),
        ("SLICE_TURNS", Twist::SIZE + Flip::SIZE),
        ("PHASE1_TURNS", PHASE1_MOVES.len()),
        ("PHASE1_TWIST_MOVES", 0),
        ("PHASE1_FLIP_MOVES", Twist::SIZE * PHASE1_MOVES.len()),
        ("PHASE1_SLICE_MOVES", (Twist::SIZE + Flip::SIZE) * PHASE1_MOVES.len()),
        ("SLICES", Slice::SIZE),
        ("NO_MOVE", NO_MOVE as usize),
        ("UNREACHED", UNREACHED.into()),
        ("TURNS", TURNS),
        ("TURN_BITS", TURN_BITS as usize),
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
    let all =
        constants.iter().chain(&descent::CONSTANTS).chain(&levels::CONSTANTS).chain(&two_phase::CONSTANTS);
    let half_turns = array("PRE_MOVE_HALF_TURNS", &two_phase::PRE_MOVE_HALF_TURNS);
    all.map(|(name, value)| format!("const {name} = {value}u;\n")).chain([half_turns]).collect()
}

/// A constant array as WGSL.
fn array(name: &str, values: &[u32]) -> String {
    let list: Vec<String> = values.iter().map(|value| format!("{value}u")).collect();
    format!("const {name} = array<u32, {}>({});\n", values.len(), list.join(", "))
}

/// The parameters of a kernel: words, which its shader explains.
macro_rules! parameters {
    ($name:ident, $($field:ident),*) => {
        #[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
        #[repr(C)]
        pub struct $name {
            $(pub $field: u32,)*
        }

        #[cfg(test)]
        impl $name {
            /// The name and offset of each field.
            pub fn layout() -> Vec<(String, u32)> {
                vec![$((stringify!($field).to_owned(), std::mem::offset_of!($name, $field) as u32)),*]
            }
        }
    };
}

use parameters;

parameters!(P0Mark, columns, first_block, turn, step, least_step, first_source, end_source, first_entry);
parameters!(P0Collect, columns, rows, first_entry);
parameters!(P1Expand, columns, pairs, first_slot, first_source_slot, length, first_path, end_path, power);
parameters!(P1Classes, columns, pairs, first_class, first_source_slot, length, first_path, end_path, power);
parameters!(P1Collect, columns, rows, first_code);
parameters!(ProductMark, columns, positions, places, moves, place_turns, distance);
// Of both searches.
parameters!(
    SearchParams,
    columns,
    starts,
    per_start,
    length,
    first_prefix,
    end_prefix,
    shift,
    first_bucket,
    end_bucket,
    first_place,
    room
);
