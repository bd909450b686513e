//! The facts that the kernels that test candidates, their twins and their host share.

use super::interface::kernels;
use super::record::{constants, lists, parameters, records};
use super::two_phase::Grid;
use super::wgsl::{self, Item, Quad};
use super::words::Halves;
use cubebatch_tables::coord::phase1::PHASE1_MOVES;
use cubebatch_tables::coord::phase2::HALF_TURNS;
use cubebatch_tables::coord::{Coordinate, flip::Flip, twist::Twist};
use cubebatch_tables::packed::packed;
use cubebatch_tables::table::path;

/// Moves of a candidate that are not part of its *prefix*. An invocation takes a prefix, and tests candidates that go on
/// from it.
pub const PHASE1_TAIL: usize = 1;
pub const PHASE2_TAIL: usize = 2;

/// Neighbouring invocations that share a prefix: what they read of the move tables is in the same rows. In phase 2 each
/// takes one last move, a half turn of a side.
pub const PREFIX_LANES: u32 = 4;
const _: () = assert!(HALF_TURNS == PREFIX_LANES as usize);

/// In which words the move tables of phase 1 begin, of which each word has two numbers.
pub const PHASE1_TWIST_MOVES: usize = 0;
pub const PHASE1_FLIP_MOVES: usize = PHASE1_TWIST_MOVES + Halves::words(Twist::SIZE * PHASE1_MOVES.len());
pub const PHASE1_SLICE_MOVES: usize = PHASE1_FLIP_MOVES + Halves::words(Flip::SIZE * PHASE1_MOVES.len());

/// Bits of the number of a candidate among those with its prefix.
const LAST_BITS: u32 = 6;
/// Bits of the number of a prefix among those of a step.
const PREFIX_BITS: u32 = 22;

/// The most prefixes of a step.
pub const MOST_PREFIXES: u32 = 1 << PREFIX_BITS;

/// The most moves of phase 2 that go on with turns of phase 1.
pub use cubebatch_search::engine::modified::MOST_JOINED;

packed! {
    /// A candidate that is in the table: as a word, the less the better.
    Rated {
        /// The number of the candidate among those with its prefix.
        last: LAST_BITS,
        /// The number of the prefix among those of the step.
        prefix: PREFIX_BITS,
        /// In phase 2, how many moves it adds beside its own, and MOST_JOINED; NO_PATH if its path is none, or belongs to
        /// another coset, as the table is damaged. 0 in phase 1.
        added: u32::BITS - LAST_BITS - PREFIX_BITS,
    }

    /// The best candidate of a position so far, beside the number of its prefix.
    Known {
        /// As in `Rated`.
        last: LAST_BITS,
        /// Its moves.
        length: PREFIX_BITS - 1,
        /// 1 if no better one can come.
        is_best: 1,
        /// As in `Rated`.
        added: u32::BITS - LAST_BITS - PREFIX_BITS,
    }

    /// The third coordinate of a start of phase 2, and what came before.
    SlicePermAndSeam {
        slice_perm: 8,
        /// A bit for each move of phase 2 on the axis of the last move of phase 1.
        axis: 12,
        /// A bit for each of them that goes on with a turn of phase 1.
        saving: 12,
    }
}

/// The number that a hit without a path adds.
pub const NO_PATH: u32 = (1 << (u32::BITS - LAST_BITS - PREFIX_BITS)) - 1;
const _: () = assert!(path::MAX_LENGTH + 2 + MOST_JOINED < NO_PATH as usize);

/// A word that is neither a [`Rated`] nor a [`Known`].
pub const NONE: u32 = u32::MAX;

records! {
    /// The search for a position in one phase.
    Trial {
        /// Where it begins: two coordinates in a word, and the third one; in phase 2 with [`SlicePermAndSeam`].
        start: [u32; 2],
        /// The best hit of this step, [`Rated`] or NONE.
        best: @atomic u32,
        /// The best hit of all: the number of its prefix among all of this length, and [`Known`] or NONE.
        prefix: u32,
        known: u32,
    }

    /// A step of the search for all positions: some candidates of a length.
    Step {
        /// How many positions are searched.
        searched: u32,
        /// Where the searched positions begin in the list; the other half of it is for the next step.
        first_searched: u32,
        /// How many are searched on.
        left: @atomic u32,
        length: u32,
        first_prefix: u32,
        prefixes: u32,
        /// Whether no candidates of this length come after these: 0 or 1.
        is_last: u32,
    }
}

lists! {
    /// A step of a search, and the positions that are searched.
    Steps {
        step: Step,
        /// The positions that are searched in this step, and then the positions of the next one.
        list: [u32],
    }
}

/// The dispatches of a step whose grids are planned.
pub const TEST: usize = 0;
pub const KEEP: usize = 1;
pub const GRIDS: usize = 2;

constants! {
    PHASE1_TWIST_MOVES,
    PHASE1_FLIP_MOVES,
    PHASE1_SLICE_MOVES,
    PHASE1_TAIL,
    PHASE2_TAIL,
    PREFIX_LANES,
    MOST_PREFIXES,
    MOST_JOINED,
    NONE,
    NO_PATH,
    PATH_LIMIT = path::LIMIT,
    PATH_LONGEST = path::MAX_LENGTH,
    TEST,
    KEEP,
}

/// What kernels see of this.
pub fn items() -> Vec<Item> {
    let packed = [Rated::WGSL, Known::WGSL, SlicePermAndSeam::WGSL].map(|packed| wgsl::packed(&packed));
    let records = [Trial::wgsl(), Step::wgsl(), Steps::wgsl()].map(|record| record.item());
    packed.into_iter().flatten().chain(records).collect()
}

parameters! {
    TestParams {
        /// The bits of a code that stand in its bucket.
        shift,
        /// The buckets that are bound.
        first_bucket,
        end_bucket,
        /// The index in the table of the first bound residue, a multiple of eight.
        first_entry,
    }

    PlanParams {
        /// About how many prefixes are tested in a step, for all positions together.
        items,
        /// The number of moves of the phase.
        moves,
        /// How many moves of a candidate are not part of its prefix.
        tail,
        /// The moves of the longest candidates.
        longest,
        /// How many positions a half of the list has room for.
        room,
    }

    NextParams {
        room,
        /// Whether no hit is better than the first one: 0 or 1.
        first_is_best,
    }
}

/// Four lists, one after the other. For each move, and for none: a bit for each move that may come next. The same for the last
/// move of a candidate. For each move: how many from it on are alike (turns of one face). For each length and move: how many
/// prefixes of that many moves go on after it.
pub type Rules = [u32];
/// For each bucket the index of its first entry, and the end.
pub type BucketIndex = [u32];
/// Halves, eight at a time: the residues of the sorted codes.
pub type Residues = [Quad];
/// The number of the path of each entry that is bound.
pub type PathNumbers = [u32];

kernels! {
    Plan(PlanParams) PlanBuffers {
        sequences: read Rules,
        steps: write Steps,
        /// For the dispatches TEST and KEEP.
        grids: write [Grid],
    }

    Phase1(TestParams) Phase1Buffers {
        sequences: read Rules,
        tables: read [u32],
        steps: write Steps,
        index: read BucketIndex,
        residues: read Residues,
        trials: write [Trial],
    }

    Phase2(TestParams) Phase2Buffers {
        sequences: read Rules,
        tables: read [u32],
        steps: write Steps,
        index: read BucketIndex,
        residues: read Residues,
        trials: write [Trial],
        paths: read PathNumbers,
    }

    Next(NextParams) NextBuffers { steps: write Steps, trials: write [Trial] }
}
