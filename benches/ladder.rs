//! Times each rung from a look-up to a solved batch, on one thread, and asserts the
//! answers. `cargo bench`; tables are built in `target/bench-tables` on the first run.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use cubebatch::cube::Metric;
use cubebatch::cube::random::Random;
use cubebatch::pocket::{Distances, PocketCube};
use cubebatch::progress::Control;
use cubebatch::table::Table;
use cubebatch::table::build_table;
use cubebatch::{Cube, Method, Solution, SolveOptions, Solver};
use cubebatch_cube::cube::canonical::Sequences;
use cubebatch_search::engine::Build;
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_tables::coord::phase1::{PHASE1_MOVES, Phase1Moves};
use cubebatch_tables::coord::phase2::{HALF_TURNS, PHASE2_MOVES, Phase2Moves};
use cubebatch_tables::coord::{Phase1, Phase2, PhaseMoves};
use cubebatch_tables::files::Library;
use cubebatch_tables::table::{Lookups, Phase, SortedSpec, SortedTable};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

fn library() -> Library {
    Library::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("target/bench-tables"))
}

fn table(phase: Phase, depth: u8) -> Arc<SortedTable> {
    let library = library();
    let spec = SortedSpec::new(phase, depth).expect("the depth is in range");
    if library.open(spec).expect("the table is sound").is_none() {
        build_table(&library, spec.into(), &Cpu, &Control::default()).expect("there is room");
    }
    let table = library.open(spec).expect("the table is sound").expect("the table was built");
    let Table::Sorted(table) = table else { panic!("{spec} is a sorted table") };
    table
}

/// Look-ups of uniformly random codes, each found with the table's density.
#[divan::bench(args = [(Phase::One, 7), (Phase::One, 8), (Phase::Two, 9), (Phase::Two, 10)])]
fn lookup(bencher: Bencher, (phase, depth): (Phase, u8)) {
    let table = table(phase, depth);
    let view = table.view();
    let mut random = Random::new(1);
    let codes: Vec<u32> = (0..1_000_000).map(|_| random.below(phase.codes()) as u32).collect();
    let expected = codes.iter().filter(|&&code| view.find(code).is_some()).count();
    let density = view.spec().entries() as f64 / phase.codes() as f64;
    assert!((expected as f64 / (codes.len() as f64 * density) - 1.0).abs() < 0.1);
    bencher.counter(ItemsCount::new(codes.len())).bench(|| {
        let mut lookups = Lookups::new(view);
        let found = codes.iter().filter(|&&code| lookups.add(code).is_some()).count();
        assert_eq!(found + lookups.finish().count(), expected);
    });
}

/// The codes of all candidates of 3 moves from one position, without looking them up.
#[divan::bench]
fn expansion_phase1(bencher: Bencher) {
    let sequences = Sequences::new(&PHASE1_MOVES, &PHASE1_MOVES, 3);
    let start = Phase1::of(&Random::new(1).cube());
    bencher
        .counter(ItemsCount::new(3240_u32))
        .bench(|| assert_eq!(expand(Phase1Moves::get(), &sequences, black_box(start), 3).1, 3240));
}

/// The same of 4 moves in phase 2.
#[divan::bench]
fn expansion_phase2(bencher: Bencher) {
    let sequences = Sequences::new(&PHASE2_MOVES, &PHASE2_MOVES[..HALF_TURNS], 4);
    let start = Phase2::of(&Cube::SOLVED);
    bencher
        .counter(ItemsCount::new(1492_u32))
        .bench(|| assert_eq!(expand(Phase2Moves::get(), &sequences, black_box(start), 4).1, 1492));
}

/// The sum and the number of the codes.
fn expand<P: PhaseMoves>(moves: &P, sequences: &Sequences, start: P::State, length: usize) -> (u64, usize) {
    fn go<P: PhaseMoves>(
        moves: &P,
        sequences: &Sequences,
        (at, after): (P::State, usize),
        left: usize,
        sum: &mut (u64, usize),
    ) {
        if left == 0 {
            *sum = (sum.0 + u64::from(moves.code(at)), sum.1 + 1);
            return;
        }
        for &m in sequences.choices(after, left) {
            go(moves, sequences, (moves.turn(at, m), m), left - 1, sum);
        }
    }
    let mut sum = (0, 0);
    go(moves, sequences, (start, sequences.start()), length, &mut sum);
    black_box(sum)
}

/// Whole tables in memory, on all cores.
#[divan::bench(args = [(Phase::One, 6), (Phase::One, 7), (Phase::Two, 8), (Phase::Two, 9)], sample_count = 10)]
fn build(bencher: Bencher, (phase, depth): (Phase, u8)) {
    let spec = SortedSpec::new(phase, depth).expect("the depth is in range");
    // `build` itself compares the counts at all depths with Table 1.
    bencher
        .counter(ItemsCount::new(spec.entries()))
        .bench(|| Cpu.build(spec.into(), &Control::default()).expect("no one cancels"));
}

/// Random positions by Lin's method with tables of these depths, and the moves of all solutions, which the solver replays.
#[divan::bench(args = [(7, 9, 22_977), (8, 10, 23_055)], sample_count = 10)]
fn solve_modified(bencher: Bencher, (phase1, phase2, moves): (u8, u8, usize)) {
    let builder = Solver::builder().method(Method::Modified).tables(library().folder());
    let solver = builder.phase1_depth(phase1).phase2_depth(phase2).open().expect("there is room");
    solve_all(bencher, &solver, moves);
}

#[divan::bench(sample_count = 10)]
fn solve_thistlethwaite(bencher: Bencher) {
    let builder = Solver::builder().method(Method::Thistlethwaite).tables(library().folder());
    solve_all(bencher, &builder.open().expect("it needs no table"), 30_796);
}

/// 1,000 random positions.
fn solve_all(bencher: Bencher, solver: &Solver, moves: usize) {
    let mut random = Random::new(1);
    let cubes: Vec<Cube> = (0..1000).map(|_| random.cube()).collect();
    bencher.counter(ItemsCount::new(cubes.len())).bench(|| {
        let solutions = solver.solve_batch(&cubes, &SolveOptions::default()).into_iter();
        let length = |solution: Result<Solution, _>| solution.expect("the CPU does not fail").length();
        assert_eq!(solutions.map(length).sum::<usize>(), moves);
    });
}

/// The pocket cube: all distances on all cores.
#[divan::bench(args = Distances::METRICS)]
fn pocket_distances(bencher: Bencher, metric: Metric) {
    bencher.counter(ItemsCount::new(PocketCube::COUNT)).bench(|| {
        let distances = Distances::new(metric);
        assert_eq!(distances.histogram(), Distances::published(metric));
    });
}

/// The pocket cube: shortest solutions, each replayed.
#[divan::bench(args = [(Metric::HalfTurn, 87_516), (Metric::QuarterTurn, 106_729)])]
fn pocket_solve(bencher: Bencher, (metric, moves): (Metric, usize)) {
    let mut random = Random::new(1);
    let mut draw = || PocketCube::unrank(random.below(PocketCube::COUNT as u64) as usize);
    let cubes: Vec<PocketCube> = (0..10_000).map(|_| draw()).collect();
    let distances = Distances::new(metric);
    let length = |cube: &PocketCube| {
        let solution = distances.solve(cube).expect("the distances are right");
        assert!(cube.apply(&solution).is_solved());
        solution.length(metric)
    };
    bencher
        .counter(ItemsCount::new(cubes.len()))
        .bench(|| assert_eq!(cubes.iter().map(length).sum::<usize>(), moves));
}
