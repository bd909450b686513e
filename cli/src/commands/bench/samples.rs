//! The measurements: every sample, and the machine.

use cubebatch_search::engine::{DeviceUsage, KernelUsage};
use serde::Serialize;
use sysinfo::System;

/// Everything that one run of `bench` measured.
#[derive(Debug, Serialize)]
pub struct BenchReport {
    pub version: &'static str,
    pub machine: MeasuredMachine,
    pub adapters: Vec<Adapter>,
    pub engines: Vec<EngineName>,
    pub builds: Vec<MeasuredBuild>,
    pub solves: Vec<MeasuredSolve>,
}

/// The machine, as far as it matters.
#[derive(Debug, Serialize)]
pub struct MeasuredMachine {
    pub processor: String,
    pub threads: usize,
    pub memory_bytes: u64,
    pub system: String,
}

impl MeasuredMachine {
    /// This machine, with `threads` threads at work.
    pub fn this(threads: usize) -> MeasuredMachine {
        let system = System::new().map(|mut system| {
            system.refresh_memory();
            system.refresh_cpu_all();
            system
        });
        let system = system.ok();
        let processor = system.as_ref().and_then(|system| system.cpus().first());
        MeasuredMachine {
            processor: processor.map_or_else(String::new, |cpu| cpu.brand().trim().to_owned()),
            threads,
            memory_bytes: system.as_ref().map_or(0, System::total_memory),
            system: System::long_os_version().unwrap_or_default(),
        }
    }
}

/// A GPU or a software driver, as `cubebatch devices` lists it.
#[derive(Debug, Serialize)]
pub struct Adapter {
    pub name: String,
    pub kind: String,
    pub backend: String,
    pub driver: String,
    /// The most bytes of a buffer that a kernel can see.
    pub max_binding: u64,
    /// The most bytes of a buffer.
    pub max_buffer: u64,
    pub features: Vec<&'static str>,
}

/// One of [`BenchReport::engines`].
#[derive(Debug, Serialize)]
pub struct EngineName {
    pub name: String,
    pub is_gpu: bool,
    /// Whether it is a program that acts as a GPU.
    pub is_software: bool,
}

/// The work that a GPU got.
#[derive(Clone, Debug, Default, Serialize)]
pub struct GpuWork {
    /// The number of kernel starts.
    pub dispatches: u64,
    /// The number of submissions.
    pub submits: u64,
    /// Bytes that the host sent.
    pub bytes_sent: u64,
    /// Bytes that the host read.
    pub bytes_read: u64,
    /// Seconds in which it ran kernels or copied results, by its own clock; what overlaps counts once.
    pub busy: f64,
    /// The share of the time in which it did neither; `None` of a CPU, and of a device without a clock.
    pub idle: Option<f64>,
    /// The kernels by name; empty, unless they were timed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_kernel: Vec<KernelSample>,
}

impl GpuWork {
    /// The work that the device did in `seconds` seconds.
    pub fn of(usage: DeviceUsage, seconds: f64) -> GpuWork {
        let DeviceUsage { dispatches, submits, bytes_sent, bytes_read, busy, by_kernel, .. } = usage;
        let busy = busy.as_secs_f64();
        let idle = (busy > 0.0).then(|| (1.0 - busy / seconds).max(0.0));
        let kernel = |(name, KernelUsage { dispatches, time })| KernelSample {
            name,
            dispatches,
            seconds: time.as_secs_f64(),
        };
        let by_kernel = by_kernel.into_iter().map(kernel).collect();
        GpuWork { dispatches, submits, bytes_sent, bytes_read, busy, idle, by_kernel }
    }
}

/// The work that a kernel of a GPU got.
#[derive(Clone, Debug, Serialize)]
pub struct KernelSample {
    /// Its file in `shaders/`, without the extension.
    pub name: &'static str,
    /// The number of its starts.
    pub dispatches: u64,
    /// Its time, by the GPU's own clock.
    pub seconds: f64,
}

/// A table built several times by an engine.
#[derive(Debug, Serialize)]
pub struct MeasuredBuild {
    pub table: String,
    /// The number of the engine in [`BenchReport::engines`].
    pub engine: usize,
    pub samples: Vec<BuildSample>,
}

