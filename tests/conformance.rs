//! Every engine over every storage: the same tables, the same paths, the same solutions.
//!
//! The reference is the CPU with tables in memory. Without an adapter the GPU's part passes
//! without having run, unless CUBEBATCH_REQUIRE_GPU is set; `./ci` sets it and installs a
//! software driver.

use std::sync::Arc;
use std::thread;

use cubebatch::cube::random::Random;
use cubebatch::cube::{Algorithm, Face, Move};
use cubebatch::progress::Control;
use cubebatch::table::Table;
use cubebatch::{Cube, Method, Solution, SolveOptions, Solver};
use cubebatch_gpu::{Ceiling, Device, Gpu};
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::engine::descent::PhasedPath;
use cubebatch_search::engine::modified::{Modified, ModifiedTables};
use cubebatch_search::engine::{Engine, Load};
use cubebatch_tables::coord::phase1::PHASE1_MOVES;
use cubebatch_tables::coord::phase2::PHASE2_MOVES;
use cubebatch_tables::files::Library;
use cubebatch_tables::table::{Contents, Phase, SortedSpec, SortedTable};

/// The GPU engine on the first adapter; a kernel sees at most `max_binding` bytes.
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

/// All engines, the CPU first; kernels of the GPU see at most `max_binding` bytes.
fn engines(max_binding: u64) -> Vec<Arc<dyn Engine>> {
    std::iter::once(Arc::new(Cpu) as Arc<dyn Engine>).chain(gpu(max_binding)).collect()
}

