//! Whole searches. Without an adapter these tests pass without having run, unless CUBEBATCH_REQUIRE_GPU is set.

use std::sync::LazyLock;

use super::*;
use crate::cube::random::Random;
use crate::engine::Build;
use crate::engine::cpu::Cpu;
use crate::engine::cpu::optimal::Prover;
use crate::engine::exhaust::specification;
use crate::engine::gpu::device::Ceiling;
use crate::progress::Unwatched;
use crate::table::{Contents, FilterSize, Library, Table, TableId};

static FILTER: LazyLock<Arc<FilterTable>> =
    LazyLock::new(|| match Cpu.build(TableId::Filter(FilterSize::Test), &Unwatched).unwrap() {
        Contents::Filter(contents) => Arc::new(contents.into()),
        _ => panic!("it is a filter"),
    });

fn device(ceiling: Ceiling) -> Option<Arc<Device>> {
    let opened = Device::open(None, ceiling);
    assert!(opened.is_ok() || std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_none());
    opened.ok().map(Arc::new)
}

/// Some random moves, of which no two in a row join.
fn word(random: &mut Random, length: usize) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    while moves.len() < length {
        let next = Move::from_index(random.below(18) as usize);
        if moves.last().is_none_or(|last| last.may_precede(next)) {
            moves.push(next);
        }
    }
    moves
}

/// A position that these moves solve, and the subtree of the first of them.
fn subtree(back: &[Move], first: usize) -> Subtree {
    Subtree { cube: Cube::SOLVED.apply(&crate::cube::inverse(back)), first: back[..first].to_vec() }
}

/// What the specification finds.
fn specified(subtrees: &[Subtree], length: u8) -> Exhausted {
    let mut exhausted = Exhausted::default();
    for subtree in subtrees {
        let (solutions, counts) = specification::exhaust(FILTER.view(), subtree, length);
        exhausted.solutions.push(solutions);
        exhausted.counts.nodes += counts.nodes;
        exhausted.counts.look_ups += counts.look_ups;
    }
    exhausted
}

/// Subtrees for each of some lengths: those of ways back of so many moves, or of fewer, that begin like these or not at all.
fn cases() -> Vec<(Vec<Subtree>, u8)> {
    let mut random = Random::new(160);
    (0..=12)
        .map(|length: usize| {
            // A small queue has fewer places.
            let count = if length > 10 { 6 } else { 70 };
            let mut some = |number: usize| {
                let shorter = if number % 4 == 3 { number % 3 + 1 } else { 0 };
                let back = word(&mut random, length.saturating_sub(shorter));
                subtree(&back, (number % 3).min(back.len()))
            };
            let mut subtrees: Vec<Subtree> = (0..count).map(&mut some).collect();
            // R2 L2 F2 B2, which is the same as F2 B2 R2 L2. Many sequences lead from there to no coset that is far.
            let half_turns = subtree(&[4, 13, 7, 16].map(Move::from_index), 0);
            subtrees.extend((length <= 6).then_some(half_turns));
            (subtrees, length as u8)
        })
        .collect()
}

fn check(exhauster: &Exhauster) {
    for (subtrees, length) in cases() {
        let expected = specified(&subtrees, length);
        let found = exhauster.exhaust(&subtrees, length, &Stop::default()).unwrap();
        for (number, subtree) in subtrees.iter().enumerate() {
            assert_eq!(found.solutions[number], expected.solutions[number], "{length} moves of {subtree:?}");
        }
        assert_eq!(found.counts, expected.counts, "{length} moves");
        // A small queue has fewer places for them, too.
        let solutions = expected.solutions.iter().flatten().count();
        assert!(
            solutions > if subtrees.len() > 10 { 36 } else { 0 },
            "{solutions} solutions of {length} moves"
        );
    }
}

#[test]
fn all_solutions_of_many_subtrees_are_found_once() {
    let Some(device) = device(Ceiling::default()) else { return };
    let filter = FILTER.view();
    check(&Exhauster::new(&device, &filter, &Blocks::new(&device, &filter).unwrap(), Room::of(&device)));
}

