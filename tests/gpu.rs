//! The GPU engine builds the same bytes as the CPU engine.
//!
//! Without an adapter these tests pass without having run, unless CUBEBATCH_REQUIRE_GPU is
//! set; `./ci` sets it and installs a software driver.

use cubebatch::coord::phase1::{PHASE1_MOVES, Phase1};
use cubebatch::coord::phase2::{HALF_TURNS, PHASE2_MOVES, Phase2};
use cubebatch::cube::canonical::Sequences;
use cubebatch::cube::random::Random;
use cubebatch::cube::{Cube, Move};
use cubebatch::engine::gpu::{Ceiling, Device, Gpu, GpuError};
use cubebatch::engine::{Build, BuildError, Engine, cpu::Cpu};
use cubebatch::progress::{Progress, Unwatched};
use cubebatch::solve::Modified;
use cubebatch::table::{Contents, Kind, Spec};

/// The engine on the first adapter, a kernel seeing at most so many bytes.
fn gpu(max_binding: u64) -> Option<Gpu> {
    match Device::open(None, Ceiling { max_binding }) {
        Ok(device) => Some(Gpu::new(device)),
        Err(error) if std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_some() => panic!("{error}"),
        Err(error) => {
            eprintln!("not tested: {error}");
            None
        }
    }
}

fn spec(kind: Kind, depth: u8) -> Spec {
    Spec::new(kind, depth).unwrap()
}

fn compare(gpu: &Gpu, spec: Spec) {
    let built = gpu.build(spec, &Unwatched).unwrap();
    assert!(built == Cpu.build(spec, &Unwatched).unwrap(), "{spec}");
}

#[test]
fn p0_is_the_same() {
    let Some(gpu) = gpu(u64::MAX) else { return };
    (1..=6).for_each(|depth| compare(&gpu, spec(Kind::P0, depth)));
}

#[test]
fn p1_is_the_same() {
    let Some(gpu) = gpu(u64::MAX) else { return };
    [1, 3, 7].iter().for_each(|&depth| compare(&gpu, spec(Kind::P1, depth)));
}

/// With 1 MiB a stripe of p0 is one block, and entries of p0[6] need several windows.
#[test]
fn p0_is_the_same_in_pieces() {
    let Some(gpu) = gpu(1 << 20) else { return };
    compare(&gpu, spec(Kind::P0, 6));
}

/// With 8 MiB a stripe of p1 is two classes of U/D edges, and positions need several chunks.
#[test]
fn p1_is_the_same_in_pieces() {
    let Some(gpu) = gpu(8 << 20) else { return };
    compare(&gpu, spec(Kind::P1, 8));
}

fn table(kind: Kind, depth: u8) -> Contents {
    Cpu.build(spec(kind, depth), &Unwatched).unwrap()
}

/// Where so many random moves lead from solved; 0 is among them.
fn walks(moves: &[Move], longest: usize, count: usize) -> Vec<Cube> {
    let mut random = Random::new(40);
    let mut pick = || moves[random.below(moves.len() as u64) as usize];
    let mut walk = |length| Cube::SOLVED.apply(&(0..length).map(|_| pick()).collect::<Vec<_>>());
    (0..count).map(|i| walk(i % (longest + 1))).collect()
}

/// Too short for some of the positions, so that there are some without a hit.
fn compare_phase1(gpu: &Gpu, p0: &Contents, longest: usize) {
    let sequences = || Sequences::new(&PHASE1_MOVES, &PHASE1_MOVES, longest);
    let starts: Vec<Phase1> = walks(&PHASE1_MOVES, 15, 300).iter().map(Phase1::of).collect();
    let on_gpu = gpu.phase1(p0.view(), sequences()).unwrap().search(&starts).unwrap();
    let on_cpu = Cpu.phase1(p0.view(), sequences()).unwrap().search(&starts).unwrap();
    assert!(on_cpu.iter().any(|hits| hits.is_empty()));
    assert!(on_cpu.iter().flatten().any(|hit| usize::from(hit.length) == longest));
    assert!(on_gpu == on_cpu);
}

fn compare_phase2(gpu: &Gpu, p1: &Contents, longest: usize) {
    let sequences = || Sequences::new(&PHASE2_MOVES, &PHASE2_MOVES[..HALF_TURNS], longest);
    let starts: Vec<Phase2> = walks(&PHASE2_MOVES, 40, 200).iter().map(Phase2::of).collect();
    let on_gpu = gpu.phase2(p1.view(), sequences()).unwrap().search(&starts).unwrap();
    let on_cpu = Cpu.phase2(p1.view(), sequences()).unwrap().search(&starts).unwrap();
    assert!(on_cpu.iter().any(|hits| hits.is_empty()) && on_cpu.iter().any(|hits| hits.len() > 2));
    assert!(on_gpu == on_cpu);
}

#[test]
fn hits_are_the_same() {
    let Some(gpu) = gpu(u64::MAX) else { return };
    compare_phase1(&gpu, &table(Kind::P0, 5), 3);
    compare_phase2(&gpu, &table(Kind::P1, 7), 4);
}

/// With 1 MiB p0[6] is cut into many slices; phase 2 needs 8 MiB for its move tables.
#[test]
fn hits_are_the_same_in_pieces() {
    let Some(small) = gpu(1 << 20) else { return };
    compare_phase1(&small, &table(Kind::P0, 6), 2);
    let Some(small) = gpu(6 << 20) else { return };
    compare_phase2(&small, &table(Kind::P1, 9), 3);
}

#[test]
fn solutions_are_the_same() {
    let Some(gpu) = gpu(u64::MAX) else { return };
    let (p0, p1) = (table(Kind::P0, 5), table(Kind::P1, 7));
    let mut random = Random::new(41);
    let cubes: Vec<Cube> = (0..1000).map(|_| random.cube()).collect();
    let solve =
        |engine: &dyn Engine| Modified::new(engine, p0.view(), p1.view()).unwrap().solve(&cubes).unwrap();
    assert!(solve(&gpu) == solve(&Cpu));
}

#[test]
#[ignore = "large: minutes on a software driver"]
fn deep_tables_are_the_same() {
    let Some(gpu) = gpu(u64::MAX) else { return };
    for (kind, depth) in [(Kind::P0, 7), (Kind::P0, 8), (Kind::P1, 8), (Kind::P1, 9), (Kind::P1, 10)] {
        compare(&gpu, spec(kind, depth));
    }
}

#[test]
fn an_adapter_that_shows_too_little_is_told() {
    for kind in [Kind::P0, Kind::P1] {
        let Some(gpu) = gpu(1 << 19) else { return };
        let error = gpu.build(spec(kind, 3), &Unwatched).unwrap_err();
        assert!(matches!(error, BuildError::Gpu(GpuError::TooSmall { .. })), "{error}");
    }
}

#[test]
fn an_unknown_adapter_is_told_with_those_there_are() {
    let error = Device::open(Some("no such card"), Ceiling::default()).err().unwrap();
    assert!(error.to_string().contains("no such card"), "{error}");
}

#[test]
fn a_build_stops_on_request() {
    struct Stopped;
    impl Progress for Stopped {
        fn report(&self, _: &str, _: u64, _: u64) {}
        fn is_cancelled(&self) -> bool {
            true
        }
    }
    let Some(gpu) = gpu(u64::MAX) else { return };
    let error = gpu.build(spec(Kind::P0, 3), &Stopped).unwrap_err();
    assert!(matches!(error, BuildError::Cancelled(_)));
}
