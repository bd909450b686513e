//! Whole searches. Without an adapter these tests pass without having run, unless CUBEBATCH_REQUIRE_GPU is set.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::*;
use crate::device::Ceiling;
use cubebatch_cube::cube::random::Random;
use cubebatch_search::engine::Build;
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::engine::exhaustive::specification::{self, word};
use cubebatch_tables::files::Library;
use cubebatch_tables::progress::{Cancelled, Control};
use cubebatch_tables::table::{FilterSize, Table, TableId};

static FILTER: LazyLock<Arc<FilterTable>> =
    LazyLock::new(|| Arc::new(Cpu.build_filter(FilterSize::Mb20, &Control::default()).unwrap().into()));

fn device(ceiling: Ceiling) -> Option<Arc<Device>> {
    let opened = Device::open(None, ceiling);
    assert!(opened.is_ok() || std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_none());
    opened.ok().map(Arc::new)
}

/// What is found, nodes, and how many blocks are looked at.
fn found(
    search: &dyn Batched<Exhaustive>,
    cubes: &[Cube],
    length: u8,
    wants_all: bool,
) -> (Vec<Exhausted>, u64) {
    let look_ups = Arc::new(AtomicU64::new(0));
    let told = look_ups.clone();
    let told = Arc::new(move |more| _ = told.fetch_add(more, Relaxed));
    let limits = ExhaustiveLimits { length, wants_all, told };
    (search.answers(cubes, &limits, &Control::default()).unwrap(), look_ups.load(Relaxed))
}

/// What the specification finds.
fn specified(cubes: &[Cube], length: u8) -> (Vec<Exhausted>, u64) {
    let each = cubes.iter().map(|cube| specification::exhaust(FILTER.view(), cube, length));
    let (found, look_ups): (_, Vec<u64>) = each.unzip();
    (found, look_ups.into_iter().sum())
}

/// Positions for each of some lengths: the ends of that number of random moves, or of fewer.
fn cases() -> Vec<(Vec<Cube>, u8)> {
    let mut random = Random::new(160);
    (0..=12)
        .map(|length: usize| {
            // A small queue has fewer places.
            let count = if length > 10 { 6 } else { 70 };
            let mut some = |number: usize| {
                let shorter = if number % 4 == 3 { number % 3 + 1 } else { 0 };
                Cube::SOLVED.apply(&word(&mut random, length.saturating_sub(shorter)))
            };
            let mut cubes: Vec<Cube> = (0..count).map(&mut some).collect();
            // R2 L2 F2 B2, which is the same as F2 B2 R2 L2. Many sequences lead from there to no coset that is far.
            let half_turns = Cube::SOLVED.apply(&[4, 13, 7, 16].map(Move::from_index));
            cubes.extend((length <= 6).then_some(half_turns));
            (cubes, length as u8)
        })
        .collect()
}

fn check(searcher: &Searcher) {
    for (cubes, length) in cases() {
        let expected = specified(&cubes, length);
        let all = found(searcher, &cubes, length, true);
        assert_eq!(all, expected, "{length} moves");
        // A small queue has fewer places for them, too.
        let solutions = expected.0.iter().flat_map(|found| &found.solutions).count();
        assert!(solutions > if cubes.len() > 10 { 36 } else { 0 }, "{solutions} solutions of {length} moves");
        let one = Load::<Exhaustive>::load(&Cpu, &FILTER).unwrap();
        let one = found(&*one, &cubes, length, false).0;
        assert_eq!(found(searcher, &cubes, length, false).0, one, "{length} moves");
    }
}

#[test]
fn all_solutions_of_many_positions_are_found_once() {
    let Some(device) = device(Ceiling::default()) else { return };
    let filter = FILTER.view();
    check(&Searcher::new(
        &device,
        &filter,
        &Blocks::new(&device, &filter).unwrap(),
        Room::of(&device).unwrap(),
    ));
}

#[test]
fn nothing_is_lost_where_there_is_little_room() {
    let Some(device) = device(Ceiling::default()) else { return };
    let filter = FILTER.view();
    let blocks = Blocks::new(&device, &filter).unwrap();
    let searcher = Searcher::new(&device, &filter, &blocks, Room { places: 240, solutions: 36 });
    check(&searcher);
    // Fewer places would only add steps. All half turns pass: what comes of the nodes of a step is more than a level has places for.
    assert_eq!(found(&searcher, &[Cube::SOLVED], 6, true), specified(&[Cube::SOLVED], 6));
    assert!(searcher.queue.lock().unwrap().was_cautious(), "some step had too little room");
}

#[test]
fn blocks_can_lie_in_more_buffers_than_a_kernel_sees() {
    let Some(device) = device(Ceiling::default()) else { return };
    let filter = FILTER.view();
    // The third dispatch does not need some buffers.
    let a_slice = filter.blocks.len() as u64 / 10 + 1;
    let blocks = Blocks::cut(&device, &filter, a_slice).unwrap();
    assert_eq!(blocks.dispatches().count(), 3);
    check(&Searcher::new(&device, &filter, &blocks, Room::of(&device).unwrap()));
}

