//! Solving by descent.

use std::sync::LazyLock;

use cubebatch::cube::random::Random;
use cubebatch::notation::parse_moves;
use cubebatch::progress::Control;
use cubebatch::{Cube, Method, Move, Solution, SolveOptions, Solver};
use cubebatch_cube::cube::HTM;
use cubebatch_gpu::{Ceiling, Device, Gpu, canary};
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::engine::descent::{CompleteTables, Descent};
use cubebatch_search::engine::two_phase::{TwoPhase, TwoPhaseLimits, TwoPhaseTables};
use cubebatch_search::engine::{EngineError, Load};
use cubebatch_tables::coord::{Phase1, Phase2};
use cubebatch_tables::table::{Complete, NEAR};

use super::{PHASE1, PHASE2, builder, builder_with_zeros, distance1, distance2, gpu, is_damaged};

/// The default number of ends of phase 1.
const ENDS: usize = 4;

static SOLVER: LazyLock<Solver> = LazyLock::new(|| builder().method(Method::Descent).open().unwrap());

fn solve(cubes: &[Cube], ends: usize) -> Vec<Solution> {
    solve_by(&SOLVER, cubes, &SolveOptions::default().ends(ends))
}

fn solve_by(solver: &Solver, cubes: &[Cube], limits: &SolveOptions) -> Vec<Solution> {
    solver.solve_batch(cubes, limits).into_iter().map(Result::unwrap).collect()
}

fn random_cubes(count: usize) -> Vec<Cube> {
    let mut random = Random::new(60);
    (0..count).map(|_| random.cube()).collect()
}

#[test]
fn four_ends_are_looked_at_unless_others_are_asked_for() {
    let cubes = random_cubes(200);
    let solutions = solve_by(&SOLVER, &cubes, &SolveOptions::default());
    assert_eq!(solutions, solve(&cubes, ENDS));
    assert_ne!(solutions, solve(&cubes, ENDS - 2));
    assert_ne!(solutions, solve(&cubes, ENDS + 2));
}

#[test]
fn each_length_is_the_sum_of_the_exact_distances() {
    let cubes = random_cubes(10_000);
    let mut total = 0;
    for (cube, solution) in cubes.iter().zip(solve(&cubes, ENDS)) {
        assert!(solution.solves(cube));
        let first = solution.phases().next().unwrap();
        let end = cube.apply(first);
        assert_eq!(Phase1::of(&end).code(), 0);
        assert_eq!(solution.phase_lengths[0] as i32, distance1(Phase1::of(cube)));
        let second = solution.phase_lengths[1] as i32;
        assert_eq!(second.max(NEAR.into()), distance2(Phase2::of(&end)));
        total += solution.length();
    }
    let mean = total as f64 / cubes.len() as f64;
    assert!((22.3..22.4).contains(&mean), "{mean}");
}

/// The least sum of distances over all shortest ways into G1, by a plain search.
/// `None` where only moves lead on that would have had to come before the last one.
fn least_sum(cube: &Cube, moves: &mut Vec<Move>) -> Option<i32> {
    let distance = distance1(Phase1::of(cube));
    if distance == 0 {
        return Some(moves.len() as i32 + distance2(Phase2::of(cube)));
    }
    let sums = Move::all().filter_map(|mv| {
        let follows = moves.last().is_none_or(|last| last.may_precede(mv));
        let next = cube.turn(mv);
        if !follows || distance1(Phase1::of(&next)) >= distance {
            return None;
        }
        moves.push(mv);
        let sum = least_sum(&next, moves);
        moves.pop();
        sum
    });
    sums.min()
}

#[test]
fn with_all_ends_the_best_shortest_way_is_found() {
    let cubes = random_cubes(300);
    for (cube, solution) in cubes.iter().zip(solve(&cubes, 1000)) {
        assert_eq!(Some(solution.length() as i32), least_sum(cube, &mut Vec::new()));
    }
}

#[test]
fn more_ends_are_never_worse_and_groups_make_no_difference() {
    let cubes = random_cubes(500);
    let few = solve(&cubes, 2);
    for (few, many) in few.iter().zip(solve(&cubes, 8)) {
        assert!(many.length() <= few.length());
    }
    let alone: Vec<Solution> = cubes.iter().flat_map(|&cube| solve(&[cube], 2)).collect();
    assert_eq!(alone, few);
}

