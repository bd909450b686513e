//! `cubebatch devices`: which GPUs there are, what their drivers allow, and what the start of a search takes.

use crate::args::DevicesArgs;
use crate::failure::Failure;

#[cfg(feature = "gpu")]
pub use with_gpu::run;

/// Without the GPU engine there is nothing to list.
#[cfg(not(feature = "gpu"))]
pub fn run(_: &DevicesArgs) -> Result<u8, Failure> {
    tell!("this program was built without its GPU engine");
    Ok(0)
}

#[cfg(feature = "gpu")]
mod with_gpu {
    use std::fmt::Write;
    use std::time::Instant;

    use cubebatch::EngineChoice;
    use cubebatch_gpu::{AdapterDescription, list};
    use indicatif::BinaryBytes;

    use super::{DevicesArgs, Failure};
    use crate::output::print;
    use crate::plan::Machine;

    /// Prints a paragraph for each adapter, or for the start of one.
    pub fn run(args: &DevicesArgs) -> Result<u8, Failure> {
        if args.start {
            return start(args);
        }
        let adapters = list();
        if adapters.is_empty() {
            tell!("no GPU and no software driver: install your GPU's Vulkan driver, or mesa-vulkan-drivers");
        }
        let described = adapters.iter().enumerate().map(|(number, adapter)| describe(number, adapter));
        print(&described.collect::<String>()).map(|()| 0)
    }

    /// Prints the stages before the first position. Tables and kernels have theirs at the same time.
    fn start(args: &DevicesArgs) -> Result<u8, Failure> {
        let builder = Machine::default().tables(&args.folder).solver().method(args.method);
        let builder =
            args.gpu.iter().fold(builder.engine(EngineChoice::Gpu), |builder, gpu| builder.gpu(gpu));
        let began = Instant::now();
        let solver = builder.open()?;
        let all = began.elapsed().as_secs_f64();
        let mut text = format!("{all:.3} s  start of {} on {}\n", args.method, solver.engine().name());
        for (stage, took) in solver.engine().take_usage().stages {
            _ = writeln!(text, "{:.3} s    {stage}", took.as_secs_f64());
        }
        print(&text).map(|()| 0)
    }

    fn describe(number: usize, adapter: &AdapterDescription) -> String {
        format!(
            "{number}  {} ({}, {})\n   driver {}\n   bindings to {}, buffers to {}\n   features: {}\n",
            adapter.name,
            adapter.kind,
            adapter.backend,
            adapter.driver,
            BinaryBytes(adapter.max_binding),
            BinaryBytes(adapter.max_buffer),
            adapter.features.join(", ")
        )
    }
}
