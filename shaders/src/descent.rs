//! The facts that the kernels of descents in complete tables, their twins and their host share.

use super::interface::kernels;
use super::record::{constants, parameters, records};
use super::tables::Tables;
use super::wgsl::{self, Item};
use cubebatch_tables::coord::sym_phase1::SymPhase1;
use cubebatch_tables::coord::symmetry::{AxisSymmetry, SYMMETRIES};
use cubebatch_tables::packed::{Bits, Packed, packed};
use cubebatch_tables::table::{NEAR, Phase, Phase1Entry};

/// Buffers over which the entries of the complete table of each phase can be spread: they hold 128 MiB everywhere.
pub const PHASE1_SLICES: usize = 3;
pub const PHASE2_SLICES: usize = 5;

packed! {
    /// A position of phase 1 up to symmetry, and the symmetry that carries the position there. G1 alone has class 0
    /// and twist 0.
    Phase1Index {
        class_index: 16,
        twist: 12,
        symmetry: SYMMETRIES.ilog2(),
    }

    /// What an end of phase 1 has beside its other coordinates.
    EndOfPhase1 {
        slice_perm: 8,
        /// How many moves led there.
        length: 24,
    }
}

impl From<SymPhase1> for Phase1Index {
    fn from(at: SymPhase1) -> Phase1Index {
        Phase1Index {
            class_index: at.class.into(),
            twist: at.twist.into(),
            symmetry: at.symmetry.number() as u32,
        }
    }
}

impl From<Phase1Index> for SymPhase1 {
    fn from(at: Phase1Index) -> SymPhase1 {
        SymPhase1 {
            class: at.class_index as u16,
            twist: at.twist as u16,
            symmetry: AxisSymmetry::from_number(at.symmetry as usize),
        }
    }
}

records! {
    /// A position from which phase 1 begins: its [`Phase1Index`], and where all cubies are, in nibbles.
    Start {
        index: u32,
        corners: u32,
        ud_edges: u32,
        slice_edges: u32,
    }

    /// A position of G1 to which phase 1 led: [`UdEdgesAndCorners`](super::words::UdEdgesAndCorners),
    /// [`EndOfPhase1`] or [`NO_END`], and the moves.
    End {
        ud_edges_and_corners: u32,
        rest: u32,
        moves: [u32; 2],
    }
}

/// What an end has for the rest that is none.
pub const NO_END: u32 = u32::MAX;

impl End {
    /// The mark after the last end of a position.
    pub const NONE: End = End { ud_edges_and_corners: 0, rest: NO_END, moves: [0; 2] };
}

/// Words of a solution: bytes for the length of phase 1, for the length of all, and for the moves.
pub const SOLUTION_WORDS: usize = 8;
/// The place of the first move in the bytes of a solution.
pub const SOLUTION_MOVES: usize = 2;
/// The length of phase 1 of a solution that is none.
pub const NO_SOLUTION: u8 = u8::MAX;

/// An entry of the table of phase 1.
pub const PHASE1_ENTRY: Packed = Packed {
    name: "Phase1Entry",
    about: &[
        " The moves that lead nearer, by their images under the symmetry; and the distance from G1 modulo 3.",
    ],
    fields: &[
        Bits { name: "nearer", about: &[], bits: Phase1Entry::NEARER_BITS },
        Bits { name: "residue", about: &[], bits: Phase1Entry::BITS as u32 - Phase1Entry::NEARER_BITS },
    ],
};

constants! {
    PHASE1_ENTRY_BITS = Phase1Entry::BITS,
    PHASE1_DIAMETER = Phase::One.diameter(),
    PHASE2_DIAMETER = Phase::Two.diameter(),
    BALL_RADIUS = NEAR,
    NO_END,
    SOLUTION_WORDS,
    SOLUTION_MOVES,
    NO_SOLUTION,
}

/// What kernels see of this.
pub fn items() -> Vec<Item> {
    let packed = [Phase1Index::WGSL, EndOfPhase1::WGSL, PHASE1_ENTRY].map(|packed| wgsl::packed(&packed));
    let records = [Start::wgsl(), End::wgsl()].map(|record| record.item());
    packed.into_iter().flatten().chain(records).collect()
}

/// The words of the entries of a complete table; buffers that are not needed are the first again.
pub type EntryWords = [u32];
/// SOLUTION_WORDS of bytes for each position: two that the kernel explains, and the moves. NO_SOLUTION and the phase whose
/// table led nowhere instead of the two, if there is none.
pub type Solutions = [u32];

parameters! {
    Phase1Params {
        cubes,
        /// How many ends are wanted of each.
        ends,
        /// How many there is room for: an even number.
        slots,
        /// A walk that has come to more positions is given up: by a damaged table it could go on for hours.
        most_visits,
        /// The bits of a word's number that count within a buffer of entries.
        shift,
    }

    Phase2Params {
        cubes,
        /// How many ends there is room for of each.
        slots,
        shift,
        /// How many positions the ball around solved has, up to symmetry.
        ball_size,
    }
}

kernels! {
    Phase1(Phase1Params) Phase1Buffers {
        tables: read Tables,
        starts: read [Start],
        /// As many slots for each cube as the parameters say; after its last end one that is none.
        ends: write [End],
        phase1_slice[PHASE1_SLICES]: read EntryWords,
    }

    Phase2(Phase2Params) Phase2Buffers {
        tables: read Tables,
        /// As phase 1 leaves them.
        ends: read [End],
        solutions: write Solutions,
        phase2_slice[PHASE2_SLICES]: read EntryWords,
    }
}
