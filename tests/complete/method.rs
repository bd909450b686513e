//! Solving by descent.

use std::fs;
use std::path::Path;
use std::process::Command;

use cubebatch::coord::{Phase1, Phase2};
use cubebatch::cube::random::Random;
use cubebatch::cube::{Cube, Move};
use cubebatch::engine::gpu::{Ceiling, Device, EngineError, Gpu};
use cubebatch::engine::{Engine, cpu::Cpu};
use cubebatch::notation::parse_moves;
use cubebatch::progress::Unwatched;
use cubebatch::solve::{Complete, Solution, SolveError, Solver};
use cubebatch::table::{CompleteTable, Library, Phase, Phase1Table, Phase2Table};

use super::{D1, D2, distance1, distance2};

fn solve(cubes: &[Cube], ends: usize) -> Vec<Solution> {
    solve_on(&Cpu, cubes, ends)
}

fn solve_on(engine: &dyn Engine, cubes: &[Cube], ends: usize) -> Vec<Solution> {
    let (ways, distances) = (Phase1Table::new(D1.entries()), Phase2Table::new(D2.entries()));
    let solutions = Complete::new(engine, ways, distances, ends).unwrap().solve(cubes).unwrap();
    solutions.into_iter().map(|solution| solution.unwrap()).collect()
}

fn random_cubes(count: usize) -> Vec<Cube> {
    let mut random = Random::new(60);
    (0..count).map(|_| random.cube()).collect()
}

