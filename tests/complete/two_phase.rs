//! The two-phase search.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use cubebatch::cube::random::Random;
use cubebatch::method::SolveOption;
use cubebatch::notation::parse_moves;
use cubebatch::progress::Control;
use cubebatch::{Cube, Face, Move, Solution, SolveOptions, Solver};
use cubebatch_cube::cube::HTM;
use cubebatch_cube::cube::symmetry::Symmetry;
use cubebatch_gpu::{Ceiling, Device, Gpu};
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::engine::two_phase::stages::stages;
use cubebatch_search::engine::two_phase::start::{direction_and_pre_moves, numbers};
use cubebatch_search::engine::two_phase::{TwoPhase, TwoPhaseLimits, TwoPhaseTables};
use cubebatch_search::engine::{EngineError, Load};
use cubebatch_search::error::Detail;
use cubebatch_tables::coord::phase1::PHASE1_MOVES;
use cubebatch_tables::coord::phase2::PHASE2_MOVES;
use cubebatch_tables::coord::{Phase1, Phase2};
use cubebatch_tables::table::Complete;

use super::{
    DISTANCES, PHASE1, PHASE2, PRUNING, builder, builder_over, builder_with_zeros, distance1, distance2, gpu,
    gpu_with, is_damaged,
};

static SOLVER: LazyLock<Solver> = LazyLock::new(|| builder().open().unwrap());

fn solve(cubes: &[Cube], limits: SolveOptions) -> Vec<Solution> {
    solve_by(&SOLVER, cubes, &limits)
}

fn solve_by(solver: &Solver, cubes: &[Cube], limits: &SolveOptions) -> Vec<Solution> {
    solver.solve_batch(cubes, limits).into_iter().map(Result::unwrap).collect()
}

fn at_most(max_length: u8) -> SolveOptions {
    SolveOptions::at_most(max_length)
}

fn random_cubes(seed: u64, count: usize) -> Vec<Cube> {
    let mut random = Random::new(seed);
    (0..count).map(|_| random.cube()).collect()
}

/// Solves and replays, and gives the mean length.
fn mean_length(cubes: &[Cube], max_length: u8) -> f64 {
    let solutions = solve(cubes, at_most(max_length));
    for (cube, solution) in cubes.iter().zip(&solutions) {
        assert!(solution.solves(cube));
        assert!(solution.length() <= max_length.into(), "{:?}", solution.moves);
    }
    solutions.iter().map(Solution::length).sum::<usize>() as f64 / cubes.len() as f64
}

#[test]
fn all_solutions_are_within_the_bound() {
    let cubes = random_cubes(80, 3000);
    assert!((21.8..22.0).contains(&mean_length(&cubes, 30)));
    assert!((20.5..20.7).contains(&mean_length(&cubes, 21)));
    assert!((19.6..19.9).contains(&mean_length(&cubes[..300], 20)));
}

/// All positions within `radius` of these moves from solved, with their distances.
fn ball(moves: &[Move], radius: u8) -> HashMap<Cube, u8> {
    let mut distances = HashMap::from([(Cube::SOLVED, 0)]);
    let mut level = vec![Cube::SOLVED];
    for distance in 1..=radius {
        let mut next = Vec::new();
        for cube in level.iter().flat_map(|cube| moves.iter().map(|&mv| cube.turn(mv))) {
            distances.entry(cube).or_insert_with(|| {
                next.push(cube);
                distance
            });
        }
        level = next;
    }
    distances
}

#[test]
fn a_search_to_the_end_finds_the_optimum() {
    let ball = ball(&PHASE1_MOVES, 4);
    let mut random = Random::new(81);
    let drawn = ball.iter().filter(|_| random.below(100) == 0);
    let (cubes, distances): (Vec<Cube>, Vec<u8>) = drawn.map(|(&cube, &distance)| (cube, distance)).unzip();
    for (solution, distance) in solve(&cubes, at_most(0)).iter().zip(distances) {
        assert_eq!(solution.length(), usize::from(distance));
    }
}