fn build(engine: &dyn Engine, phase: Phase, depth: u8) -> Contents {
    engine.build(SortedSpec::new(phase, depth).unwrap().into(), &Control::default()).unwrap()
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
        contents.create(&path, &Control::default()).unwrap();
        let file = Table::open(&path).unwrap();
        let loaded = file.loaded(&mut |_, _| Ok(())).unwrap();
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

/// The ends of random walks from solved, of 0 to `longest` moves.
fn walks(moves: &[Move], longest: usize, count: usize) -> Vec<Cube> {
    let mut random = Random::new(40);
    let mut pick = || moves[random.below(moves.len() as u64) as usize];
    let mut walk = |length| Cube::SOLVED.apply(&(0..length).map(|_| pick()).collect::<Vec<_>>());
    (0..count).map(|i| walk(i % (longest + 1))).collect()
}

/// Runs the modified method with every engine over every storage, also where a kernel sees so little
/// that the tables are cut into slices; all find what the first finds.
fn paths(small: u64, [phase1, phase2]: [&Stored; 2], cubes: &[Cube]) -> Vec<PhasedPath> {
    let search = |engine: &dyn Engine, storage: usize| -> Vec<PhasedPath> {
        let tables = [phase1, phase2].map(|stored| sorted(&stored.tables[storage]));
        let [phase1, phase2] = tables;
        let search = Load::<Modified>::load(engine, &ModifiedTables::new(phase1, phase2)).unwrap();
        let paths = search.answers(cubes, &(), &Control::default()).unwrap();
        paths.into_iter().map(Result::unwrap).collect()
    };
    let reference = search(&Cpu, 0);
    for engine in engines(u64::MAX).iter().chain(&engines(small)[1..]) {
        for storage in 0..3 {
            assert!(search(&**engine, storage) == reference, "storage {storage}");
        }
    }
    reference
}

/// Solved, positions of G1 and of cosets that the tables know, and positions farther and farther away.
#[test]
fn paths_of_near_positions_are_the_same() {
    let mut cubes = walks(&PHASE1_MOVES, 24, 150);
    cubes.extend(walks(&PHASE2_MOVES, 34, 150));
    // The move tables of phase 2 take 5.5 MiB; with 6 both tables are cut.
    let tables = [Stored::new(Phase::One, 7), Stored::new(Phase::Two, 9)];
    let paths = paths(6 << 20, [&tables[0], &tables[1]], &cubes);
    assert!(paths.iter().any(|path| path.moves.is_empty()));
    assert!(paths.iter().any(|path| path.phase1_length == 0 && path.moves.len() > 10));
    assert!(paths.iter().any(|path| path.phase1_length > 8));
}

/// A turn of U or of D alone, or of both, and what they look like after one of R: nothing is left for phase 2 but to join.
#[test]
fn positions_beside_solved_are_the_same() {
    let turns = [None, Move::new(Face::U, 1), Move::new(Face::U, 2), Move::new(Face::D, 3)];
    let all =
        || turns.into_iter().chain([Move::new(Face::R, 1), Move::new(Face::R, 2), Move::new(Face::L, 3)]);
    let cubes: Vec<Cube> = all()
        .flat_map(|first| all().flat_map(move |second| all().map(move |third| [first, second, third])))
        .map(|moves| Cube::SOLVED.apply(&moves.into_iter().flatten().collect::<Vec<_>>()))
        .collect();
    let tables = [Stored::new(Phase::One, 4), Stored::new(Phase::Two, 6)];
    let paths = paths(6 << 20, [&tables[0], &tables[1]], &cubes);
    for (cube, path) in cubes.iter().zip(&paths) {
        assert!(cube.apply(&path.moves).is_solved());
    }
}

/// What is joined at the seam of the phases counts: the shortest solution is not always the first hit's.
#[test]
fn turns_that_go_on_at_the_seam_are_the_same() {
    let [quarter, half] = [Move::new(Face::R, 1), Move::new(Face::R, 2)].map(Option::unwrap);
    let mut random = Random::new(44);
    // Phase 1 is undone by a turn of R, and a half turn of R is a good beginning of phase 2.
    let cubes: Vec<Cube> = (0..300)
        .map(|i| {
            let moves: Vec<Move> = (0..i % 20).map(|_| PHASE2_MOVES[random.below(10) as usize]).collect();
            Cube::SOLVED.apply(&moves).turn(half).turn(quarter)
        })
        .collect();
    let tables = [Stored::new(Phase::One, 5), Stored::new(Phase::Two, 7)];
    let paths = paths(6 << 20, [&tables[0], &tables[1]], &cubes);
    let joined = |path: &&PhasedPath| Algorithm::from(&path.moves[..]).canonical().len() < path.moves.len();
    assert!(paths.iter().filter(joined).count() > 30);
}

/// A table of which some steps lead nowhere: an error that names it, or the same path.
#[test]
fn a_damaged_table_is_told() {
    let stored = [Stored::new(Phase::One, 6), Stored::new(Phase::Two, 8)];
    let folder = tempfile::tempdir().unwrap();
    let cubes: Vec<Cube> = Random::new(45).cubes().take(20).collect();
    for damaged in 0..2 {
        let mut files = [0, 1].map(|i| Library::new(stored[i]._folder.path()).path(stored[i].tables[1].id()));
        let mut bytes = std::fs::read(&files[damaged]).unwrap();
        // The last steps.
        let steps = bytes.len() * 2 / 3;
        bytes[steps..].fill(0);
        files[damaged] = folder.path().join(files[damaged].file_name().unwrap());
        std::fs::write(&files[damaged], bytes).unwrap();
        let [phase1, phase2] = files.map(|file| sorted(&Table::open(&file).unwrap()));
        let tables = ModifiedTables::new(phase1, phase2);
        let paths = |engine: &dyn Engine| {
            let search = Load::<Modified>::load(engine, &tables).unwrap();
            search.answers(&cubes, &(), &Control::default()).unwrap()
        };
        let reference = paths(&Cpu);
        let is_told = |path: &&Result<PhasedPath, _>| **path == Err(tables.ids()[damaged]);
        assert!(reference.iter().filter(is_told).count() > 2);
        for engine in &engines(u64::MAX)[1..] {
            assert_eq!(paths(&**engine), reference);
        }
    }
}

#[test]
fn solutions_of_random_positions_are_the_same() {
    let (phase1, phase2) = (Stored::new(Phase::One, 5), Stored::new(Phase::Two, 7));
    let mut random = Random::new(41);
    let cubes: Vec<Cube> = (0..100).map(|_| random.cube()).collect();
    let solve = |engine: Arc<dyn Engine>, storage: usize, cubes: &[Cube]| -> Vec<Solution> {
        let builder = Solver::builder().method(Method::Modified).on(engine).phase1_depth(5).phase2_depth(7);
        let tables = [&phase1, &phase2].map(|stored| stored.tables[storage].clone());
        let builder = tables.into_iter().fold(builder, |builder, table| builder.table(table));
        let solver = builder.tables(env!("CARGO_TARGET_TMPDIR")).open().unwrap();
        solver.solve_batch(cubes, &SolveOptions::default()).into_iter().map(Result::unwrap).collect()
    };
    let cpu: Arc<dyn Engine> = Arc::new(Cpu);
    let reference = solve(cpu.clone(), 0, &cubes);
    assert!(solve(cpu.clone(), 1, &cubes[..30]) == reference[..30]);
    assert!(solve(cpu, 2, &cubes[..30]) == reference[..30]);
    let Some(gpu) = gpu(Ceiling::LEAST.max_binding) else { return };
    assert!(solve(gpu.clone(), 1, &cubes) == reference);
    assert!(solve(gpu, 0, &cubes[..30]) == reference[..30]);
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
        solver.solve_batch(cubes, &SolveOptions::default()).into_iter().map(Result::unwrap).collect()
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
