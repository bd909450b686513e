//! `cubebatch bench`: the same work on the CPU and on GPUs, timed and checked.

mod builds;
mod html;
mod samples;
mod solves;
mod text;

use std::fs;
use std::io::Write;
use std::path::Path;

use cubebatch::engine;
use cubebatch::engine::cpu::Cpu;
use cubebatch::engine::gpu::{Device, Gpu, Times, list};

use super::args;
use super::failure::{Failure, UNUSABLE};
use super::print;
use samples::{EngineName, Machine, Report};

/// What is measured.
pub enum Engine {
    Cpu,
    Gpu(Box<Gpu>),
}

impl Engine {
    fn as_engine(&self) -> &dyn engine::Engine {
        match self {
            Engine::Cpu => &Cpu,
            Engine::Gpu(gpu) => &**gpu,
        }
    }

    /// Where the GPU's time went since the last call; nowhere, for the CPU.
    fn take_times(&self) -> Times {
        match self {
            Engine::Cpu => Times::default(),
            Engine::Gpu(gpu) => gpu.device().take_times(),
        }
    }

    fn name(&self) -> EngineName {
        match self {
            Engine::Cpu => EngineName { name: "CPU".to_owned(), is_gpu: false, is_software: true },
            Engine::Gpu(gpu) => EngineName {
                name: gpu.device().name().to_owned(),
                is_gpu: true,
                is_software: gpu.device().is_software(),
            },
        }
    }
}

/// Runs the command.
pub fn run(args: &args::Bench) -> Result<u8, Failure> {
    let threads = args.resources.place.use_threads();
    // Before the long work: a report that cannot be written is none.
    let json = args.json.as_deref().map(create).transpose()?;
    let html = args.html.as_deref().map(create).transpose()?;
    let engines = engines(&args.gpu)?;
    let builds = builds::measure(args, &engines)?;
    let solves = solves::measure(args, &engines, threads)?;
    let report = Report {
        version: env!("CARGO_PKG_VERSION"),
        machine: Machine::this(threads),
        engines: engines.iter().map(Engine::name).collect(),
        builds,
        solves,
    };
    if let (Some(file), Some(path)) = (json, &args.json) {
        serde_json::to_writer_pretty(file, &report).map_err(|error| Failure::io(path, error.into()))?;
    }
    if let (Some(mut file), Some(path)) = (html, &args.html) {
        file.write_all(html::of(&report).as_bytes()).map_err(|error| Failure::io(path, error))?;
    }
    print(&text::of(&report))?;
    Ok(0)
}

fn create(path: &Path) -> Result<fs::File, Failure> {
    fs::File::create(path).map_err(|error| Failure::io(path, error))
}

/// The CPU, then the GPUs that were asked for, or all that are no software driver.
fn engines(wanted: &[String]) -> Result<Vec<Engine>, Failure> {
    let all = || {
        let adapters = list().into_iter().enumerate();
        adapters.filter(|(_, adapter)| !adapter.is_software).map(|(number, _)| number.to_string()).collect()
    };
    let gpus: Vec<String> = if wanted.is_empty() { all() } else { wanted.to_vec() };
    if gpus.is_empty() {
        tell!(
            "there is no GPU; a software driver is measured when it is named: --gpu N, see `cubebatch devices`"
        );
    }
    let mut engines = vec![Engine::Cpu];
    for gpu in gpus {
        let device = Device::open(Some(&gpu), Default::default())
            .map_err(|error| Failure::new(UNUSABLE, error, "See `cubebatch devices`."))?;
        engines.push(Engine::Gpu(Box::new(Gpu::new(device))));
    }
    Ok(engines)
}
