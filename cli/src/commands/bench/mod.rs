//! `cubebatch bench`: the same work on the CPU and on GPUs, timed and checked.

mod builds;
mod html;
mod report_file;
mod samples;
mod solves;
mod text;

use std::sync::Arc;

use cubebatch::progress::{Progress, Unwatched};
use cubebatch::{EngineChoice, Error};
use cubebatch_search::engine::Engine;

use crate::args;
use crate::failure::Failure;
use crate::output::print;
use crate::plan::BenchPlan;
use crate::remote::Show;
use report_file::ReportFile;
use samples::{Adapter, BenchReport, EngineName, MeasuredMachine};

/// The engines to measure.
type MeasuredEngines = [Arc<dyn Engine>];

fn name(engine: &dyn Engine) -> EngineName {
    EngineName { name: engine.name(), is_gpu: engine.is_gpu(), is_software: engine.is_software() }
}

/// Runs the command.
pub fn run(plan: &BenchPlan) -> Result<u8, Failure> {
    let args = plan.args;
    let pool = plan.machine.pool()?;
    // Before the long work: a report that cannot be written is none.
    let json = args.json.as_deref().map(ReportFile::probe).transpose()?;
    let sent = args.report.as_deref().map(ReportFile::probe).transpose()?;
    let html = args.html.as_deref().map(ReportFile::probe).transpose()?;
    let gpus = gpus(args);
    let engines = engines(args, &gpus)?;
    let builds = pool.install(|| builds::measure(plan, &engines))?;
    let solves = solves::measure(plan, &engines, pool.threads())?;
    let report = BenchReport {
        version: env!("CARGO_PKG_VERSION"),
        machine: MeasuredMachine::this(pool.threads()),
        adapters: adapters(),
        engines: engines.iter().map(|engine| name(&**engine)).collect(),
        builds,
        solves,
    };
    let written = serde_json::to_string_pretty(&report).expect("numbers and names are JSON");
    for file in json.iter().chain(&sent) {
        file.write(written.as_bytes())?;
    }
    if let Some(file) = html {
        file.write(html::of(&written).as_bytes())?;
    }
    print(&text::of(&report))?;
    if let Some(file) = &args.report {
        tell!(
            "To have {} among the records, open an issue in the repository of cubebatch and attach it. It says what machine \
             this is, and names neither users nor hosts nor folders.",
            file.shown()
        );
    }
    Ok(0)
}

/// The CPU, if it is not left out, then these GPUs.
fn engines(args: &args::BenchArgs, gpus: &[String]) -> Result<Vec<Arc<dyn Engine>>, Failure> {
    let progress: Arc<dyn Progress> = Arc::new(Unwatched);
    let cpu = (!args.gpu_only).then(|| EngineChoice::Cpu.open(None, &progress));
    let gpu = |gpu: &String| match args.kernels {
        true => open_timing_kernels(gpu),
        false => EngineChoice::Gpu.open(Some(gpu), &progress),
    };
    Ok(cpu.into_iter().chain(gpus.iter().map(gpu)).collect::<Result<_, _>>()?)
}

/// The GPUs that were asked for, or all that are no software driver.
fn gpus(args: &args::BenchArgs) -> Vec<String> {
    let gpus = if args.gpu.is_empty() { real_gpus() } else { args.gpu.clone() };
    if gpus.is_empty() {
        tell!("there is no GPU; to measure a software driver, name it with --gpu N, see `cubebatch devices`");
    }
    gpus
}

#[cfg(feature = "gpu")]
fn open_timing_kernels(wanted: &str) -> Result<Arc<dyn Engine>, Error> {
    use cubebatch_gpu::{Ceiling, Device, Gpu};
    Ok(Arc::new(Gpu::new(Device::open_timing_kernels(Some(wanted), Ceiling::default())?)))
}

#[cfg(not(feature = "gpu"))]
fn open_timing_kernels(wanted: &str) -> Result<Arc<dyn Engine>, Error> {
    let progress: Arc<dyn Progress> = Arc::new(Unwatched);
    EngineChoice::Gpu.open(Some(wanted), &progress)
}

/// All adapters of this machine.
#[cfg(feature = "gpu")]
fn adapters() -> Vec<Adapter> {
    let adapter = |of: cubebatch_gpu::AdapterDescription| Adapter {
        kind: of.kind.to_string(),
        name: of.name,
        backend: of.backend,
        driver: of.driver,
        max_binding: of.max_binding,
        max_buffer: of.max_buffer,
        features: of.features,
    };
    cubebatch_gpu::list().into_iter().map(adapter).collect()
}

#[cfg(not(feature = "gpu"))]
fn adapters() -> Vec<Adapter> {
    Vec::new()
}

/// The numbers of all GPUs that are no software driver.
#[cfg(feature = "gpu")]
fn real_gpus() -> Vec<String> {
    use cubebatch_gpu::{AdapterKind, list};
    let adapters = list().into_iter().enumerate();
    adapters
        .filter(|(_, adapter)| adapter.kind != AdapterKind::Software)
        .map(|(number, _)| number.to_string())
        .collect()
}

#[cfg(not(feature = "gpu"))]
fn real_gpus() -> Vec<String> {
    Vec::new()
}
