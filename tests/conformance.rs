//! Every engine over every storage: the same tables, the same hits, the same solutions.
//!
//! The reference is the CPU with tables in memory. Without an adapter the GPU's part passes
//! without having run, unless CUBEBATCH_REQUIRE_GPU is set; `./ci` sets it and installs a
//! software driver.

use std::sync::Arc;
use std::thread;

use cubebatch::coord::phase1::{PHASE1_MOVES, Phase1};
use cubebatch::coord::phase2::{PHASE2_MOVES, Phase2};
use cubebatch::cube::Move;
use cubebatch::cube::random::Random;
use cubebatch::engine::candidates::{CandidateTables, Candidates, Hit};
use cubebatch::engine::gpu::{Ceiling, Device, Gpu};
use cubebatch::engine::{Engine, Load, cpu::Cpu};
use cubebatch::progress::Unwatched;
use cubebatch::table::{Contents, Library, Phase, SortedSpec, SortedTable, Table};
use cubebatch::{Cube, Limits, Method, Solution, Solver, Stop};

/// The GPU engine on the first adapter, a kernel seeing at most so many bytes.
fn gpu(max_binding: u64) -> Option<Arc<dyn Engine>> {
    match Device::open(None, Ceiling { max_binding, ..Ceiling::LEAST }) {
        Ok(device) => Some(Arc::new(Gpu::new(device))),
        Err(error) if std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_some() => panic!("{error}"),
        Err(error) => {
            eprintln!("not tested: {error}");
            None
        }
    }
}

/// All engines, the CPU first; kernels of the GPU see at most so many bytes.
fn engines(max_binding: u64) -> Vec<Arc<dyn Engine>> {
    std::iter::once(Arc::new(Cpu) as Arc<dyn Engine>).chain(gpu(max_binding)).collect()
}

fn build(engine: &dyn Engine, phase: Phase, depth: u8) -> Contents {
    engine.build(SortedSpec::new(phase, depth).unwrap().into(), &Unwatched).unwrap()
}

fn sorted(table: &Table) -> Arc<SortedTable> {
    let Table::Sorted(table) = table else { panic!("it is a sorted table") };
    table.clone()
}

/// A table in memory, the same one mapped from a file, and that loaded into memory.
struct Stored {
    tables: [Table; 3],
    _folder: tempfile::TempDir,
}

impl Stored {
    fn new(phase: Phase, depth: u8) -> Stored {
        let contents = build(&Cpu, phase, depth);
        let folder = tempfile::tempdir().unwrap();
        let path = Library::new(folder.path()).path(contents.id());
        contents.create(&path, &Unwatched).unwrap();
        let file = Table::open(&path).unwrap();
        let loaded = file.loaded().unwrap();
        Stored { tables: [contents.into(), file, loaded], _folder: folder }
    }
}

#[test]
fn tables_are_the_same() {
    let engines = engines(u64::MAX);
    for (phase, depths) in [(Phase::One, &[1, 2, 3, 4, 5, 6][..]), (Phase::Two, &[1, 2, 4, 7])] {
        for &depth in depths {
            let reference = build(&Cpu, phase, depth);
            for engine in &engines[1..] {
                assert!(build(&**engine, phase, depth) == reference, "{}", reference.id());
            }
        }
    }
}

/// Where so many random moves lead from solved; 0 is among them.
fn walks(moves: &[Move], longest: usize, count: usize) -> Vec<Cube> {
    let mut random = Random::new(40);
    let mut pick = || moves[random.below(moves.len() as u64) as usize];
    let mut walk = |length| Cube::SOLVED.apply(&(0..length).map(|_| pick()).collect::<Vec<_>>());
    (0..count).map(|i| walk(i % (longest + 1))).collect()
}

/// Runs a search with every engine over every storage, also where a kernel sees so little
/// that the table is cut into slices; all find what the first finds.
fn hits(
    small: u64,
    table: &Stored,
    search: impl Fn(&dyn Engine, Arc<SortedTable>) -> Vec<Vec<Hit>>,
) -> Vec<Vec<Hit>> {
    let reference = search(&Cpu, sorted(&table.tables[0]));
    for engine in engines(u64::MAX).iter().chain(&engines(small)[1..]) {
        for table in &table.tables {
            assert!(search(&**engine, sorted(table)) == reference, "{}", table.id());
        }
    }
    reference
}