#[test]
fn a_search_to_the_end_is_not_longer_than_the_way_here() {
    let mut random = Random::new(97);
    let ways: Vec<Vec<Move>> = (0..600)
        .map(|i| (0..5 + i % 4).map(|_| Move::from_index(random.below(18) as usize)).collect())
        .collect();
    let cubes: Vec<Cube> = ways.iter().map(|way| Cube::SOLVED.apply(way)).collect();
    for (way, solution) in ways.iter().zip(solve(&cubes, at_most(0))) {
        assert!(solution.length() <= way.len(), "{way:?}");
    }
}

/// The shortest solutions whose phase 1 continues from here for `left` moves; `None` if there are none.
fn shortest(cube: &Cube, last: Option<Move>, left: usize) -> Option<usize> {
    let distance = distance1(Phase1::of(cube));
    if distance > left as i32 {
        return None;
    }
    if left == 0 {
        // The table does not distinguish positions near solved.
        static NEAR: LazyLock<HashMap<Cube, u8>> = LazyLock::new(|| ball(&PHASE2_MOVES, 3));
        return Some(NEAR.get(cube).map_or(distance2(Phase2::of(cube)) as usize, |&near| near.into()));
    }
    let next = Move::all().filter(|&mv| last.is_none_or(|last| last.may_precede(mv)));
    next.filter_map(|mv| Some(1 + shortest(&cube.turn(mv), Some(mv), left - 1)?)).min()
}

/// What a plain search finds.
struct Plain {
    /// The moves of both phases and the pre-moves.
    total: usize,
    phase1_length: usize,
}

impl Plain {
    /// A solution of this length goes with it. Where turns of one face meet and are joined, a turn in the other sense
    /// would have made a shorter solution, unless it is one of the first that were looked at.
    fn goes_with(&self, length: usize) -> bool {
        if self.phase1_length > 2 { length == self.total } else { length <= self.total }
    }
}

/// The images of a position in six directions.
fn images(cube: &Cube) -> [Cube; 6] {
    let turn = Symmetry::rotation(Face::R, 1).then(&Symmetry::rotation(Face::U, 1));
    let axes = [Symmetry::IDENTITY, turn, turn.then(&turn)];
    std::array::from_fn(|direction| {
        axes[direction % 3].conjugate(&if direction < 3 { *cube } else { cube.inverse() })
    })
}

/// The length of the shortest solution of a position that counts as near, if it has at most ten moves.
fn shortest_of_near(cube: &Cube) -> Option<usize> {
    fn is_solved_within(cube: &Cube, last: Option<Move>, left: usize) -> bool {
        let is_far = |image: &Cube| distance1(Phase1::of(image)) > left as i32;
        if left == 0 || images(cube).iter().any(is_far) {
            return *cube == Cube::SOLVED;
        }
        let mut next = Move::all().filter(|&mv| last.is_none_or(|last| last.may_precede(mv)));
        next.any(|mv| is_solved_within(&cube.turn(mv), Some(mv), left - 1))
    }
    let distances = images(cube).map(|image| distance1(Phase1::of(&image)));
    let is_near = distances.iter().sum::<i32>() <= 51 && distances.iter().all(|&distance| distance <= 10);
    (0..=10).filter(|_| is_near).find(|&length| is_solved_within(cube, None, length))
}

/// The end of phase 1 that [`TwoPhase`] describes.
fn plain_search(cube: &Cube, max_length: usize) -> Plain {
    let images = images(cube);
    for stage in stages(max_length as u8) {
        for number in numbers(stage.pre_moves.into()) {
            let (direction, pre_moves) = direction_and_pre_moves(number);
            let after =
                |is_other| Cube::SOLVED.apply(pre_moves.in_sense(is_other).moves()).then(&images[direction]);
            let cubes = [after(false), after(true)];
            if !stage.includes(distance1(Phase1::of(&cubes[0])) as u8) {
                continue;
            }
            let length = usize::from(stage.length());
            let of_first_move = |mv: Option<Move>| {
                let ways = cubes.iter().filter_map(|cube| match mv {
                    None => shortest(cube, None, 0),
                    Some(mv) => Some(1 + shortest(&cube.turn(mv), Some(mv), length - 1)?),
                });
                Some(pre_moves.moves().len() + ways.min()?)
            };
            let found: Vec<usize> = match length {
                0 => of_first_move(None).into_iter().collect(),
                _ => Move::all().filter_map(|mv| of_first_move(Some(mv))).collect(),
            };
            if let Some(&total) = found.iter().find(|&&total| total <= max_length) {
                return Plain { total, phase1_length: length };
            }
        }
    }
    unreachable!("every position has a solution of 20 moves")
}

