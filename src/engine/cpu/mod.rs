//! The CPU engine.

mod build_p0;
mod build_p1;
mod corners_and_edges;
pub(crate) mod descend;
mod distances;
mod explore;
#[cfg(test)]
pub(super) mod kernels;
pub(crate) mod phase2_search;
mod search;
pub(crate) mod to_solved;
pub(crate) mod two_phase;

use super::gpu::GpuError;
use super::{Build, BuildError, Descents, EndSearch, Engine, Explore, Limits, PhaseSearch, Product};
use crate::coord::{Phase1, Phase2, phase1::Phase1Moves, phase2::Phase2Moves};
use crate::cube::canonical::Sequences;
use crate::progress::Progress;
use crate::table::{Contents, Distances, Kind, Phase, Phase1Table, Phase2Table, Spec, View, file_bytes};
use descend::Descender;
pub use distances::count_classes;
use search::Searcher;
use to_solved::ToSolved;
use two_phase::EndFinder;

/// Builds on all threads of the current `rayon` pool; searches on the calling thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cpu;

/// Positions for a thread at a time: enough to make hand-overs cheap, few enough to keep all
/// threads busy.
const BATCH: usize = 256;

/// Memory to build besides levels and table: move tables, and what waits to be assembled.
const WORKING_BYTES: u64 = 48 << 20;

/// The block of each thread: steps of p0 or paths of p1.
const BLOCK_BYTES: u64 = 4 << 20;

impl Build for Cpu {
    fn build(&self, spec: Spec, progress: &dyn Progress) -> Result<Contents, BuildError> {
        match spec.kind() {
            Kind::P0 => build_p0::build(spec, progress),
            Kind::P1 => build_p1::build(spec, progress),
        }
    }

    fn build_bytes(&self, spec: Spec) -> u64 {
        let before = spec.kind().reached()[usize::from(spec.depth()) - 1];
        let per_position = match spec.kind() {
            Kind::P0 => 24,
            // Up to 16 positions a class, 8 bytes each, while a level is copied.
            Kind::P1 => 72,
        };
        let threads = rayon::current_num_threads() as u64;
        file_bytes(spec) + before * per_position + WORKING_BYTES + threads * BLOCK_BYTES
    }

    fn complete(&self, phase: Phase, progress: &dyn Progress) -> Result<Distances, BuildError> {
        Ok(distances::search_distances(phase, progress)?)
    }

    fn complete_bytes(&self, phase: Phase) -> u64 {
        distances::search_bytes(phase)
    }
}

impl Explore for Cpu {
    fn distances(&self, product: &Product) -> Result<Vec<u8>, GpuError> {
        Ok(explore::distances(product))
    }
}

impl Engine for Cpu {
    fn phase1<'a>(&'a self, p0: View<'a>, sequences: Sequences) -> Result<PhaseSearch<'a, Phase1>, GpuError> {
        Ok(Box::new(Searcher { moves: Phase1Moves::get(), sequences, table: p0, first: true }))
    }

    fn phase2<'a>(&'a self, p1: View<'a>, sequences: Sequences) -> Result<PhaseSearch<'a, Phase2>, GpuError> {
        Ok(Box::new(Searcher { moves: Phase2Moves::get(), sequences, table: p1, first: false }))
    }

    fn descend<'a>(
        &'a self,
        ways: Phase1Table<'a>,
        distances: Phase2Table<'a>,
        ends: usize,
    ) -> Result<Descents<'a>, GpuError> {
        Ok(Box::new(Descender::new(ways, distances, ends)))
    }

    fn find_ends<'a>(
        &'a self,
        ways: Phase1Table<'a>,
        distances: Phase2Table<'a>,
        limits: Limits,
    ) -> Result<EndSearch<'a>, GpuError> {
        let to_solved = ToSolved::Table(Descender::new(ways, distances, 1));
        Ok(Box::new(EndFinder::new(ways, to_solved, limits)))
    }

    fn batch(&self) -> usize {
        BATCH
    }

    fn descent_batch(&self) -> usize {
        BATCH
    }

    fn ends_batch(&self, limits: Limits) -> usize {
        two_phase::batch(limits)
    }
}