/// The sequences are too short for some of the positions, so that there are some without a hit.
#[test]
fn hits_of_phase_1_are_the_same() {
    let starts: Vec<Phase1> = walks(&PHASE1_MOVES, 15, 300).iter().map(Phase1::of).collect();
    // The move tables take 333 KiB; with 512 the table to depth 6 is cut into many slices.
    let hits = hits(512 << 10, &Stored::new(Phase::One, 6), |engine, table| {
        let search = Load::<Candidates<Phase1>>::load(engine, &CandidateTables::new(table, 3)).unwrap();
        search.answers(&starts, &(), &Stop::default()).unwrap()
    });
    assert!(hits.iter().any(|hits| hits.is_empty()) && hits.iter().flatten().any(|hit| hit.length == 3));
}

#[test]
fn hits_of_phase_2_are_the_same() {
    let starts: Vec<Phase2> = walks(&PHASE2_MOVES, 40, 200).iter().map(Phase2::of).collect();
    // The move tables take 5.5 MiB; with 6 the table to depth 9 is cut.
    let hits = hits(6 << 20, &Stored::new(Phase::Two, 9), |engine, table| {
        let search = Load::<Candidates<Phase2>>::load(engine, &CandidateTables::new(table, 4)).unwrap();
        search.answers(&starts, &(), &Stop::default()).unwrap()
    });
    assert!(hits.iter().any(|hits| hits.is_empty()) && hits.iter().any(|hits| hits.len() > 2));
}

#[test]
fn solutions_of_random_positions_are_the_same() {
    let (phase1, phase2) = (Stored::new(Phase::One, 5), Stored::new(Phase::Two, 7));
    let mut random = Random::new(41);
    let cubes: Vec<Cube> = (0..1000).map(|_| random.cube()).collect();
    let solve = |engine: Arc<dyn Engine>, storage: usize, cubes: &[Cube]| -> Vec<Solution> {
        let builder = Solver::builder().method(Method::Modified).on(engine).phase1_depth(5).phase2_depth(7);
        let tables = [&phase1, &phase2].map(|stored| stored.tables[storage].clone());
        let builder = tables.into_iter().fold(builder, |builder, table| builder.table(table));
        let solver = builder.tables(env!("CARGO_TARGET_TMPDIR")).open().unwrap();
        solver.solve_batch(cubes, &Limits::default()).into_iter().map(Result::unwrap).collect()
    };
    let cpu: Arc<dyn Engine> = Arc::new(Cpu);
    let reference = solve(cpu.clone(), 0, &cubes);
    assert!(solve(cpu.clone(), 1, &cubes[..100]) == reference[..100]);
    assert!(solve(cpu, 2, &cubes[..100]) == reference[..100]);
    let Some(gpu) = gpu(Ceiling::LEAST.max_binding) else { return };
    assert!(solve(gpu.clone(), 1, &cubes) == reference);
    assert!(solve(gpu, 0, &cubes[..100]) == reference[..100]);
}

#[test]
fn an_engine_answers_each_of_several_threads_as_if_it_were_alone() {
    let (phase1, phase2) = (build(&Cpu, Phase::One, 5), build(&Cpu, Phase::Two, 7));
    let tables = [Table::from(phase1), Table::from(phase2)];
    let solver = |engine: Arc<dyn Engine>| {
        let builder = Solver::builder().method(Method::Modified).on(engine).phase1_depth(5).phase2_depth(7);
        let builder = tables.iter().fold(builder, |builder, table| builder.table(table.clone()));
        builder.tables(env!("CARGO_TARGET_TMPDIR")).open().unwrap()
    };
    let solve = |solver: &Solver, cubes: &[Cube]| -> Vec<Solution> {
        solver.solve_batch(cubes, &Limits::default()).into_iter().map(Result::unwrap).collect()
    };
    let alone = solver(Arc::new(Cpu));
    for engine in engines(u64::MAX) {
        let shared = solver(engine);
        thread::scope(|scope| {
            for (seed, count) in [(42, 1), (43, 5), (44, 20)] {
                let (alone, shared) = (&alone, &shared);
                scope.spawn(move || {
                    let cubes: Vec<Cube> = Random::new(seed).cubes().take(count).collect();
                    let expected = solve(alone, &cubes);
                    (0..2).for_each(|_| assert!(solve(shared, &cubes) == expected, "{count} positions"));
                });
            }
        });
    }
}