#[test]
fn a_gpu_finds_the_same_solutions() {
    let Some(gpu) = gpu() else { return };
    let solver = builder().on(gpu).method(Method::Descent).open().unwrap();
    let mut cubes = random_cubes(5000);
    let near = ["", "R2", "U D2", "F2 U' B2", "R", "R U", "F R' D2", "U R2 F2 D"];
    cubes.extend(near.map(|text| Cube::SOLVED.apply(parse_moves(text).unwrap().moves())));
    for ends in [ENDS, 1, 9] {
        let cubes = if ends == ENDS { &cubes } else { &cubes[4900..] };
        let (found, expected) =
            (solve_by(&solver, cubes, &SolveOptions::default().ends(ends)), solve(cubes, ends));
        for (i, (found, expected)) in found.iter().zip(&expected).enumerate() {
            assert_eq!(found, expected, "cube {i} with {ends} ends");
        }
    }
}

/// What a GPU has to find before it is used.
#[test]
fn the_processor_finds_what_is_known_of_the_canary() {
    let tables = CompleteTables { phase1: PHASE1.table.clone(), phase2: PHASE2.table.clone() };
    let descents = Load::<Descent>::load(&Cpu, &tables).unwrap();
    let found = descents.answers(&canary::cubes(), &canary::DESCENT_ENDS, &Control::default()).unwrap();
    let found: Vec<_> = found.into_iter().map(|path| path.unwrap().moves).collect();
    assert_eq!(canary::digest(found.iter().map(Vec::as_slice)), canary::DESCENT);
    let tables = TwoPhaseTables { phase1: tables.phase1, phase2: tables.phase2 };
    let search = Load::<TwoPhase>::load(&Cpu, &tables).unwrap();
    let found = search.answers(&canary::cubes(), &TwoPhaseLimits::default(), &Control::default()).unwrap();
    let found: Vec<_> = found.into_iter().map(|solutions| solutions.unwrap().remove(0)).collect();
    assert_eq!(canary::digest(found.iter().map(Vec::as_slice)), canary::TWO_PHASE);
}

#[test]
fn a_gpu_too_small_for_the_tables_says_so() {
    let open = |max_binding, max_room| {
        Device::open(None, Ceiling { max_binding, max_room, ..Ceiling::LEAST }).map(Gpu::new)
    };
    let tables = CompleteTables { phase1: PHASE1.table.clone(), phase2: PHASE2.table.clone() };
    let refusal = |gpu: &Gpu| Load::<Descent>::load(gpu, &tables).err().unwrap();
    let Ok(gpu) = open(64 << 20, u64::MAX) else { return };
    assert_eq!(refusal(&gpu), EngineError::TooSmall { needed: 128 << 20, granted: 64 << 20 });
    let gpu = open(u64::MAX, 400 << 20).unwrap();
    assert_eq!(refusal(&gpu).to_string(), "the GPU has no memory for phase2-complete");
}

/// A table of zeros says that no move leads on from anywhere.
#[test]
fn a_damaged_table_is_named() {
    for damaged in [Complete::Phase1(HTM), Complete::Phase2] {
        let solver = builder_with_zeros(damaged).method(Method::Descent).open().unwrap();
        let solutions = solver.solve_batch(&random_cubes(20), &SolveOptions::default());
        assert_eq!(solutions.len(), 20);
        assert!(solutions.iter().all(|solution| is_damaged(solution, damaged)), "{solutions:?}");
    }
}

#[test]
fn positions_near_solved_take_as_many_moves_as_they_are_away() {
    let near = ["", "R2", "U D2", "F2 U' B2", "R", "R U", "F R' D2"];
    for text in near {
        let moves = parse_moves(text).unwrap();
        let moves = moves.moves();
        let solution = solve(&[Cube::SOLVED.apply(moves)], ENDS).remove(0);
        assert_eq!(solution.length(), moves.len(), "{text}: {:?}", solution.moves);
    }
}
