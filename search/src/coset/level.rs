//! A level, and a part of one.

use std::marker::PhantomData;

use cubebatch_tables::table::Vouched;

/// The positions of a coset at one distance from solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The moves.
    pub depth: u8,
    /// The positions with this distance.
    pub positions: u64,
    /// The positions with at most this distance.
    pub within: u64,
    /// The sequences of this length that a search found. They lead into G1 and end with a move that leaves it. The search
    /// leaves out all other sequences.
    pub sequences: u64,
    /// Others make one by [`Level::new`].
    _vouched: PhantomData<fn(&Vouched)>,
}

impl Level {
    /// After a level within which `before` positions are; found by tables of which this is the evidence.
    pub(super) fn new(depth: u8, before: u64, within: u64, sequences: u64, _: &Vouched) -> Level {
        Level { depth, positions: within - before, within, sequences, _vouched: PhantomData }
    }

    /// As it was recorded, when it was vouched for.
    #[cfg(feature = "files")]
    pub(super) fn recorded(depth: u8, before: u64, positions: u64, sequences: u64) -> Level {
        Level { depth, positions, within: before + positions, sequences, _vouched: PhantomData }
    }
}

/// How far the next level of a coset is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelProgress {
    /// Whether its prepass is done.
    pub is_spread: bool,
    /// The pieces of its search that are done, the first ones.
    pub pieces: usize,
    /// The sequences that they found.
    pub sequences: u64,
}