/// A plain search finds a solution of this length, too.
fn assert_is_found(cube: &Cube, length: usize, max_length: usize) {
    if let Some(shortest) = shortest_of_near(cube) {
        return assert_eq!(length, shortest, "{cube:?}");
    }
    let plain = plain_search(cube, max_length);
    assert!(plain.goes_with(length), "{cube:?}: {length}, not {}", plain.total);
}

/// On the processor, with each choice of tables, also where others are asked for.
#[test]
fn no_short_scramble_has_a_longer_solution() {
    let solver = |memory: u64| builder().memory(memory).open().unwrap();
    let solvers = [2 << 30, 600 << 20, 150_000_000, 130_000_000].map(solver);
    for length in 1..=8 {
        let mut random = Random::new(305 + length as u64);
        let scrambles: Vec<Cube> = (0..30)
            .map(|_| {
                (0..length)
                    .fold(Cube::SOLVED, |cube, _| cube.turn(Move::from_index(random.below(18) as usize)))
            })
            .collect();
        for limits in [at_most(21), at_most(20), at_most(18).max_nodes(10), at_most(22).solutions(3)] {
            let found = solvers.each_ref().map(|solver| solve_by(solver, &scrambles, &limits));
            for (cube, solution) in scrambles.iter().zip(&found[0]) {
                assert!(solution.length() <= length, "{limits:?}: {cube:?}: {solution}");
            }
            assert!(found.iter().all(|other| *other == found[0]), "{limits:?}");
        }
    }
}

#[test]
fn lengths_are_those_of_a_plain_search() {
    let mut random = Random::new(84);
    let mut cubes = random_cubes(85, 15);
    // Near ones, whose phase 1 is short.
    cubes.extend((0..60).map(|i| {
        let moves = (0..3 + i % 8).map(|_| Move::from_index(random.below(18) as usize));
        moves.fold(Cube::SOLVED, |cube, mv| cube.turn(mv))
    }));
    for max_length in [20, 21, 22, 30] {
        // The far ones take seconds each to 20 moves.
        let cubes = if max_length == 20 { &cubes[12..] } else { &cubes };
        for (cube, solution) in cubes.iter().zip(solve(cubes, at_most(max_length))) {
            assert_is_found(cube, solution.length(), max_length.into());
        }
    }
}

/// Walks of `moves` moves, each from solved.
fn walks(seed: u64, count: usize, moves: usize) -> Vec<Cube> {
    let mut random = Random::new(seed);
    let mut walk = || (0..moves).map(|_| Move::from_index(random.below(18) as usize)).collect::<Vec<_>>();
    (0..count).map(|_| Cube::SOLVED.apply(&walk())).collect()
}

#[test]
fn lengths_within_tight_bounds_are_those_of_a_plain_search() {
    for moves in 4..12 {
        let cubes = walks(98, 100, moves);
        for (cube, solution) in cubes.iter().zip(solve(&cubes, at_most(moves as u8))) {
            assert_is_found(cube, solution.length(), moves);
        }
    }
}

#[test]
fn solved_is_solved_by_nothing_and_g1_by_few_moves() {
    assert!(solve(&[Cube::SOLVED], at_most(20))[0].moves.is_empty());
    let g1 = after("R2 U F2 D' L2");
    assert_eq!(distance1(Phase1::of(&g1)), 0);
    let solution = &solve(&[g1], at_most(20))[0];
    assert_eq!(solution.length() as i32, distance2(Phase2::of(&g1)));
}