#[test]
fn more_positions_than_nodes_tell_apart_are_searched_in_turns() {
    let Some(device) = device(Ceiling::default()) else { return };
    let filter = FILTER.view();
    let searcher =
        Searcher::new(&device, &filter, &Blocks::new(&device, &filter).unwrap(), Room::of(&device).unwrap());
    let mut random = Random::new(166);
    let words = (0..MOST_CUBES + 30).map(|number| word(&mut random, number % 4));
    let cubes: Vec<Cube> = words.map(|word| Cube::SOLVED.apply(&word)).collect();
    assert_eq!(found(&searcher, &cubes, 3, true), specified(&cubes, 3));
}

/// All lengths of a position below one that has no solution as short: what is found, nodes and look-ups are those of the CPU.
fn compare_with_cpu(
    on_gpu: &dyn Batched<Exhaustive>,
    filter: &Arc<FilterTable>,
    cube: &Cube,
    length: u8,
) -> u64 {
    let on_cpu = Load::<Exhaustive>::load(&Cpu, filter).unwrap();
    let each = (0..length).map(|length| {
        let expected = found(&*on_cpu, &[*cube], length, false);
        assert_eq!(found(on_gpu, &[*cube], length, false), expected);
        assert_eq!(expected.0[0].solutions, Vec::<Vec<Move>>::new());
        expected.1
    });
    each.sum()
}

#[test]
fn a_proof_takes_as_many_look_ups_as_on_the_cpu() {
    let Some(device) = device(Ceiling::default()) else { return };
    let searcher = Load::<Exhaustive>::load(&Gpu::over(device), &FILTER).unwrap();
    let look_ups = compare_with_cpu(&*searcher, &FILTER, &Random::new(161).cube(), 14);
    assert!(look_ups > 100_000, "{look_ups}");
}

/// `CUBEBATCH_TABLES=FOLDER cargo test --lib a_proof_with_a_large_filter -- --ignored --nocapture`
#[test]
#[ignore = "reads the table proof-1GB in the folder CUBEBATCH_TABLES"]
fn a_proof_with_a_large_filter_takes_as_many_look_ups_as_on_the_cpu() {
    let folder = std::env::var_os("CUBEBATCH_TABLES").expect("CUBEBATCH_TABLES names no folder");
    let table = Library::new(folder).open(TableId::Filter(FilterSize::Gb1)).expect("a filter");
    let Some(Table::Filter(filter)) = table else { panic!("it is a filter") };
    let gpu = Gpu::over(device(Ceiling::default()).expect("a device"));
    let start = std::time::Instant::now();
    let searcher = Load::<Exhaustive>::load(&gpu, &filter).unwrap();
    println!("ready after {:?}", start.elapsed());
    for cube in Random::new(162).cubes().take(2) {
        let (start, _) = (std::time::Instant::now(), gpu.device.take_usage());
        let look_ups = compare_with_cpu(&*searcher, &filter, &cube, 17);
        let dispatches = gpu.device.take_usage().dispatches;
        println!("{look_ups} look-ups, {dispatches} dispatches, {:?} with the CPU's", start.elapsed());
    }
}

#[test]
fn a_request_to_stop_ends_a_proof() {
    let Some(device) = device(Ceiling::default()) else { return };
    let searcher = Load::<Exhaustive>::load(&Gpu::over(device), &FILTER).unwrap();
    let control = Control::default();
    control.stop.request();
    let limits = ExhaustiveLimits { length: 18, ..ExhaustiveLimits::default() };
    assert_eq!(
        searcher.answers(&[Random::new(163).cube()], &limits, &control),
        Err(EngineError::Cancelled(Cancelled))
    );
    // What was begun is not in the way of what comes next.
    let cubes = [Cube::SOLVED.apply(&word(&mut Random::new(164), 9))];
    assert_eq!(found(&*searcher, &cubes, 9, true), specified(&cubes, 9));
}

#[test]
fn a_filter_that_does_not_fit_is_an_error() {
    let ceiling = Ceiling { max_room: 1 << 20, ..Ceiling::default() };
    let Some(device) = device(ceiling) else { return };
    let error = Load::<Exhaustive>::load(&Gpu::over(device), &FILTER).err();
    let table = TableId::Filter(FilterSize::Mb20);
    assert_eq!(error, Some(EngineError::TableTooLarge { table, fits: None }));
}

#[test]
fn a_lost_device_is_an_error() {
    let Some(device) = device(Ceiling::default()) else { return };
    let gpu = Gpu::over(device);
    let searcher = Load::<Exhaustive>::load(&gpu, &FILTER).unwrap();
    gpu.device.device.destroy();
    let limits = ExhaustiveLimits { length: 9, ..ExhaustiveLimits::default() };
    let error = searcher.answers(&[Random::new(165).cube()], &limits, &Control::default()).err();
    assert!(matches!(error, Some(EngineError::Device(_))), "{error:?}");
    assert!(matches!(
        Load::<Exhaustive>::load(&gpu, &FILTER).err(),
        Some(EngineError::Device(_) | EngineError::OutOfMemory)
    ));
}