#[test]
fn nothing_is_lost_where_there_is_little_room() {
    let Some(device) = device(Ceiling::default()) else { return };
    let filter = FILTER.view();
    let blocks = Blocks::new(&device, &filter).unwrap();
    let exhauster = Exhauster::new(&device, &filter, &blocks, Room { places: 60, solutions: 36 });
    assert_eq!(exhauster.at_a_time(), 60);
    check(&exhauster);
    // All half turns pass: what comes of the nodes of a step is more than a level has places for.
    let subtrees = [Subtree { cube: Cube::SOLVED, first: Vec::new() }];
    assert_eq!(exhauster.exhaust(&subtrees, 6, &Stop::default()).unwrap(), specified(&subtrees, 6));
    assert!(exhauster.queue().was_cautious(), "some step had too little room");
}

#[test]
fn blocks_can_lie_in_more_buffers_than_a_kernel_sees() {
    let Some(device) = device(Ceiling::default()) else { return };
    let filter = FILTER.view();
    // Of the third dispatch some buffers are not needed.
    let a_slice = filter.blocks.len() as u64 / 10 + 1;
    let blocks = Blocks::cut(&device, &filter, a_slice).unwrap();
    assert_eq!(blocks.dispatches().count(), 3);
    check(&Exhauster::new(&device, &filter, &blocks, Room::of(&device)));
}

/// The subtrees that the CPU takes for a length.
fn subtrees_of_the_cpu(cube: &Cube, reach: u8, length: u8) -> Vec<Subtree> {
    let pairs = Move::all().flat_map(|first| Move::all().map(move |second| vec![first, second]));
    let pairs = pairs.filter(|pair| length >= reach + 4 && pair[0].may_precede(pair[1]));
    let firsts: Vec<_> = pairs.collect();
    let firsts = if firsts.is_empty() { vec![Vec::new()] } else { firsts };
    firsts.into_iter().map(|first| Subtree { cube: *cube, first }).collect()
}

/// A proof that there is nothing below a length takes what it takes on the CPU.
fn compare_with_cpu(exhauster: &dyn Exhaust, filter: &Arc<FilterTable>, cube: &Cube, length: u8) -> Counts {
    let proof = Prover::new(filter.clone()).below(cube, length, &Stop::default()).unwrap();
    assert_eq!(proof.shortest, None);
    let mut counts = Counts::default();
    for length in 0..length {
        let subtrees = subtrees_of_the_cpu(cube, filter.size().depth(), length);
        let found = exhauster.exhaust(&subtrees, length, &Stop::default()).unwrap();
        assert_eq!(found.solutions.concat(), Vec::<Vec<Move>>::new());
        counts.nodes += found.counts.nodes;
        counts.look_ups += found.counts.look_ups;
    }
    assert_eq!((counts.nodes, counts.look_ups), (proof.counts.nodes, proof.counts.look_ups));
    counts
}

#[test]
fn a_proof_takes_as_many_look_ups_as_on_the_cpu() {
    let Some(device) = device(Ceiling::default()) else { return };
    let exhauster = Gpu { device, uploaded: Mutex::default() }.exhaust_with(&FILTER).unwrap();
    let cube = Random::new(161).cube();
    let counts = compare_with_cpu(&*exhauster, &FILTER, &cube, 14);
    assert!(counts.look_ups > 100_000, "{counts:?}");
}

