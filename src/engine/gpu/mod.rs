//! The GPU engine: the only place that knows wgpu.

mod buffers;
mod build_p0;
mod build_p1;
mod device;
mod kernel;
#[cfg(test)]
mod layout_tests;
pub mod shaders;
#[cfg(test)]
mod twin_tests;

pub use device::{AdapterDescription, Ceiling, Device, list};

use super::{Build, BuildError};
use crate::progress::Progress;
use crate::table::{Contents, Kind, Spec, file_bytes};

/// About what a stripe takes in memory between the device and the table.
const READ_BACK_BYTES: u64 = 1 << 30;

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
    /// The driver failed, ran out of memory, or lost the device.
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
}
