//! Which engine builds, and `cubebatch devices`.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use cubebatch::coord::{Phase1, Phase2};
use cubebatch::cube::Cube;
use cubebatch::cube::canonical::Sequences;
use cubebatch::engine::cpu::Cpu;
use cubebatch::engine::gpu::{AdapterDescription, Device, Gpu, GpuError, list};
use cubebatch::engine::{
    Build, BuildError, Descend, Descents, End, EndSearch, Engine, Explore, FindEnds, Hit, Limits,
    PhaseSearch, Product, Search, Way,
};
use cubebatch::progress::Progress;
use cubebatch::table::{Contents, Distances, Phase, Phase1Table, Phase2Table, Spec, View};
use indicatif::BinaryBytes;

use super::args::{self, EngineChoice};
use super::failure::{Failure, UNUSABLE};
use super::print;

/// The engine that was chosen.
pub enum ChosenEngine {
    Cpu,
    /// With the CPU to fall back on, or without.
    Gpu {
        gpu: Box<Gpu>,
        fall_back: bool,
    },
}

impl EngineChoice {
    /// Opens what was asked for, and tells what it is.
    pub fn open(&self) -> Result<ChosenEngine, Failure> {
        let open = || Device::open(self.gpu.as_deref(), Default::default());
        match self.engine {
            args::Engine::Cpu => Ok(ChosenEngine::Cpu),
            args::Engine::Gpu => {
                let remedy = "See `cubebatch devices`, or use --engine cpu.";
                Ok(ChosenEngine::gpu(open().map_err(|error| Failure::new(UNUSABLE, error, remedy))?, false))
            }
            args::Engine::Auto => Ok(match open() {
                Ok(device) if !device.is_software() => ChosenEngine::gpu(device, true),
                Ok(device) => ChosenEngine::cpu(&format!("{} is a software driver", device.name())),
                Err(error) => ChosenEngine::cpu(&error.to_string()),
            }),
        }
    }
}

impl ChosenEngine {
    /// Makes something ready on the GPU, on the CPU, or on both, to fall back on.
    fn ready<'a, T>(
        &'a self,
        on_cpu: Result<T, GpuError>,
        on_gpu: impl FnOnce(&'a Gpu) -> Result<T, GpuError>,
        both: impl FnOnce(FallBack<T>) -> T,
    ) -> Result<T, GpuError> {
        match self {
            ChosenEngine::Cpu => on_cpu,
            ChosenEngine::Gpu { gpu, fall_back: false } => on_gpu(gpu),
            ChosenEngine::Gpu { gpu, fall_back: true } => match on_gpu(gpu) {
                Ok(on_gpu) => Ok(both(FallBack { on_gpu, on_cpu: on_cpu?, failed: AtomicBool::new(false) })),
                Err(error) => {
                    tell!("{error}; going on with the CPU");
                    on_cpu
                }
            },
        }
    }

    /// Builds on the GPU, and where that fails on the CPU.
    fn built<T>(&self, build: impl Fn(&dyn Build) -> Result<T, BuildError>) -> Result<T, BuildError> {
        match self {
            ChosenEngine::Cpu => build(&Cpu),
            ChosenEngine::Gpu { gpu, fall_back } => match build(&**gpu) {
                Err(BuildError::Gpu(error)) if *fall_back => {
                    tell!("{error}; going on with the CPU");
                    build(&Cpu)
                }
                result => result,
            },
        }
    }

    /// The CPU, where a GPU was possible, and why.
    pub fn cpu(reason: &str) -> ChosenEngine {
        tell!("using the CPU: {reason}");
        ChosenEngine::Cpu
    }

    fn gpu(device: Device, fall_back: bool) -> ChosenEngine {
        let kind = if device.is_software() { "software driver" } else { "GPU" };
        tell!("using the {kind} {}", device.name());
        ChosenEngine::Gpu { gpu: Box::new(Gpu::new(device)), fall_back }
    }
}

impl Engine for ChosenEngine {
    fn phase1<'a>(&'a self, p0: View<'a>, sequences: Sequences) -> Result<PhaseSearch<'a, Phase1>, GpuError> {
        let on_cpu = Cpu.phase1(p0, sequences.clone());
        self.ready(on_cpu, |gpu| gpu.phase1(p0, sequences), |both| Box::new(both))
    }

    fn phase2<'a>(&'a self, p1: View<'a>, sequences: Sequences) -> Result<PhaseSearch<'a, Phase2>, GpuError> {
        let on_cpu = Cpu.phase2(p1, sequences.clone());
        self.ready(on_cpu, |gpu| gpu.phase2(p1, sequences), |both| Box::new(both))
    }