/// The seconds of a build, by the work that took them.
#[derive(Clone, Debug, Serialize)]
pub struct BuildSample {
    /// The GPU in its kernels, by its own clock.
    pub kernels: f64,
    /// The GPU copying what it found to the host, by its own clock.
    pub transfer: f64,
    /// The host at work. It overlaps with the GPU's.
    pub host: f64,
    /// The host waiting for the GPU.
    pub waiting: f64,
    /// Writing the file, until the disk has it.
    pub disk: f64,
    /// The time from the start to the finished file: `host + waiting + disk`.
    pub total: f64,
    #[serde(flatten)]
    pub asked: GpuWork,
}

/// Random positions solved several times by an engine.
#[derive(Debug, Serialize)]
pub struct MeasuredSolve {
    /// The method, and its metric if one was asked for.
    pub method: String,
    /// The most moves that a method with a bound was to take.
    pub max_length: Option<u8>,
    pub tables: String,
    /// The number of the engine in [`BenchReport::engines`].
    pub engine: usize,
    pub cubes: usize,
    /// Positions handed to the engine at a time.
    pub batch: usize,
    pub threads: usize,
    pub mean_length: f64,
    pub samples: Vec<SolveSample>,
}

impl MeasuredSolve {
    /// The method, and its bound if it has one.
    pub fn method(&self) -> String {
        let bound = self.max_length.map(|max_length| format!(" to {max_length} moves"));
        self.method.clone() + &bound.unwrap_or_default()
    }
}

/// The seconds of solving, by the work that took them.
#[derive(Clone, Debug, Serialize)]
pub struct SolveSample {
    /// The GPU in its kernels, by its own clock.
    pub kernels: f64,
    /// The GPU copying hits to the host, by its own clock.
    pub transfer: f64,
    /// The host's threads at work, all together: `threads * total - waiting`.
    pub host: f64,
    /// The host's threads waiting for the GPU, all together.
    pub waiting: f64,
    /// The host's threads waiting until the GPU searches for no other of them, all together; a part of `host`.
    pub queued: f64,
    /// The host's threads making buffers and commands of positions, and reading what came of them; a part of `host`.
    pub preparing: f64,
    /// The rest of `host`: making and checking solutions, and idle threads.
    pub solutions: f64,
    /// The time from the first position to the last checked solution.
    pub total: f64,
    #[serde(flatten)]
    pub asked: GpuWork,
}

/// The middle one; of two the greater.
pub fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The one whose total is the median.
pub fn middle<T>(samples: &[T], total: impl Fn(&T) -> f64) -> &T {
    let mut samples: Vec<&T> = samples.iter().collect();
    samples.sort_by(|a, b| total(a).total_cmp(&total(b)));
    samples[samples.len() / 2]
}

/// Half of the distance between the extremes, in percent of the median.
pub fn spread(totals: impl Iterator<Item = f64> + Clone) -> f64 {
    let (least, most) = (totals.clone().fold(f64::MAX, f64::min), totals.clone().fold(0.0, f64::max));
    50.0 * (most - least) / median(totals)
}

/// The CPU's median for the same table; no number, if it was left out.
pub fn cpu_total(report: &BenchReport, build: &MeasuredBuild) -> f64 {
    let of_cpu = |other: &&MeasuredBuild| other.table == build.table && !report.engines[other.engine].is_gpu;
    let same = report.builds.iter().find(of_cpu);
    same.map_or(f64::NAN, |cpu| median(cpu.samples.iter().map(|sample| sample.total)))
}

/// The measurements in groups, one for each method and bound, in order.
pub fn by_method(report: &BenchReport) -> impl Iterator<Item = &[MeasuredSolve]> {
    report.solves.chunk_by(|a, b| (&a.method, a.max_length) == (&b.method, b.max_length))
}

/// The median of an engine with its best batch, of one group.
pub fn best_median<'a>(solves: impl Iterator<Item = &'a MeasuredSolve>) -> f64 {
    let totals = solves.map(|solve| median(solve.samples.iter().map(|sample| sample.total)));
    totals.fold(f64::NAN, f64::min)
}

/// The CPU's of one group; no number, if it was left out.
pub fn best_cpu(report: &BenchReport, solves: &[MeasuredSolve]) -> f64 {
    best_median(solves.iter().filter(|solve| !report.engines[solve.engine].is_gpu))
}
