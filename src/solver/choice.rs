//! The choice of an engine.

use std::sync::Arc;

use cubebatch_search::engine::Engine;
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::error::Error;
use cubebatch_tables::progress::{Note, Progress};

/// The engine, which builds tables and searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineChoice {
    /// All cores.
    #[default]
    Cpu,
    /// A GPU, or a program that acts as one.
    Gpu,
    /// A GPU if there is one, else the CPU; the CPU too where the GPU fails.
    Auto,
}

impl EngineChoice {
    /// Opens the engine; a GPU by its number or a part of its name, if `gpu` gives one. What becomes of the choice is
    /// noted.
    ///
    /// # Errors
    /// [`ErrorKind::Engine`](crate::ErrorKind::Engine), when there is no such GPU.
    pub fn open(self, gpu: Option<&str>, progress: &Arc<dyn Progress>) -> Result<Arc<dyn Engine>, Error> {
        match self {
            EngineChoice::Cpu => Ok(Arc::new(Cpu)),
            EngineChoice::Gpu => Ok(gpu::open(gpu, progress)?),
            EngineChoice::Auto => Ok(gpu::open_or_cpu(gpu, progress)),
        }
    }
}

/// The CPU, although a GPU was possible.
pub(super) fn cpu(reason: impl ToString, progress: &Arc<dyn Progress>) -> Arc<dyn Engine> {
    progress.note(&Note::UsesCpu { reason: reason.to_string() });
    Arc::new(Cpu)
}

#[cfg(feature = "gpu")]
mod gpu {
    use std::sync::Arc;

    use super::cpu;
    use cubebatch_gpu::{Ceiling, Device, Gpu};
    use cubebatch_search::engine::{Engine, EngineError, FallBack};
    use cubebatch_tables::progress::{Note, Progress};

    pub fn open(wanted: Option<&str>, progress: &Arc<dyn Progress>) -> Result<Arc<dyn Engine>, EngineError> {
        Ok(Arc::new(engine(Device::open(wanted, Ceiling::default())?, progress)))
    }

    pub fn open_or_cpu(wanted: Option<&str>, progress: &Arc<dyn Progress>) -> Arc<dyn Engine> {
        match Device::open(wanted, Ceiling::default()) {
            Ok(device) if !device.is_software() => {
                Arc::new(FallBack::new(engine(device, progress), progress.clone()))
            }
            Ok(device) => cpu(format_args!("{} is a software driver", device.name()), progress),
            Err(error) => cpu(error, progress),
        }
    }

    fn engine(device: Device, progress: &Arc<dyn Progress>) -> Gpu {
        progress.note(&Note::UsesGpu { name: device.name().to_owned(), is_software: device.is_software() });
        Gpu::new(device)
    }
}

#[cfg(not(feature = "gpu"))]
mod gpu {
    use std::sync::Arc;

    use super::cpu;
    use cubebatch_search::engine::{Engine, EngineError};
    use cubebatch_tables::progress::Progress;

    pub fn open(_: Option<&str>, _: &Arc<dyn Progress>) -> Result<Arc<dyn Engine>, EngineError> {
        Err(EngineError::NoGpuSupport)
    }

    pub fn open_or_cpu(_: Option<&str>, progress: &Arc<dyn Progress>) -> Arc<dyn Engine> {
        cpu(EngineError::NoGpuSupport, progress)
    }
}
