//! Which engine builds, and `cubebatch devices`.

use cubebatch::engine::cpu::Cpu;
use cubebatch::engine::gpu::{AdapterDescription, Device, Gpu, list};
use cubebatch::engine::{Build, BuildError};
use cubebatch::progress::Progress;
use cubebatch::table::{Contents, Spec};
use indicatif::BinaryBytes;

use super::args::{Engine, EngineChoice};
use super::failure::{Failure, UNUSABLE};
use super::print;

/// The engine that was chosen.
pub enum Builder {
    Cpu,
    /// With the CPU to fall back on, or without.
    Gpu {
        gpu: Box<Gpu>,
        fall_back: bool,
    },
}

impl EngineChoice {
    /// Opens what was asked for, and tells what it is.
    pub fn open(&self) -> Result<Builder, Failure> {
        let open = || Device::open(self.gpu.as_deref(), Default::default());
        match self.engine {
            Engine::Cpu => Ok(Builder::Cpu),
            Engine::Gpu => {
                let remedy = "See `cubebatch devices`, or use --engine cpu.";
                Ok(Builder::gpu(open().map_err(|error| Failure::new(UNUSABLE, error, remedy))?, false))
            }
            Engine::Auto => Ok(match open() {
                Ok(device) if !device.is_software() => Builder::gpu(device, true),
                Ok(device) => Builder::cpu(&format!("{} is a software driver", device.name())),
                Err(error) => Builder::cpu(&error.to_string()),
            }),
        }
    }
}

impl Builder {
    fn cpu(reason: &str) -> Builder {
        tell!("using the CPU: {reason}");
        Builder::Cpu
    }

    fn gpu(device: Device, fall_back: bool) -> Builder {
        let kind = if device.is_software() { "software driver" } else { "GPU" };
        tell!("using the {kind} {}", device.name());
        Builder::Gpu { gpu: Box::new(Gpu::new(device)), fall_back }
    }
}

impl Build for Builder {
    fn build(&self, spec: Spec, progress: &dyn Progress) -> Result<Contents, BuildError> {
        match self {
            Builder::Cpu => Cpu.build(spec, progress),
            Builder::Gpu { gpu, fall_back } => match gpu.build(spec, progress) {
                Err(BuildError::Gpu(error)) if *fall_back => {
                    tell!("{error}; going on with the CPU");
                    Cpu.build(spec, progress)
                }
                result => result,
            },
        }
    }

    fn build_bytes(&self, spec: Spec) -> u64 {
        match self {
            Builder::Cpu => Cpu.build_bytes(spec),
            Builder::Gpu { gpu, .. } => gpu.build_bytes(spec),
        }
    }
}

/// Prints a paragraph for each adapter.
pub fn list_devices() -> Result<u8, Failure> {
    let adapters = list();
    if adapters.is_empty() {
        tell!("no GPU and no software driver: install your GPU's Vulkan driver, or mesa-vulkan-drivers");
    }
    print(
        &adapters.iter().enumerate().map(|(number, adapter)| describe(number, adapter)).collect::<String>(),
    )?;
    Ok(0)
}

fn describe(number: usize, adapter: &AdapterDescription) -> String {
    let kind = if adapter.is_software { "software" } else { "GPU" };
    format!(
        "{number}  {} ({kind}, {})\n   driver {}\n   bindings to {}, buffers to {}\n   features: {}\n",
        adapter.name,
        adapter.backend,
        adapter.driver,
        BinaryBytes(adapter.max_binding),
        BinaryBytes(adapter.max_buffer),
        adapter.features.join(", ")
    )
}
