//! Every engine over every storage: the same tables, the same hits, the same solutions.
//!
//! The reference is the CPU with tables in memory. Without an adapter the GPU's part passes
//! without having run, unless CUBEBATCH_REQUIRE_GPU is set; `./ci` sets it and installs a
//! software driver.

use cubebatch::coord::phase1::{PHASE1_MOVES, Phase1};
use cubebatch::coord::phase2::{HALF_TURNS, PHASE2_MOVES, Phase2};
use cubebatch::cube::canonical::Sequences;
use cubebatch::cube::random::Random;
use cubebatch::cube::{Cube, Move};
use cubebatch::engine::gpu::{Ceiling, Device, Gpu};
use cubebatch::engine::{Engine, Hit, cpu::Cpu};
use cubebatch::progress::Unwatched;
use cubebatch::solve::{Modified, Solution, Solver};
use cubebatch::table::{Kind, Library, SortedContents, SortedSpec, SortedView, Table};

/// The GPU engine on the first adapter, a kernel seeing at most so many bytes.
fn gpu(max_binding: u64) -> Option<Box<dyn Engine>> {
    match Device::open(None, Ceiling { max_binding, ..Ceiling::default() }) {
        Ok(device) => Some(Box::new(Gpu::new(device))),
        Err(error) if std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_some() => panic!("{error}"),
        Err(error) => {
            eprintln!("not tested: {error}");
            None
        }
    }
}

/// All engines, the CPU first; kernels of the GPU see at most so many bytes.
fn engines(max_binding: u64) -> Vec<Box<dyn Engine>> {
    std::iter::once(Box::new(Cpu) as Box<dyn Engine>).chain(gpu(max_binding)).collect()
}

fn build(engine: &dyn Engine, kind: Kind, depth: u8) -> SortedContents {
    engine.build(SortedSpec::new(kind, depth).unwrap(), &Unwatched).unwrap()
}

/// A table in memory, and the same one mapped from a file.
struct Stored {
    memory: SortedContents,
    file: Table,
    _folder: tempfile::TempDir,
}

impl Stored {
    fn new(kind: Kind, depth: u8) -> Stored {
        let memory = build(&Cpu, kind, depth);
        let folder = tempfile::tempdir().unwrap();
        let path = Library::new(folder.path()).path(memory.spec());
        Table::create(&path, &memory, &Unwatched).unwrap();
        Stored { memory, file: Table::open(&path).unwrap(), _folder: folder }
    }

    fn views(&self) -> [SortedView<'_>; 2] {
        [self.memory.view(), self.file.view()]
    }
}

#[test]
fn tables_are_the_same() {
    let engines = engines(u64::MAX);
    for (kind, depths) in [(Phase::One, &[1, 2, 3, 4, 5, 6][..]), (Phase::Two, &[1, 2, 4, 7])] {
        for &depth in depths {
            let reference = build(&Cpu, kind, depth);
            for engine in &engines[1..] {
                assert!(build(&**engine, kind, depth) == reference, "{}", reference.spec());
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
    search: impl Fn(&dyn Engine, SortedView) -> Vec<Vec<Hit>>,
) -> Vec<Vec<Hit>> {
    let reference = search(&Cpu, table.memory.view());
    for engine in engines(u64::MAX).iter().chain(&engines(small)[1..]) {
        for view in table.views() {
            assert!(search(&**engine, view) == reference, "{}", view.spec());
        }
    }
    reference
}

/// The sequences are too short for some of the positions, so that there are some without a hit.
#[test]
fn hits_of_phase_1_are_the_same() {
    let starts: Vec<Phase1> = walks(&PHASE1_MOVES, 15, 300).iter().map(Phase1::of).collect();
    // The move tables take 333 KiB; with 512 p0[6] is cut into many slices.
    let hits = hits(512 << 10, &Stored::new(Phase::One, 6), |engine, view| {
        let sequences = Sequences::new(&PHASE1_MOVES, &PHASE1_MOVES, 3);
        engine.phase1(view, sequences).unwrap().search(&starts).unwrap()
    });
    assert!(hits.iter().any(|hits| hits.is_empty()) && hits.iter().flatten().any(|hit| hit.length == 3));
}

#[test]
fn hits_of_phase_2_are_the_same() {
    let starts: Vec<Phase2> = walks(&PHASE2_MOVES, 40, 200).iter().map(Phase2::of).collect();
    // The move tables take 5.5 MiB; with 6 p1[9] is cut.
    let hits = hits(6 << 20, &Stored::new(Phase::Two, 9), |engine, view| {
        let sequences = Sequences::new(&PHASE2_MOVES, &PHASE2_MOVES[..HALF_TURNS], 4);
        engine.phase2(view, sequences).unwrap().search(&starts).unwrap()
    });
    assert!(hits.iter().any(|hits| hits.is_empty()) && hits.iter().any(|hits| hits.len() > 2));
}

#[test]
fn solutions_of_random_positions_are_the_same() {
    let (p0, p1) = (Stored::new(Phase::One, 5), Stored::new(Phase::Two, 7));
    let mut random = Random::new(41);
    let cubes: Vec<Cube> = (0..1000).map(|_| random.cube()).collect();
    let solve = |engine: &dyn Engine, storage: usize, cubes: &[Cube]| -> Vec<Solution> {
        let solver = Modified::new(engine, p0.views()[storage], p1.views()[storage]).unwrap();
        solver.solve(cubes).unwrap().into_iter().map(Result::unwrap).collect()
    };
    let reference = solve(&Cpu, 0, &cubes);
    assert!(solve(&Cpu, 1, &cubes[..100]) == reference[..100]);
    let Some(gpu) = gpu(u64::MAX) else { return };
    assert!(solve(&*gpu, 1, &cubes) == reference);
    assert!(solve(&*gpu, 0, &cubes[..100]) == reference[..100]);
}
