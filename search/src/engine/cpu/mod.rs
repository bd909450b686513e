//! The CPU engine.

pub mod candidates;
mod complete;
mod descent;
mod modified;
#[cfg(test)]
mod near;
pub mod optimal;
mod sorted;
pub mod two_phase;

use super::{Build, BuildError, Engine, EngineError, Explore};
pub use complete::count_cosets;
use cubebatch_tables::progress::Control;
use cubebatch_tables::space::{Space, Threads};
use cubebatch_tables::table::{
    Complete, CompleteContents, FilterContents, FilterSize, Phase, SortedContents, SortedSpec, TableId,
    file_bytes,
};

/// Builds on all threads of the current `rayon` pool; searches on the calling thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cpu;

/// Positions for a thread at a time: enough to make hand-overs cheap, few enough to keep all
/// threads busy.
const BATCH: usize = 256;

/// Memory to build besides levels and table: move tables, and what waits to be assembled.
const WORKING_BYTES: u64 = 48 << 20;

/// The block of each thread: steps of phase 1 or paths of phase 2.
const BLOCK_BYTES: u64 = 4 << 20;

impl Build for Cpu {
    fn can_build(&self, _: TableId) -> bool {
        true
    }

    fn build_sorted(&self, spec: SortedSpec, control: &Control) -> Result<SortedContents, BuildError> {
        match spec.phase() {
            Phase::One => sorted::phase1::build(spec, control),
            Phase::Two => sorted::phase2::build(spec, control),
        }
    }

    fn build_complete(&self, table: Complete, control: &Control) -> Result<CompleteContents, BuildError> {
        Ok(match table {
            Complete::Phase2 => complete::phase2::search(control)?,
            _ => complete::steps::search(table, control)?,
        })
    }

    fn build_filter(&self, size: FilterSize, control: &Control) -> Result<FilterContents, BuildError> {
        optimal::build::build(size, control)
    }

    fn build_bytes(&self, table: TableId) -> u64 {
        match table {
            TableId::Sorted(spec) => sorted_build_bytes(spec),
            TableId::Complete(Complete::Phase2) => complete::phase2::BYTES,
            TableId::Complete(table) => complete::steps::bytes(table),
            TableId::Filter(_) => file_bytes(table) + optimal::build::WORKING_BYTES,
        }
    }
}

fn sorted_build_bytes(spec: SortedSpec) -> u64 {
    let before = spec.phase().reached()[usize::from(spec.depth()) - 1];
    let per_position = match spec.phase() {
        Phase::One => 24,
        // Up to 16 positions a class, 8 bytes each, while a level is copied.
        Phase::Two => 72,
    };
    let threads = rayon::current_num_threads() as u64;
    file_bytes(spec) + before * per_position + WORKING_BYTES + threads * BLOCK_BYTES
}

impl Explore for Cpu {
    fn distances(&self, space: &Space, control: &Control) -> Result<Vec<u8>, EngineError> {
        Ok(space.explore(Threads::All, |_| control.check())?)
    }
}

impl Engine for Cpu {
    fn name(&self) -> String {
        "CPU".to_owned()
    }
}
