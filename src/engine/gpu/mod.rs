//! The GPU engine: the only place that knows wgpu.

mod buffers;
mod build_p0;
mod build_p1;
mod descend;
mod device;
mod distances;
mod explore;
mod kernel;
#[cfg(test)]
mod layout_tests;
mod search;
pub mod shaders;
#[cfg(test)]
mod twin_tests;
mod two_phase;
mod work;

pub use device::{AdapterDescription, Ceiling, Device, list};
pub use work::Times;

use super::{Build, BuildError, Descents, EndSearch, Engine, Explore, Limits, PhaseSearch, Product};
use crate::coord::{Phase1, Phase2};
use crate::cube::canonical::Sequences;
use crate::progress::Progress;
use crate::table::{
    Contents, Distances, Kind, Phase, Phase1Table, Phase2Table, Spec, TableId, View, file_bytes,
};
use descend::Descender;
use search::{Load, Searcher};
use two_phase::EndFinder;

/// The most bytes that a kernel writes to: enough to fill a device, few enough for every card
/// and for the watchdogs that end what takes seconds.
const STRIPE_BYTES: u64 = 256 << 20;

/// What two stripes take in memory between the device and the table, at most.
const READ_BACK_BYTES: u64 = 2 * STRIPE_BYTES;

/// Why the GPU could not do it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GpuError {
    /// There is no such adapter.
    #[error("there is no GPU {}among {names:?}", wanted.as_ref().map_or(String::new(), |wanted| format!("\"{wanted}\" ")))]
    NoAdapter {
        /// What was asked for.
        wanted: Option<String>,
        /// What is there.
        names: Vec<String>,
    },
    /// A kernel would have to see more than the adapter lets it.
    #[error("the GPU lets a kernel see {granted} bytes, but {needed} are needed")]
    TooSmall {
        /// Bytes of a binding.
        needed: u64,
        /// Bytes that the adapter grants.
        granted: u64,
    },
    /// A table does not fit into the card's memory.
    #[error(
        "the GPU has no memory for {table}{}",
        fits.map_or(String::new(), |fits| format!("; {fits} would fit"))
    )]
    TableTooLarge {
        /// The table.
        table: TableId,
        /// The deepest table of its kind that would fit.
        fits: Option<Spec>,
    },
    /// Something else has the memory, or there is too little.
    #[error("the GPU has no memory left for this")]
    OutOfMemory,
    /// Several solutions were asked for.
    #[error("the GPU finds one solution of each position, not several")]
    OneSolution,
    /// The driver failed, or lost the device.
    #[error("the GPU failed: {0}")]
    Lost(String),
}

/// Builds on a GPU. A software driver makes do, slowly.
pub struct Gpu {
    device: Device,
}

impl Gpu {
    /// An engine on this device.
    pub fn new(device: Device) -> Gpu {
        Gpu { device }
    }

    /// The device.
    pub fn device(&self) -> &Device {
        &self.device
    }
}

impl Explore for Gpu {
    fn distances(&self, product: &Product) -> Result<Vec<u8>, GpuError> {
        explore::distances(&self.device, product)
    }
}

impl Engine for Gpu {
    fn phase1<'a>(&'a self, p0: View<'a>, sequences: Sequences) -> Result<PhaseSearch<'a, Phase1>, GpuError> {
        Ok(Box::new(Searcher::<Phase1>::new(&self.device, p0, sequences)?))
    }

    fn phase2<'a>(&'a self, p1: View<'a>, sequences: Sequences) -> Result<PhaseSearch<'a, Phase2>, GpuError> {
        Ok(Box::new(Searcher::<Phase2>::new(&self.device, p1, sequences)?))
    }

    fn descend<'a>(
        &'a self,
        ways: Phase1Table<'a>,
        distances: Phase2Table<'a>,
        ends: usize,
    ) -> Result<Descents<'a>, GpuError> {
        Ok(Box::new(Descender::new(&self.device, ways, distances, ends)?))
    }

    fn find_ends<'a>(
        &'a self,
        ways: Phase1Table<'a>,
        distances: Phase2Table<'a>,
        limits: Limits,
    ) -> Result<EndSearch<'a>, GpuError> {
        if limits.solutions > 1 {
            return Err(GpuError::OneSolution);
        }
        Ok(Box::new(EndFinder::new(&self.device, ways, distances, limits)?))
    }

    fn batch(&self) -> usize {
        Load::of(&self.device).batch
    }

    fn descent_batch(&self) -> usize {
        descend::batch(&self.device)
    }

    fn ends_batch(&self, _: Limits) -> usize {
        two_phase::batch(&self.device)
    }
}

impl Build for Gpu {
    fn build(&self, spec: Spec, progress: &dyn Progress) -> Result<Contents, BuildError> {
        match spec.kind() {
            Kind::P0 => build_p0::build(&self.device, spec, progress),
            Kind::P1 => build_p1::build(&self.device, spec, progress),
        }
    }

    fn build_bytes(&self, spec: Spec) -> u64 {
        file_bytes(spec) + READ_BACK_BYTES
    }

    fn complete(&self, phase: Phase, progress: &dyn Progress) -> Result<Distances, BuildError> {
        distances::search(&self.device, phase, progress)
    }

    fn complete_bytes(&self, phase: Phase) -> u64 {
        file_bytes(phase) + READ_BACK_BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Unwatched;

    /// Destroying is what a removed card or a crashed driver looks like from here.
    #[test]
    fn a_lost_device_is_an_error_for_every_table() {
        for (kind, depth) in [(Kind::P0, 4), (Kind::P1, 3)] {
            let Ok(device) = Device::open(None, Ceiling::default()) else {
                assert!(std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_none());
                return;
            };
            device.device.destroy();
            let error = Gpu::new(device).build(Spec::new(kind, depth).unwrap(), &Unwatched).unwrap_err();
            assert!(matches!(error, BuildError::Gpu(GpuError::Lost(_))), "{error}");
        }
    }
}
