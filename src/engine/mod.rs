//! Engines: what builds the tables and searches with them, on different hardware.
//!
//! All engines give the same bytes and the same hits.

pub mod cpu;

use crate::coord::{Phase1, Phase2};
use crate::cube::canonical::Sequences;
use crate::progress::{Cancelled, Progress};
use crate::table::{Contents, Spec, View, WrongCounts};

/// What builds tables and tests candidates against them.
pub trait Engine: Sync {
    /// Builds a table.
    ///
    /// # Errors
    /// [`BuildError`]; nothing is left behind.
    fn build(&self, spec: Spec, progress: &dyn Progress) -> Result<Contents, BuildError>;

    /// About how many bytes of memory [`Engine::build`] takes at most, the finished table
    /// included.
    fn build_bytes(&self, spec: Spec) -> u64;

    /// For each start, the first hit among the shortest candidates that have one.
    fn search_phase1(&self, p0: View, sequences: &Sequences, starts: &[Phase1]) -> Vec<Option<Hit>>;

    /// For each start, all hits among the shortest candidates that have any, in order.
    fn search_phase2(&self, p1: View, sequences: &Sequences, starts: &[Phase2]) -> Vec<Vec<Hit>>;
}

/// A candidate that is in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The moves of the candidate.
    pub length: u8,
    /// Its number among the sequences of this length.
    pub number: u32,
    /// The place in the table of the code it leads to.
    pub place: u32,
}

/// Why a table was not built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The engine is wrong: it found another set than Table 1 counts.
    #[error(transparent)]
    WrongCounts(#[from] WrongCounts),
    /// Somebody asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
