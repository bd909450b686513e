//! What is particular to the GPU engine: deep tables, small limits, missing adapters.
//! `conformance` compares it with the CPU engine.
//!
//! Without an adapter these tests pass without having run, unless CUBEBATCH_REQUIRE_GPU is
//! set; `./ci` sets it and installs a software driver.

use std::mem::discriminant;
use std::sync::Arc;

use cubebatch::progress::Control;
use cubebatch::table::TableId;
use cubebatch_cube::cube::HTM;
use cubebatch_gpu::{Ceiling, Device, Gpu};
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::engine::modified::{Modified, ModifiedTables};
use cubebatch_search::engine::{Build, BuildError, EngineError, Load};
use cubebatch_tables::table::{Complete, FilterSize, Phase, SortedSpec, SortedTable};

/// The engine on the first adapter; a kernel sees at most `max_binding` bytes.
fn gpu(max_binding: u64) -> Option<Gpu> {
    match Device::open(None, Ceiling { max_binding, ..Ceiling::LEAST }) {
        Ok(device) => Some(Gpu::new(device)),
        Err(error) if std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_some() => panic!("{error}"),
        Err(error) => {
            eprintln!("not tested: {error}");
            None
        }
    }
}

fn spec(phase: Phase, depth: u8) -> SortedSpec {
    SortedSpec::new(phase, depth).unwrap()
}

/// A sorted table, as the CPU builds it.
fn sorted_table(phase: Phase, depth: u8) -> Arc<SortedTable> {
    Arc::new(Cpu.build_sorted(spec(phase, depth), &Control::default()).unwrap().into())
}

fn compare(gpu: &Gpu, table: impl Into<TableId>) {
    let table = table.into();
    let built = gpu.build(table, &Control::default()).unwrap();
    assert!(built == Cpu.build(table, &Control::default()).unwrap(), "{table}");
}

/// With 1 MiB a stripe of phase 1 is one block, of 2,187 that are marked for each level; with 8 MiB eight.
#[test]
fn tables_of_phase_1_are_the_same_in_pieces() {
    for (max_binding, depth) in [(1 << 20, 1), (8 << 20, 5)] {
        let Some(gpu) = gpu(max_binding) else { return };
        compare(&gpu, spec(Phase::One, depth));
    }
}

/// With 1 MiB entries to depth 6 need several windows.
#[test]
#[ignore = "large: minutes on a software driver"]
fn tables_of_phase_1_are_the_same_in_windows() {
    let Some(gpu) = gpu(1 << 20) else { return };
    compare(&gpu, spec(Phase::One, 6));
}

/// With 8 MiB a stripe of phase 2 is two classes of U/D edges, and positions need several chunks.
#[test]
fn tables_of_phase_2_are_the_same_in_pieces() {
    let Some(gpu) = gpu(8 << 20) else { return };
    compare(&gpu, spec(Phase::Two, 8));
}

#[test]
#[ignore = "large: minutes on a software driver"]
fn deep_tables_are_the_same() {
    let Some(gpu) = gpu(u64::MAX) else { return };
    for (phase, depth) in
        [(Phase::One, 7), (Phase::One, 8), (Phase::Two, 8), (Phase::Two, 9), (Phase::Two, 10)]
    {
        compare(&gpu, spec(phase, depth));
    }
}

#[test]
fn an_adapter_that_shows_too_little_is_told() {
    for phase in Phase::ALL {
        let Some(gpu) = gpu(1 << 19) else { return };
        let error = gpu.build(spec(phase, 3).into(), &Control::default()).unwrap_err();
        assert!(matches!(error, BuildError::Engine(EngineError::TooSmall { .. })), "{error}");
    }
}

/// The tables of phase 1 take 4 MB to depth 6 and 0.4 to depth 5.
#[test]
fn a_card_too_small_for_a_table_is_told_with_what_would_fit() {
    let Some(_) = gpu(u64::MAX) else { return };
    let ceiling = Ceiling { max_room: 1 << 20, ..Ceiling::default() };
    let gpu = Gpu::new(Device::open(None, ceiling).unwrap());
    let tables = ModifiedTables::new(sorted_table(Phase::One, 6), sorted_table(Phase::Two, 7));
    let error = Load::<Modified>::load(&gpu, &tables).err().unwrap();
    let (table, fits) = (spec(Phase::One, 6).into(), Some(spec(Phase::One, 5)));
    assert_eq!(error, EngineError::TableTooLarge { table, fits });
    assert_eq!(error.to_string(), "the GPU has no memory for phase1-sorted-6; phase1-sorted-5 would fit");
}

#[test]
fn an_unknown_adapter_is_told_with_those_there_are() {
    let error = Device::open(Some("no such card"), Ceiling::default()).err().unwrap();
    assert!(error.to_string().contains("no such card"), "{error}");
}

#[test]
fn a_build_stops_on_request() {
    let Some(gpu) = gpu(u64::MAX) else { return };
    let control = Control::default();
    control.stop.request();
    let error = gpu.build(spec(Phase::One, 3).into(), &control).unwrap_err();
    assert!(matches!(error, BuildError::Cancelled(_)));
}

/// A table of each kind.
fn kinds() -> Vec<TableId> {
    let mut complete: Vec<Complete> = Vec::new();
    for table in Complete::all() {
        let kind = |table: &Complete| (discriminant(table), table.costs() == HTM);
        if complete.iter().all(|known| kind(known) != kind(&table)) {
            complete.push(table);
        }
    }
    let sorted = Phase::ALL.map(|phase| spec(phase, 3).into());
    sorted
        .into_iter()
        .chain(complete.into_iter().map(TableId::from))
        .chain([FilterSize::ALL[0].into()])
        .collect()
}

/// A build that ends because a stop was requested has begun: so no kind of table is rejected, whichever engine builds it.
#[test]
fn tables_of_each_kind_are_built() {
    let Some(gpu) = gpu(u64::MAX) else { return };
    let control = Control::default();
    control.stop.request();
    for table in kinds() {
        let error = gpu.build(table, &control).unwrap_err();
        assert!(matches!(error, BuildError::Cancelled(_)), "{table}: {error}");
    }
}

#[test]
fn what_a_gpu_does_not_build_is_built_by_the_cpu() {
    let Some(gpu) = gpu(u64::MAX) else { return };
    let table = TableId::from(Complete::Phase2Pruning(HTM));
    assert!(!gpu.can_build(table) && gpu.build_bytes(table) == Cpu.build_bytes(table));
    compare(&gpu, table);
}