    fn descend<'a>(
        &'a self,
        ways: Phase1Table<'a>,
        distances: Phase2Table<'a>,
        ends: usize,
    ) -> Result<Descents<'a>, GpuError> {
        let on_cpu = Cpu.descend(ways, distances, ends);
        self.ready(on_cpu, |gpu| gpu.descend(ways, distances, ends), |both| Box::new(both))
    }

    fn find_ends<'a>(
        &'a self,
        ways: Phase1Table<'a>,
        distances: Phase2Table<'a>,
        limits: Limits,
    ) -> Result<EndSearch<'a>, GpuError> {
        let on_cpu = Cpu.find_ends(ways, distances, limits);
        self.ready(on_cpu, |gpu| gpu.find_ends(ways, distances, limits), |both| Box::new(both))
    }

    fn batch(&self) -> usize {
        match self {
            ChosenEngine::Cpu => Cpu.batch(),
            ChosenEngine::Gpu { gpu, .. } => gpu.batch(),
        }
    }

    fn descent_batch(&self) -> usize {
        match self {
            ChosenEngine::Cpu => Cpu.descent_batch(),
            ChosenEngine::Gpu { gpu, .. } => gpu.descent_batch(),
        }
    }

    fn ends_batch(&self, limits: Limits) -> usize {
        match self {
            ChosenEngine::Cpu => Cpu.ends_batch(limits),
            ChosenEngine::Gpu { gpu, .. } => gpu.ends_batch(limits),
        }
    }
}

/// What works on the GPU until that fails, then on the CPU.
struct FallBack<T> {
    on_gpu: T,
    on_cpu: T,
    failed: AtomicBool,
}

impl<T> FallBack<T> {
    fn run<R>(&self, work: impl Fn(&T) -> Result<R, GpuError>) -> Result<R, GpuError> {
        if !self.failed.load(Relaxed) {
            match work(&self.on_gpu) {
                Ok(done) => return Ok(done),
                Err(error) if self.failed.swap(true, Relaxed) => drop(error),
                Err(error) => tell!("{error}; going on with the CPU"),
            }
        }
        work(&self.on_cpu)
    }
}

impl<Start> Search<Start> for FallBack<PhaseSearch<'_, Start>> {
    fn search(&self, starts: &[Start]) -> Result<Vec<Vec<Hit>>, GpuError> {
        self.run(|search| search.search(starts))
    }
}

impl Descend for FallBack<Descents<'_>> {
    fn ways(&self, cubes: &[Cube]) -> Result<Vec<Result<Way, Phase>>, GpuError> {
        self.run(|descents| descents.ways(cubes))
    }
}

impl FindEnds for FallBack<EndSearch<'_>> {
    fn ends(&self, cubes: &[Cube]) -> Result<Vec<Vec<End>>, GpuError> {
        self.run(|search| search.ends(cubes))
    }
}

impl Build for ChosenEngine {
    fn build(&self, spec: Spec, progress: &dyn Progress) -> Result<Contents, BuildError> {
        self.built(|engine| engine.build(spec, progress))
    }

    fn complete(&self, phase: Phase, progress: &dyn Progress) -> Result<Distances, BuildError> {
        self.built(|engine| engine.complete(phase, progress))
    }

    fn complete_bytes(&self, phase: Phase) -> u64 {
        match self {
            ChosenEngine::Cpu => Cpu.complete_bytes(phase),
            ChosenEngine::Gpu { gpu, .. } => gpu.complete_bytes(phase),
        }
    }

    fn build_bytes(&self, spec: Spec) -> u64 {
        match self {
            ChosenEngine::Cpu => Cpu.build_bytes(spec),
            ChosenEngine::Gpu { gpu, .. } => gpu.build_bytes(spec),
        }
    }
}

impl Explore for ChosenEngine {
    fn distances(&self, product: &Product) -> Result<Vec<u8>, GpuError> {
        match self {
            ChosenEngine::Cpu => Cpu.distances(product),
            ChosenEngine::Gpu { gpu, fall_back } => match gpu.distances(product) {
                Err(error) if *fall_back => {
                    tell!("{error}; going on with the CPU");
                    Cpu.distances(product)
                }
                result => result,
            },
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    /// Finds nothing, and then fails, as a card that is pulled out.
    struct Pulled<'a>(&'a AtomicUsize);

    impl Search<u8> for Pulled<'_> {
        fn search(&self, starts: &[u8]) -> Result<Vec<Vec<Hit>>, GpuError> {
            match self.0.fetch_add(1, Relaxed) {
                0 => Ok(vec![Vec::new(); starts.len()]),
                _ => Err(GpuError::Lost("pulled".to_owned())),
            }
        }
    }

    struct Sure;

    impl Search<u8> for Sure {
        fn search(&self, starts: &[u8]) -> Result<Vec<Vec<Hit>>, GpuError> {
            Ok(starts.iter().map(|&place| vec![Hit { length: 0, number: 0, place: place.into() }]).collect())
        }
    }

    #[test]
    fn what_the_gpu_fails_at_is_searched_by_the_cpu() {
        let calls = AtomicUsize::new(0);
        let (on_gpu, on_cpu): (PhaseSearch<u8>, PhaseSearch<u8>) = (Box::new(Pulled(&calls)), Box::new(Sure));
        let search = FallBack { on_gpu, on_cpu, failed: AtomicBool::new(false) };
        let places = |starts| {
            let hits = search.search(starts).unwrap();
            hits.iter().map(|hits| hits.first().map(|hit| hit.place)).collect::<Vec<_>>()
        };
        assert_eq!(places(&[1, 2]), [None, None]);
        assert_eq!(places(&[3, 4]), [Some(3), Some(4)]);
        assert_eq!(places(&[5]), [Some(5)]);
        assert_eq!(calls.load(Relaxed), 2, "a card that failed is not asked again");
    }
}
