//! What is particular to the GPU engine: deep tables, small limits, missing adapters.
//! `conformance` compares it with the CPU engine.
//!
//! Without an adapter these tests pass without having run, unless CUBEBATCH_REQUIRE_GPU is
//! set; `./ci` sets it and installs a software driver.

use cubebatch::coord::phase1::PHASE1_MOVES;
use cubebatch::cube::canonical::Sequences;
use cubebatch::engine::gpu::{Ceiling, Device, EngineError, Gpu};
use cubebatch::engine::{Build, BuildError, Engine, cpu::Cpu};
use cubebatch::progress::{Progress, Unwatched};
use cubebatch::table::{Kind, SortedSpec};

/// The engine on the first adapter, a kernel seeing at most so many bytes.
fn gpu(max_binding: u64) -> Option<Gpu> {
    match Device::open(None, Ceiling { max_binding, ..Ceiling::default() }) {
        Ok(device) => Some(Gpu::new(device)),
        Err(error) if std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_some() => panic!("{error}"),
        Err(error) => {
            eprintln!("not tested: {error}");
            None
        }
    }
}

fn spec(kind: Kind, depth: u8) -> SortedSpec {
    SortedSpec::new(kind, depth).unwrap()
}

fn compare(gpu: &Gpu, spec: SortedSpec) {
    let built = gpu.build(spec, &Unwatched).unwrap();
    assert!(built == Cpu.build(spec, &Unwatched).unwrap(), "{spec}");
}

/// With 1 MiB a stripe of p0 is one block, and entries of p0[6] need several windows.
#[test]
fn p0_is_the_same_in_pieces() {
    let Some(gpu) = gpu(1 << 20) else { return };
    compare(&gpu, spec(Phase::One, 6));
}

/// With 8 MiB a stripe of p1 is two classes of U/D edges, and positions need several chunks.
#[test]
fn p1_is_the_same_in_pieces() {
    let Some(gpu) = gpu(8 << 20) else { return };
    compare(&gpu, spec(Phase::Two, 8));
}

#[test]
#[ignore = "large: minutes on a software driver"]
fn deep_tables_are_the_same() {
    let Some(gpu) = gpu(u64::MAX) else { return };
    for (kind, depth) in
        [(Phase::One, 7), (Phase::One, 8), (Phase::Two, 8), (Phase::Two, 9), (Phase::Two, 10)]
    {
        compare(&gpu, spec(kind, depth));
    }
}

#[test]
fn an_adapter_that_shows_too_little_is_told() {
    for kind in [Phase::One, Phase::Two] {
        let Some(gpu) = gpu(1 << 19) else { return };
        let error = gpu.build(spec(kind, 3), &Unwatched).unwrap_err();
        assert!(matches!(error, BuildError::Gpu(EngineError::TooSmall { .. })), "{error}");
    }
}

/// The tables' indices and residues take 2.2 MB for p0[6] and 0.4 for p0[5].
#[test]
fn a_card_too_small_for_a_table_is_told_with_what_would_fit() {
    let Some(_) = gpu(u64::MAX) else { return };
    let ceiling = Ceiling { max_table: 1 << 20, ..Ceiling::default() };
    let gpu = Gpu::new(Device::open(None, ceiling).unwrap());
    let p0 = Cpu.build(spec(Phase::One, 6), &Unwatched).unwrap();
    let sequences = Sequences::new(&PHASE1_MOVES, &PHASE1_MOVES, 1);
    let error = gpu.phase1(p0.view(), sequences).err().unwrap();
    let (table, fits) = (spec(Phase::One, 6).into(), Some(spec(Phase::One, 5)));
    assert_eq!(error, EngineError::TableTooLarge { table, fits });
    assert_eq!(error.to_string(), "the GPU has no memory for p0[6]; p0[5] would fit");
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
    let error = gpu.build(spec(Phase::One, 3), &Stopped).unwrap_err();
    assert!(matches!(error, BuildError::Cancelled(_)));
}
