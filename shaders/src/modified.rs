//! The facts that the kernels of the modified method, their twins and their host share, except for the test of candidates.

use super::candidates::{BucketIndex, PathNumbers, Residues, Rules, Steps, Trial};
use super::interface::kernels;
use super::record::{constants, parameters};
use super::tables::Tables;
use super::wgsl::{self, Item};
use super::words::{Moves, Position};
use cubebatch_cube::cube::{Face, Move};
use cubebatch_tables::coord::phase2::{HALF_TURNS, PHASE2_MOVES};
use cubebatch_tables::packed::packed;

packed! {
    /// What stands before the moves of a solution.
    Progress {
        /// WAITING and so on.
        stage: 8,
        /// Moves of phase 1, and of all.
        phase1_length: 8,
        length: 8,
        /// How many moves of the table of phase 1 are still to come; UNKNOWN_DEPTH before its first entry was seen.
        depth: 8,
    }
}

/// There is no move yet; in the end there was no hit in phase 1.
pub const WAITING: u32 = 0;
/// The moves of phase 1 are being looked up.
pub const FOLLOWING: u32 = 1;
/// The table of phase 1 is damaged.
pub const LOST: u32 = 2;
/// All moves of phase 1 are there, none of phase 2; in the end there was no hit in phase 2.
pub const HALFWAY: u32 = 3;
/// All moves are there.
pub const SOLVED: u32 = 4;

/// See [`Progress`].
pub const UNKNOWN_DEPTH: u32 = u8::MAX as u32;

/// Words of a solution: its [`Progress`], and [`Moves`].
pub const ANSWER_WORDS: usize = 8;
/// Moves for which a solution has room.
pub const MOST_ANSWER_MOVES: usize = (ANSWER_WORDS - 1) * Moves::A_WORD;

/// The first turn of each of the faces U and D among the moves of phase 2, a quarter.
pub const U_TURNS: usize = HALF_TURNS;
pub const D_TURNS: usize = HALF_TURNS + 3;

/// Which of all moves each of phase 2 is.
const MOVES_OF_PHASE2: [u32; PHASE2_MOVES.len()] = {
    let mut indices = [0; PHASE2_MOVES.len()];
    let mut m = 0;
    while m < indices.len() {
        indices[m] = PHASE2_MOVES[m].index() as u32;
        m += 1;
    }
    indices
};

/// A bit for each move of phase 2 that turns this face.
pub fn turns_of(face: Face) -> u32 {
    let is_of = |(_, mv): &(usize, &Move)| mv.face() == face;
    PHASE2_MOVES.iter().enumerate().filter(is_of).map(|(m, _)| 1 << m).sum()
}

constants! {
    WAITING,
    FOLLOWING,
    LOST,
    HALFWAY,
    SOLVED,
    UNKNOWN_DEPTH,
    ANSWER_WORDS,
    MOST_ANSWER_MOVES,
    FACES = Face::ALL.len(),
    TURNS = Move::COUNT / Face::ALL.len(),
    U_TURNS,
    D_TURNS,
}

/// What kernels see of this.
pub fn items() -> Vec<Item> {
    let arrays = [
        wgsl::array("MOVES_OF_PHASE2", &MOVES_OF_PHASE2),
        wgsl::array("TURNS_OF_FACES", &Face::ALL.map(turns_of)),
    ];
    arrays.into_iter().chain(wgsl::packed(&Progress::WGSL)).collect()
}

parameters! {
    /// The parameters of kernels that begin a phase.
    BeginParams { positions }

    /// The parameters of kernels that look up in a slice of a sorted table.
    SliceParams {
        positions,
        /// The bits of a code that stand in its bucket.
        shift,
        /// The buckets that are bound.
        first_bucket,
        end_bucket,
        /// The index in the table of the first bound residue, a multiple of eight.
        first_entry,
    }
}

kernels! {
    Begin(BeginParams) BeginBuffers {
        positions: read [Position],
        trials: write [Trial],
        /// All are searched in the first step.
        steps: write Steps,
    }

    Follow(SliceParams) FollowBuffers {
        sequences: read Rules,
        tables: read [u32],
        /// Starts become where the moves so far lead.
        trials: write [Trial],
        index: read BucketIndex,
        residues: read Residues,
        /// Bytes: the depth and the move of each entry that is bound.
        table_moves: read [u32],
        answers: write [u32],
    }

    Middle(BeginParams) MiddleBuffers {
        /// What moves do to cubies, and U/D edges by rank; nothing else is filled in.
        tables: read Tables,
        positions: read [Position],
        trials: write [Trial],
        /// All are searched in the first step.
        steps: write Steps,
        answers: read [u32],
    }

    Solve(SliceParams) SolveBuffers {
        sequences: read Rules,
        tables: read [u32],
        trials: write [Trial],
        index: read BucketIndex,
        residues: read Residues,
        paths: read PathNumbers,
        answers: write [u32],
    }
}