fn after(moves: &str) -> Cube {
    Cube::SOLVED.apply(parse_moves(moves).unwrap().moves())
}

#[test]
fn a_budget_ends_with_the_best_so_far() {
    let cubes = random_cubes(82, 200);
    let few = solve(&cubes, at_most(18).max_nodes(100));
    let many = solve(&cubes, at_most(18).max_nodes(5000));
    let total = |solutions: &[Solution]| solutions.iter().map(Solution::length).sum::<usize>();
    assert!(few.iter().zip(&many).all(|(few, many)| many.length() <= few.length()));
    assert!(total(&many) < total(&few));
}

#[test]
fn damaged_tables_are_told() {
    for (damaged, memory) in [
        (Complete::Phase1(HTM), 2 << 30),
        (Complete::Phase2, 2 << 30),
        (Complete::Phase1Distances(HTM), 150_000_000),
    ] {
        let solver = builder_with_zeros(damaged).memory(memory).open().unwrap();
        let solutions = solver.solve_batch(&random_cubes(87, 20), &SolveOptions::default());
        assert_eq!(solutions.len(), 20);
        assert!(solutions.iter().all(|solution| is_damaged(solution, damaged)), "{solutions:?}");
    }
}

#[test]
fn time_is_a_budget_too() {
    let cubes = random_cubes(86, 3);
    // Without the budget it takes hours.
    let solutions = solve(&cubes, at_most(15).max_time(Duration::from_millis(50)));
    assert!(solutions.iter().all(|solution| solution.length() > 15), "time ended the search");
    assert!(cubes.iter().zip(&solutions).all(|(cube, solution)| solution.solves(cube)));
}

#[test]
fn an_answer_is_handed_on_when_it_is_known() {
    let tables = TwoPhaseTables { phase1: PHASE1.table.clone(), phase2: PHASE2.table.clone() };
    let search = Load::<TwoPhase>::load(&Cpu, &tables).unwrap();
    let limits = TwoPhaseLimits { max_length: 17, max_nodes: 200_000, ..TwoPhaseLimits::default() };
    let cubes = [random_cubes(88, 1), walks(89, 300, 6)].concat();
    let mut handed_on = Vec::new();
    let mut hand_on = |number, answer| handed_on.push((number, answer));
    search.run(&cubes, &limits, &Control::default(), &mut hand_on).unwrap();
    assert_eq!(handed_on.last().unwrap().0, 0, "the others do not wait for the hard one");
    handed_on.sort_by_key(|(number, _)| *number);
    assert!(handed_on.iter().map(|(number, _)| *number).eq(0..cubes.len()), "each is answered once");
    for (cube, (_, answer)) in cubes.iter().zip(handed_on) {
        assert_eq!(search.answers(&[*cube], &limits, &Control::default()), Ok(vec![answer]));
    }
}

#[test]
fn answers_do_not_depend_on_company() {
    let cubes = random_cubes(83, 60);
    let together = solve(&cubes, at_most(21));
    let alone: Vec<Solution> = cubes.iter().flat_map(|&cube| solve(&[cube], at_most(21))).collect();
    assert_eq!(together, alone);
}

/// Positions for which some hundred thousand nodes are expanded, so that threads share the search.
#[test]
fn threads_that_share_a_hard_position_find_what_one_finds() {
    let hard = [
        "BFBFUUUDFDLRDRBRUDFFLRFRLFBDLUBDRRLRURLBLBUUBDULLBDFDF",
        "RBBLUFLBLFULURURLUDDDFFRLDDURBUDDBFFDFBBLDUBFURFLBLRRR",
    ];
    let cubes: Vec<Cube> = hard.iter().map(|position| position.parse().unwrap()).collect();
    let solutions = |threads: usize| -> Vec<Solution> {
        let solver = builder().threads(threads).open().unwrap();
        let pairs = cubes.iter().copied().enumerate();
        solver.solve_all(pairs, &at_most(18)).map(|(_, solution)| solution.unwrap()).collect()
    };
    let alone = solutions(1);
    assert!(alone.iter().all(|solution| solution.length() <= 18));
    for threads in [2, 3, 7] {
        assert_eq!(solutions(threads), alone, "{threads} threads");
    }
}

