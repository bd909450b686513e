//! Times each rung from a look-up to a solved batch, on one thread, and asserts the
//! answers. `cargo bench`; tables are built in `target/bench-tables` on the first run.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use cubebatch::cube::Metric;
use cubebatch::cube::random::Random;
use cubebatch::pocket::{Distances, Facelets, Position};
use cubebatch::progress::Control;
use cubebatch::table::Table;
use cubebatch::table::build_table;
use cubebatch::{Cube, Limits, Method, Solver};
use cubebatch_cube::cube::canonical::Sequences;
use cubebatch_search::engine::Build;
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_tables::coord::phase1::{PHASE1_MOVES, Phase1Moves};
use cubebatch_tables::coord::phase2::{HALF_TURNS, PHASE2_MOVES, Phase2Moves};
use cubebatch_tables::coord::{Phase1, Phase2, PhaseMoves};
use cubebatch_tables::files::Library;
use cubebatch_tables::table::{Lookups, Phase, SortedSpec, SortedTable};

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
fn lookup(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("lookup");
    for (phase, depth) in [(Phase::One, 7), (Phase::One, 8), (Phase::Two, 9), (Phase::Two, 10)] {
        let table = table(phase, depth);
        let view = table.view();
        let mut random = Random::new(1);
        let codes: Vec<u32> = (0..1_000_000).map(|_| random.below(phase.codes()) as u32).collect();
        let expected = codes.iter().filter(|&&code| view.find(code).is_some()).count();
        let density = view.spec().entries() as f64 / phase.codes() as f64;
        assert!((expected as f64 / (codes.len() as f64 * density) - 1.0).abs() < 0.1);
        group.throughput(Throughput::Elements(codes.len() as u64));
        group.bench_function(view.spec().to_string(), |bencher| {
            bencher.iter(|| {
                let mut lookups = Lookups::new(view);
                let found = codes.iter().filter(|&&code| lookups.add(code).is_some()).count();
                assert_eq!(found + lookups.finish().count(), expected);
            });
        });
    }
    group.finish();
}

/// The codes of all candidates of one length from one position, without looking them up.
fn expansion(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("expansion");
    let phase1 = Sequences::new(&PHASE1_MOVES, &PHASE1_MOVES, 3);
    group.throughput(Throughput::Elements(3240));
    group.bench_function("phase 1, 3 moves", |bencher| {
        let start = Phase1::of(&Random::new(1).cube());
        bencher.iter(|| assert_eq!(expand(Phase1Moves::get(), &phase1, black_box(start), 3).1, 3240));
    });
    let phase2 = Sequences::new(&PHASE2_MOVES, &PHASE2_MOVES[..HALF_TURNS], 4);
    group.throughput(Throughput::Elements(1492));
    group.bench_function("phase 2, 4 moves", |bencher| {
        let start = Phase2::of(&Cube::SOLVED);
        bencher.iter(|| assert_eq!(expand(Phase2Moves::get(), &phase2, black_box(start), 4).1, 1492));
    });
    group.finish();
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
fn build(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("build");
    group.sample_size(10);
    for (phase, depth) in [(Phase::One, 6), (Phase::One, 7), (Phase::Two, 8), (Phase::Two, 9)] {
        let spec = SortedSpec::new(phase, depth).expect("the depth is in range");
        group.throughput(Throughput::Elements(spec.entries()));
        // `build` itself compares the counts at all depths with Table 1.
        group.bench_function(spec.to_string(), |bencher| {
            bencher.iter(|| Cpu.build(spec.into(), &Control::default()).expect("no one cancels"));
        });
    }
    group.finish();
}

/// Random positions; solutions are replayed by the solver.
fn solve(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("solve");
    let mut random = Random::new(1);
    let cubes: Vec<Cube> = (0..1000).map(|_| random.cube()).collect();
    group.throughput(Throughput::Elements(cubes.len() as u64));
    group.sample_size(10);
    for (phase1, phase2, moves) in [(7, 9, 22_977), (8, 10, 23_055)] {
        let builder = Solver::builder().method(Method::Modified).tables(library().folder());
        let solver = builder.phase1_depth(phase1).phase2_depth(phase2).open().expect("there is room");
        group.bench_function(format!("modified, depths {phase1} and {phase2}"), |bencher| {
            bencher.iter(|| {
                assert_eq!(solve_all(&solver, &cubes), moves);
            });
        });
    }
    let builder = Solver::builder().method(Method::Thistlethwaite).tables(library().folder());
    let solver = builder.open().expect("it needs no table");
    group.bench_function("Thistlethwaite", |bencher| {
        bencher.iter(|| assert_eq!(solve_all(&solver, &cubes), 30_796));
    });
    group.finish();
}

/// The pocket cube: all distances on all cores, and shortest solutions, each replayed.
fn pocket(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pocket");
    for metric in Distances::METRICS {
        group.throughput(Throughput::Elements(Position::COUNT as u64));
        group.bench_function(format!("distances, {metric}"), |bencher| {
            bencher.iter(|| {
                let distances = Distances::new(metric);
                assert_eq!(distances.histogram(), Distances::published(metric));
            });
        });
    }
    let mut random = Random::new(1);
    let mut draw = || Position::unrank(random.below(Position::COUNT as u64) as usize).facelets();
    let cubes: Vec<Facelets> = (0..10_000).map(|_| draw()).collect();
    group.throughput(Throughput::Elements(cubes.len() as u64));
    for (metric, moves) in [(Metric::HalfTurn, 87_516), (Metric::QuarterTurn, 106_729)] {
        let distances = Distances::new(metric);
        let length = |facelets: &Facelets| {
            let position = Position::of(facelets).expect("turns lead there");
            let solution = distances.solve(position).expect("the distances are right");
            assert!(facelets.apply(&solution).is_solved());
            solution.length(metric)
        };
        group.bench_function(format!("solve, {metric}"), |bencher| {
            bencher.iter(|| assert_eq!(cubes.iter().map(length).sum::<usize>(), moves));
        });
    }
    group.finish();
}

/// How many moves all solutions have.
fn solve_all(solver: &Solver, cubes: &[Cube]) -> usize {
    let solutions = solver.solve_batch(cubes, &Limits::default());
    solutions.into_iter().map(|solution| solution.expect("the CPU does not fail").length()).sum()
}

criterion_group!(benches, lookup, expansion, build, solve, pocket);
criterion_main!(benches);
