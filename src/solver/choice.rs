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
    /// Opens the engine; a GPU by its number or a part of its name, if `gpu` gives one, or all GPUs for `"all"`. What becomes of the
    /// choice is noted.
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
    use cubebatch_search::engine::{Engine, EngineError, FallBack, Several};
    use cubebatch_tables::progress::{Note, Progress};

    /// The name that stands for all GPUs.
    const ALL: &str = "all";

    pub fn open(wanted: Option<&str>, progress: &Arc<dyn Progress>) -> Result<Arc<dyn Engine>, EngineError> {
        let devices = match wanted {
            Some(ALL) => Device::open_several(false, Ceiling::default())?,
            _ => vec![Device::open(wanted, Ceiling::default())?],
        };
        Ok(Arc::new(engine(devices, progress)))
    }

    pub fn open_or_cpu(wanted: Option<&str>, progress: &Arc<dyn Progress>) -> Arc<dyn Engine> {
        let devices = match wanted {
            None | Some(ALL) => Device::open_several(wanted.is_none(), Ceiling::default()),
            _ => Device::open(wanted, Ceiling::default()).map(|device| vec![device]),
        };
        match devices {
            Ok(devices) if !devices[0].is_software() => {
                Arc::new(FallBack::new(engine(devices, progress), progress.clone()))
            }
            Ok(devices) => cpu(format_args!("{} is a software driver", devices[0].name()), progress),
            Err(error) => cpu(error, progress),
        }
    }

    /// The engine on some devices, of which there is one at least.
    fn engine(devices: Vec<Device>, progress: &Arc<dyn Progress>) -> Several<Gpu> {
        let gpu = |device: Device| {
            progress
                .note(&Note::UsesGpu { name: device.name().to_owned(), is_software: device.is_software() });
            Gpu::new(device)
        };
        let mut gpus: Vec<Gpu> = devices.into_iter().map(gpu).collect();
        Several::new(gpus.remove(0), gpus)
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