/// `CUBEBATCH_TABLES=FOLDER cargo test --lib a_proof_with_a_large_filter -- --ignored --nocapture`
#[test]
#[ignore = "reads the table proof-1GB in the folder CUBEBATCH_TABLES"]
fn a_proof_with_a_large_filter_takes_as_many_look_ups_as_on_the_cpu() {
    let folder = std::env::var_os("CUBEBATCH_TABLES").expect("CUBEBATCH_TABLES names no folder");
    let table = Library::new(folder).open(TableId::Filter(FilterSize::Gb1)).expect("a filter");
    let Some(Table::Filter(filter)) = table else { panic!("it is a filter") };
    let gpu = Gpu { device: device(Ceiling::default()).expect("a device"), uploaded: Mutex::default() };
    let start = std::time::Instant::now();
    let exhauster = gpu.exhaust_with(&filter).unwrap();
    println!("ready after {:?}", start.elapsed());
    for cube in Random::new(162).cubes().take(2) {
        let (start, _) = (std::time::Instant::now(), gpu.device.take_usage());
        let counts = compare_with_cpu(&*exhauster, &filter, &cube, 17);
        let dispatches = gpu.device.take_usage().dispatches;
        println!("{counts:?}, {dispatches} dispatches, {:?} with the CPU's", start.elapsed());
    }
}

#[test]
fn a_request_to_stop_ends_a_proof() {
    let Some(device) = device(Ceiling::default()) else { return };
    let exhauster = Gpu { device, uploaded: Mutex::default() }.exhaust_with(&FILTER).unwrap();
    let subtrees = [Subtree { cube: Random::new(163).cube(), first: Vec::new() }];
    let stop = Stop::default();
    stop.request();
    assert_eq!(exhauster.exhaust(&subtrees, 18, &stop), Err(EngineError::Stopped));
    // What was begun is not in the way of what comes next.
    let subtrees = [subtree(&word(&mut Random::new(164), 9), 0)];
    assert_eq!(exhauster.exhaust(&subtrees, 9, &Stop::default()).unwrap(), specified(&subtrees, 9));
}

#[test]
fn a_filter_that_does_not_fit_is_an_error() {
    let ceiling = Ceiling { max_table: 1 << 20, ..Ceiling::default() };
    let Some(device) = device(ceiling) else { return };
    let error = Gpu { device, uploaded: Mutex::default() }.exhaust_with(&FILTER).err();
    let table = TableId::Filter(FilterSize::Test);
    assert_eq!(error, Some(EngineError::TableTooLarge { table, fits: None }));
}

#[test]
fn a_lost_device_is_an_error() {
    let Some(device) = device(Ceiling::default()) else { return };
    let gpu = Gpu { device, uploaded: Mutex::default() };
    let exhauster = gpu.exhaust_with(&FILTER).unwrap();
    gpu.device.device.destroy();
    let subtrees = [subtree(&word(&mut Random::new(165), 9), 0)];
    let error = exhauster.exhaust(&subtrees, 9, &Stop::default()).err();
    assert!(matches!(error, Some(EngineError::Device(_))), "{error:?}");
    assert!(matches!(
        gpu.exhaust_with(&FILTER).err(),
        Some(EngineError::Device(_) | EngineError::OutOfMemory)
    ));
}

#[test]
fn what_has_more_moves_left_than_there_are_levels_begins_on_the_host() {
    let (mut roots, mut exhausted) = (Vec::new(), Exhausted::default());
    let first = vec![Move::FIRST];
    let root = Root { number: 7, cube: Cube::SOLVED.apply(&first), first };
    root.descend(PROOF_LEVELS + 2, &mut roots, &mut exhausted);
    // U and 15 moves; then as many as may follow D, R and F, L and B.
    assert_eq!(exhausted.counts, Counts { nodes: 1 + 15, look_ups: 0 });
    assert_eq!(roots.len(), 3 * 12 + 6 * 15 + 6 * 12);
    let different: std::collections::BTreeSet<_> = roots.iter().map(|root| root.first.clone()).collect();
    assert_eq!(different.len(), roots.len());
    for Root { number, cube, first } in &roots {
        assert_eq!((*number, first.len()), (7, 3));
        assert_eq!(*cube, Cube::SOLVED.apply(first));
        assert!(first.is_sorted_by(|one, next| one.may_precede(*next)));
    }
}