fn solver_on(gpu: Arc<Gpu>) -> Solver {
    builder().on(gpu).open().unwrap()
}

/// A GPU finds the CPU's solutions, move by move.
fn assert_same_on(on_gpu: &Solver, cubes: &[Cube], limits: &SolveOptions) {
    let (found, expected) = (solve_by(on_gpu, cubes, limits), solve(cubes, limits.clone()));
    for ((cube, found), expected) in cubes.iter().zip(&found).zip(&expected) {
        assert_eq!(found, expected, "{limits:?}: {cube:?}");
    }
}

#[test]
fn a_gpu_finds_the_same_solutions() {
    let Some(gpu) = gpu() else { return };
    // More than it takes at a time.
    let mut cubes = random_cubes(84, 1300);
    cubes[700] = Cube::SOLVED;
    // The superflip (M. Reid, 1995).
    cubes[701] = after("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
    let on_gpu = solver_on(gpu);
    assert_same_on(&on_gpu, &cubes, &at_most(30));
    assert_same_on(&on_gpu, &cubes, &at_most(22));
    assert_same_on(&on_gpu, &cubes[300..800], &at_most(21));
    assert_same_on(&on_gpu, &cubes[650..750], &at_most(20));
    assert_same_on(&on_gpu, &walks(99, 300, 9), &at_most(9));
    for nodes in [0, 1, 1000, 5000] {
        assert_same_on(&on_gpu, &cubes[690..740], &at_most(17).max_nodes(nodes));
    }
}

#[test]
fn a_gpu_finds_the_optimum_near_solved() {
    let Some(gpu) = gpu() else { return };
    let walks =
        ["", "R2", "U D2", "F2 U' B2", "R", "R U", "F R' D2", "U R2 F2 D", "R2 U F2 D' L2", "B L F' U2"];
    assert_same_on(&solver_on(gpu), &walks.map(after), &at_most(0));
}

#[test]
fn a_budget_ends_a_search_on_a_gpu() {
    let Some(gpu) = gpu() else { return };
    let cubes = random_cubes(85, 200);
    let first = solve(&cubes, at_most(30));
    let total = |solutions: &[Solution]| solutions.iter().map(Solution::length).sum::<usize>();
    let on_gpu = solver_on(gpu);
    let assert_no_longer = |limits: SolveOptions, gain: usize| {
        let best = solve_by(&on_gpu, &cubes, &limits);
        assert!(best.iter().zip(&first).all(|(best, first)| best.length() <= first.length()));
        assert!(total(&best) + gain <= total(&first));
    };
    assert_no_longer(at_most(17).max_nodes(5000), 100);
    assert_no_longer(at_most(17).max_time(Duration::from_millis(5)), 0);
}

#[test]
fn a_gpu_refuses_to_find_several_solutions() {
    let Some(gpu) = gpu() else { return };
    let refused = solver_on(gpu).solve(&Cube::SOLVED, &at_most(21).solutions(2)).unwrap_err();
    assert!(matches!(refused.detail(), Detail::Engine(EngineError::Unsupported(_))), "{refused}");
    assert_eq!(refused.to_string(), "a search for several solutions does not run on a GPU");
}

#[test]
fn where_kernels_see_few_buffers_the_complete_table_of_phase_2_is_not_searched() {
    let Some(gpu) = gpu_with(Ceiling::LEAST) else { return };
    let refused = builder().on(gpu).open().and_then(|solver| solver.solve(&Cube::SOLVED, &at_most(21)));
    let refused = refused.unwrap_err();
    assert!(matches!(refused.detail(), Detail::Engine(EngineError::Unsupported(_))), "{refused}");
}

#[test]
fn a_gpu_that_searches_phase_2_finds_the_same_solutions() {
    // A kernel sees few buffers everywhere.
    let Some(gpu) = gpu_with(Ceiling::LEAST) else { return };
    let searching = builder().on(gpu.clone()).memory(600 << 20).open().unwrap();
    let mut cubes = random_cubes(94, 60);
    cubes.extend(["", "R2", "U D2", "R", "F R' D2", "R2 U F2 D' L2"].map(after));
    for limits in [at_most(30), at_most(21), at_most(20).max_nodes(2000)] {
        assert!(solve_by(&searching, &cubes, &limits) == solve(&cubes, limits.clone()), "{limits:?}");
    }
    // By zeros all ways are searched, which a device gives up, and the processor does not.
    let cubes = walks(92, 40, 6);
    let giving_up =
        builder_with_zeros(Complete::Phase2Pruning(HTM)).on(gpu).memory(600 << 20).open().unwrap();
    assert!(solve_by(&giving_up, &cubes, &at_most(6)) == solve(&cubes, at_most(6)));
}

#[test]
fn a_gpu_too_small_for_the_tables_says_so() {
    let most_buffers = Ceiling::default().most_buffers;
    let open = |max_binding, max_room| {
        Device::open(None, Ceiling { max_binding, max_room, most_buffers, ..Ceiling::LEAST }).map(Gpu::new)
    };
    let tables = TwoPhaseTables { phase1: PHASE1.table.clone(), phase2: PHASE2.table.clone() };
    let refusal = |gpu: &Gpu| Load::<TwoPhase>::load(gpu, &tables).err().unwrap();
    let Ok(gpu) = open(64 << 20, u64::MAX) else { return };
    assert_eq!(refusal(&gpu), EngineError::TooSmall { needed: 128 << 20, granted: 64 << 20 });
    let gpu = open(u64::MAX, 400 << 20).unwrap();
    assert_eq!(refusal(&gpu).to_string(), "the GPU has no memory for phase2-complete");
}

#[test]
fn with_the_pruning_table_of_phase_2_the_solutions_are_the_same() {
    let searching = builder().memory(600 << 20).open().unwrap();
    let mut cubes = random_cubes(94, 300);
    cubes.extend(["", "R2", "U D2", "R", "F R' D2", "R2 U F2 D' L2"].map(after));
    for limits in [at_most(30), at_most(21), at_most(20).max_nodes(2000), at_most(22).solutions(3)] {
        let cubes = if limits.question().asks(SolveOption::Solutions) { &cubes[..300] } else { &cubes };
        assert!(solve_by(&searching, cubes, &limits) == solve(cubes, limits.clone()), "{limits:?}");
    }
}

#[test]
fn with_the_distances_of_phase_1_alone_the_solutions_are_the_same() {
    // Another table would have to be built.
    let folder = tempfile::tempdir().unwrap();
    let tables = [DISTANCES.table(), PRUNING.table()];
    let small = builder_over(tables).tables(folder.path()).memory(150_000_000).open().unwrap();
    let mut cubes = random_cubes(97, 300);
    cubes.extend(["", "R2", "U D2", "R", "F R' D2", "R2 U F2 D' L2"].map(after));
    for limits in
        [at_most(30), at_most(21), at_most(20), at_most(20).max_nodes(2000), at_most(22).solutions(3)]
    {
        assert!(solve_by(&small, &cubes, &limits) == solve(&cubes, limits.clone()), "{limits:?}");
    }
    // A search to the end finds the optimum.
    let cubes = walks(99, 40, 6);
    assert!(solve_by(&small, &cubes, &at_most(0)) == solve(&cubes, at_most(0)));
}

#[test]
fn without_tables_the_solutions_are_the_same() {
    // One byte less than the small tables and the memory of searches take.
    let small = builder().memory(35_227_359 + 55_803_136 + (48 << 20) - 1).open().unwrap();
    let mut cubes = random_cubes(98, 60);
    cubes.extend(["", "R2", "U D2", "R", "F R' D2", "R2 U F2 D' L2"].map(after));
    for limits in [at_most(30), at_most(21), at_most(22).solutions(3), at_most(21).max_nodes(30)] {
        // Several solutions, and an exact count of nodes, take longer.
        let is_plain =
            !limits.question().asks(SolveOption::Solutions) && !limits.question().asks(SolveOption::MaxNodes);
        let cubes = if is_plain { &cubes } else { &cubes[55..] };
        assert!(solve_by(&small, cubes, &limits) == solve(cubes, limits.clone()), "{limits:?}");
    }
    let cubes = &cubes[..15];
    assert!(solve_by(&small, cubes, &at_most(20)) == solve(cubes, at_most(20)));
    // A search to the end finds the optimum.
    let cubes = walks(99, 40, 6);
    assert!(solve_by(&small, &cubes, &at_most(0)) == solve(&cubes, at_most(0)));
}

#[test]
fn a_pruning_table_of_zeros_does_no_harm() {
    // Zeros let all ways be searched, which takes long: so these are near solved.
    let cubes = walks(92, 100, 6);
    let solver = builder_with_zeros(Complete::Phase2Pruning(HTM)).memory(600 << 20).open().unwrap();
    assert!(solve_by(&solver, &cubes, &at_most(6)) == solve(&cubes, at_most(6)));
}

/// All solutions that are found of each position.
fn several(cubes: &[Cube], limits: SolveOptions) -> Vec<Vec<Solution>> {
    solve(cubes, limits).iter().map(|solution| solution.all().cloned().collect()).collect()
}

#[test]
fn several_solutions_differ_and_hold() {
    let cubes = random_cubes(95, 200);
    for (max_length, solutions) in [(21, 2), (21, 7), (30, 20)] {
        for (cube, found) in cubes.iter().zip(several(&cubes, at_most(max_length).solutions(solutions))) {
            assert_eq!(found.len(), solutions);
            assert!(found.is_sorted_by_key(Solution::length));
            assert!(found.iter().all(|solution| solution.solves(cube)));
            assert!(found.iter().all(|solution| solution.length() <= max_length.into()));
            let different: HashSet<&[Move]> = found.iter().map(|solution| &*solution.moves).collect();
            assert_eq!(different.len(), solutions);
        }
    }
}

#[test]
fn the_solution_alone_is_among_several() {
    let cubes = random_cubes(96, 200);
    let alone = solve(&cubes, at_most(21));
    for (alone, found) in alone.iter().zip(several(&cubes, at_most(21).solutions(4))) {
        // Not always as the first: shorter ones that the search finds later come before it.
        assert!(found.iter().any(|solution| solution.moves == alone.moves));
    }
}

/// All shortest solutions of a position, as a plain search finds them.
fn all_of_length(cube: &Cube, last: Option<Move>, left: usize) -> Vec<Vec<Move>> {
    if left == 0 {
        return if cube.is_solved() { vec![Vec::new()] } else { Vec::new() };
    }
    let next = Move::all().filter(|&mv| last.is_none_or(|last| last.may_precede(mv)));
    let ways = next.flat_map(|mv| {
        let rest = all_of_length(&cube.turn(mv), Some(mv), left - 1);
        rest.into_iter().map(move |rest| [vec![mv], rest].concat())
    });
    ways.collect()
}

#[test]
fn of_many_solutions_the_shortest_are_found() {
    for moves in ["R U F", "R2 L2 U", "F2 R2 F2 R2", "R U R' U'"] {
        let cube = after(moves);
        let shortest =
            (0..).map(|length| all_of_length(&cube, None, length)).find(|all| !all.is_empty()).unwrap();
        // Without a bound the search goes on until nothing is shorter than the last.
        let found = several(&[cube], at_most(0).solutions(shortest.len())).remove(0);
        let mut found: Vec<Vec<Move>> = found.into_iter().map(|solution| solution.moves.into()).collect();
        found.sort();
        let mut shortest = shortest;
        shortest.sort();
        assert_eq!(found, shortest, "{moves}");
    }
}
