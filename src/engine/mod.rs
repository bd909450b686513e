//! Engines: what builds the tables and searches with them, on different hardware.
//!
//! All engines give the same bytes and the same hits.

mod complete_tables;
pub mod cpu;
pub(crate) mod direction;
mod ends;
pub mod gpu;
pub(crate) mod near;
mod product;
mod set_maps;
mod shared;

pub use complete_tables::{CompleteTables, OpenError};
pub use ends::{End, EndSearch, FindEnds, Limits};
pub use product::{Explore, Product, UNREACHED};

use crate::coord::{Phase1, Phase2};
use crate::cube::canonical::Sequences;
use crate::cube::{Cube, Move};
use crate::progress::{Cancelled, Progress};
use crate::table::{Contents, Distances, Phase, Phase1Table, Phase2Table, Spec, View, WrongContents};
use gpu::GpuError;

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

    /// How far every position of a phase is from its goal.
    ///
    /// # Errors
    /// [`BuildError`].
    fn complete(&self, phase: Phase, progress: &dyn Progress) -> Result<Distances, BuildError>;

    /// About how many bytes of memory [`Build::complete`] takes at most.
    fn complete_bytes(&self, phase: Phase) -> u64;
}

/// What builds tables and searches with them.
pub trait Engine: Build {
    /// Makes a table p0 ready to be searched. For each start the search finds the first hit
    /// among the shortest candidates that have one. The sequences run over [`PHASE1_MOVES`](crate::coord::phase1::PHASE1_MOVES).
    ///
    /// # Errors
    /// When the table does not fit on the GPU, or the GPU failed.
    fn phase1<'a>(&'a self, p0: View<'a>, sequences: Sequences) -> Result<PhaseSearch<'a, Phase1>, GpuError>;

    /// Makes a table p1 ready to be searched. For each start the search finds all hits among
    /// the shortest candidates that have any, in the order of the candidates. The sequences
    /// run over [`PHASE2_MOVES`](crate::coord::phase2::PHASE2_MOVES) and end in a half turn of a side.
    ///
    /// # Errors
    /// When the table does not fit on the GPU, or the GPU failed.
    fn phase2<'a>(&'a self, p1: View<'a>, sequences: Sequences) -> Result<PhaseSearch<'a, Phase2>, GpuError>;

    /// Makes the complete tables ready to be descended in. Of each position so many ends of phase 1
    /// are looked at, at least one, and one more where two differ in the sense of the last turn.
    ///
    /// # Errors
    /// When the tables do not fit on the GPU, or the GPU failed.
    fn descend<'a>(
        &'a self,
        ways: Phase1Table<'a>,
        distances: Phase2Table<'a>,
        ends: usize,
    ) -> Result<Descents<'a>, GpuError>;

    /// Makes the complete tables ready for the two-phase search.
    ///
    /// # Errors
    /// When the tables do not fit on the GPU, or the GPU failed.
    fn find_ends<'a>(
        &'a self,
        ways: Phase1Table<'a>,
        distances: Phase2Table<'a>,
        limits: Limits,
    ) -> Result<EndSearch<'a>, GpuError>;

    /// How many positions are best searched from at a time.
    fn batch(&self) -> usize;

    /// How many positions are best given to a descent at a time.
    fn descent_batch(&self) -> usize;

    /// How many positions are best given to a two-phase search at a time.
    fn ends_batch(&self, limits: Limits) -> usize;
}

/// What tests candidates of many positions of a phase against a table.
pub trait Search<Start>: Send + Sync {
    /// The hits of each start, in the order of the starts; none where no candidate up to
    /// [`Sequences::longest`] has one. That cannot be when the longest and the depth of the
    /// table add up to the greatest distance in that phase.
    ///
    /// # Errors
    /// When the GPU failed.
    fn search(&self, starts: &[Start]) -> Result<Vec<Vec<Hit>>, GpuError>;
}

/// A search over one table.
pub type PhaseSearch<'a, Start> = Box<dyn Search<Start> + 'a>;

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

/// What descends in complete tables from many positions.
pub trait Descend: Send + Sync {
    /// For each position a shortest way into G1, and on to solved. Of the first ends of phase 1 in
    /// the lexicographic order of the ways the nearest to solved is taken, the first of equal ones;
    /// from there the first move that leads nearer, and so on. In a damaged file there can be no
    /// such way, but the phase whose table led nowhere, or a way that does not solve the position.
    ///
    /// # Errors
    /// When the GPU failed.
    fn ways(&self, cubes: &[Cube]) -> Result<Vec<Result<Way, Phase>>, GpuError>;
}

/// Descents in two complete tables.
pub type Descents<'a> = Box<dyn Descend + 'a>;

/// A way through both phases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The moves of both phases.
    pub moves: Vec<Move>,
    /// How many of them lead into G1.
    pub phase1_length: usize,
}

/// Why a table was not built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The engine is wrong: what it built is not the table.
    #[error(transparent)]
    WrongContents(#[from] WrongContents),
    /// The GPU failed.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// Somebody asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