#[test]
fn each_length_is_the_sum_of_the_exact_distances() {
    let cubes = random_cubes(10_000);
    let mut total = 0;
    for (cube, solution) in cubes.iter().zip(solve(&cubes, Complete::ENDS)) {
        assert!(solution.solves(cube));
        let first = solution.phases().next().unwrap();
        let end = cube.apply(first);
        assert_eq!(Phase1::of(&end).code(), 0);
        assert_eq!(solution.phase_lengths[0] as i32, distance1(Phase1::of(cube)));
        let second = solution.phase_lengths[1] as i32;
        assert_eq!(second.max(Phase::NEAR.into()), distance2(Phase2::of(&end)));
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

/// Without an adapter this passes without having run, unless CUBEBATCH_REQUIRE_GPU is set.
#[test]
fn a_gpu_finds_the_same_solutions() {
    // As much as every device lets a kernel see: the tables are cut.
    let ceiling = Ceiling { max_binding: 128 << 20, ..Ceiling::default() };
    let gpu = match Device::open(None, ceiling) {
        Ok(device) => Gpu::new(device),
        Err(error) if std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_some() => panic!("{error}"),
        Err(error) => return eprintln!("not tested: {error}"),
    };
    let mut cubes = random_cubes(5000);
    let near = ["", "R2", "U D2", "F2 U' B2", "R", "R U", "F R' D2", "U R2 F2 D"];
    cubes.extend(near.map(|text| Cube::SOLVED.apply(parse_moves(text).unwrap().moves())));
    for ends in [Complete::ENDS, 1, 9] {
        let cubes = if ends == Complete::ENDS { &cubes } else { &cubes[4900..] };
        let (found, expected) = (solve_on(&gpu, cubes, ends), solve(cubes, ends));
        for (i, (found, expected)) in found.iter().zip(&expected).enumerate() {
            assert_eq!(found, expected, "cube {i} with {ends} ends");
        }
    }
}

#[test]
fn a_gpu_too_small_for_the_tables_says_so() {
    let ways = Phase1Table::new(D1.entries());
    let open = |max_binding, max_table| Device::open(None, Ceiling { max_binding, max_table }).map(Gpu::new);
    let refusal = |gpu: &Gpu| gpu.descend(ways, Phase2Table::new(D2.entries()), 1).err().unwrap();
    let Ok(gpu) = open(64 << 20, u64::MAX) else { return };
    assert_eq!(refusal(&gpu), EngineError::TooSmall { needed: 128 << 20, granted: 64 << 20 });
    let gpu = open(u64::MAX, 400 << 20).unwrap();
    assert_eq!(refusal(&gpu).to_string(), "the GPU has no memory for d2");
}

/// A table of zeros says that no move leads on from anywhere.
#[test]
fn a_damaged_table_is_named() {
    let (zeros1, zeros2) = (vec![0; Phase::One.bytes()], vec![0; Phase::Two.bytes()]);
    let cubes = random_cubes(20);
    let solve = |d1: &[u8], d2: &[u8]| {
        let solver = Complete::new(&Cpu, Phase1Table::new(d1), Phase2Table::new(d2), Complete::ENDS);
        let solutions = solver.unwrap().solve(&cubes).unwrap();
        solutions.into_iter().map(Result::unwrap_err).collect::<Vec<_>>()
    };
    assert_eq!(solve(&zeros1, D2.entries()), vec![SolveError::Complete(Phase::One); 20]);
    assert_eq!(solve(D1.entries(), &zeros2), vec![SolveError::Complete(Phase::Two); 20]);
}

#[test]
fn positions_near_solved_take_as_many_moves_as_they_are_away() {
    let near = ["", "R2", "U D2", "F2 U' B2", "R", "R U", "F R' D2"];
    for text in near {
        let moves = parse_moves(text).unwrap();
        let moves = moves.moves();
        let solution = solve(&[Cube::SOLVED.apply(moves)], Complete::ENDS).remove(0);
        assert_eq!(solution.length(), moves.len(), "{text}: {:?}", solution.moves);
    }
}

/// The first rows of all forms, with and without the table of phase 2.
fn rows_hold_several_solutions(tables: &Path, input: &Path, cubes: &[Cube]) {
    let rows = |memory: &str, output: &str| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_cubebatch"));
        program.args(["solve", "--max-length", "20", "--solutions", "3", "--memory", memory]);
        program.args(["--output", output, "--tables"]).arg(tables).arg(input);
        let output = program.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let text = rows("2G", "text");
    assert_eq!(text, rows("600M", "text"));
    let (json, csv) = (rows("2G", "jsonl"), rows("2G", "csv"));
    assert_eq!(csv.lines().next(), Some("line,cube,solution,length,others,error"));
    assert_eq!(text.lines().count(), cubes.len());
    for (cube, ((text, json), csv)) in
        cubes.iter().zip(text.lines().zip(json.lines()).zip(csv.lines().skip(1)))
    {
        let solutions: Vec<&str> = text.split(", ").collect();
        assert_eq!(solutions.len(), 3);
        assert!(solutions.iter().all(|solution| {
            let moves = parse_moves(solution).unwrap();
            moves.moves().len() <= 20 && cube.apply(moves.moves()).is_solved()
        }));
        let row: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!((&row["solution"], &row["others"]), (&solutions[0].into(), &solutions[1..].into()));
        assert!(csv.contains(&format!(",{},", solutions[0])));
        assert!(csv.ends_with(&format!(",\"{}, {}\",", solutions[1], solutions[2])));
    }
}

#[test]
fn the_program_solves_with_complete_tables_and_tells_of_a_damaged_one() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("complete-tables");
    fs::create_dir_all(&folder).unwrap();
    let library = Library::new(&folder);
    for distances in [&D1, &D2] {
        CompleteTable::create(&library.path(distances.phase()), distances, &Unwatched).unwrap();
    }
    let cubes = random_cubes(100);
    let input = folder.join("cubes.txt");
    let lines: String = cubes.iter().map(|cube| cube.to_facelet_string() + "\n").collect();
    fs::write(&input, lines).unwrap();
    let run = || {
        let mut program = Command::new(env!("CARGO_BIN_EXE_cubebatch"));
        program.args(["solve", "--method", "complete", "--threads", "2", "--tables"]).arg(&folder);
        program.arg(&input).output().unwrap()
    };
    let output = run();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let solutions = String::from_utf8(output.stdout).unwrap();
    assert_eq!(solutions.lines().count(), cubes.len());
    for (line, solution) in solutions.lines().zip(solve(&cubes, Complete::ENDS)) {
        assert_eq!(parse_moves(line).unwrap().moves(), solution.moves);
    }

    rows_hold_several_solutions(&folder, &input, &cubes);

    let d2 = library.path(Phase::Two);
    let file = fs::OpenOptions::new().write(true).open(&d2).unwrap();
    file.set_len(1_000_000).unwrap();
    let refused = run();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("it has 1000000 bytes instead of 669634816"));
    fs::remove_dir_all(&folder).unwrap();
}
