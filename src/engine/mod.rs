//! Engines: what builds the tables and searches with them, on different hardware.
//!
//! All engines give the same bytes and the same hits. The GPU builds; searching on it is to
//! come.

pub mod cpu;
pub mod gpu;
mod shared;

use crate::coord::{Phase1, Phase2};
use crate::cube::canonical::Sequences;
use crate::progress::{Cancelled, Progress};
use crate::table::{Contents, Spec, View, WrongContents};

/// What builds tables.
pub trait Build: Sync {
    /// Builds a table.
    ///
    /// # Errors
    /// [`BuildError`]; nothing is left behind.
    fn build(&self, spec: Spec, progress: &dyn Progress) -> Result<Contents, BuildError>;

    /// About how many bytes of memory [`Build::build`] takes at most, the finished table
    /// included.
    fn build_bytes(&self, spec: Spec) -> u64;
}

/// What tests candidates of many positions against tables.
pub trait Search: Sync {
    /// For each start, in their order, the first hit among the shortest candidates that have
    /// one. `None` when no candidate up to [`Sequences::longest`] has one, which cannot be
    /// when the longest and the depth of `p0`, a table of kind p0, add up to 12. The
    /// sequences run over [`PHASE1_MOVES`](crate::coord::phase1::PHASE1_MOVES).
    fn search_phase1(&self, p0: View, sequences: &Sequences, starts: &[Phase1]) -> Vec<Option<Hit>>;

    /// For each start, in their order, all hits among the shortest candidates that have any,
    /// in the order of the candidates. Empty when no candidate up to [`Sequences::longest`] has
    /// one, which cannot be when the longest and the depth of `p1`, a table of kind p1,
    /// add up to 17. The sequences run over [`PHASE2_MOVES`](crate::coord::phase2::PHASE2_MOVES) and end in a half turn of a side.
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
    /// The engine is wrong: what it built is not the table.
    #[error(transparent)]
    WrongContents(#[from] WrongContents),
    /// The GPU failed.
    #[error(transparent)]
    Gpu(#[from] gpu::GpuError),
    /// Somebody asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
