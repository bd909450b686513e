//! Tables hold what they should, and the solver makes of them what it should.
//!
//! Built tables are compared with plain breadth-first searches over whole cubes. Codes are
//! computed here from the colours of the stickers, as `tables/README.md` says.

mod stream;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use cubebatch::cube::random::Random;
use cubebatch::cube::{Algorithm, CORNERS, EDGES, Face, Move, Setup};
use cubebatch::method::SolveOption;
use cubebatch::progress::Control;
use cubebatch::table::Table;
use cubebatch::{Cube, Error, ErrorKind, Method, Solution, SolveOptions, Solver, SolverBuilder};
use cubebatch_cube::cube::canonical::Sequences;
use cubebatch_search::engine::Build;
use cubebatch_search::engine::candidates::{CandidateTables, Hit};
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::engine::cpu::candidates::Candidates;
use cubebatch_tables::coord::phase1::{PHASE1_MOVES, Phase1Moves, leaves_g1};
use cubebatch_tables::coord::phase2::{PHASE2_MOVES, Phase2Moves};
use cubebatch_tables::coord::{Phase1, Phase2, PhaseMoves};
use cubebatch_tables::table::{Contents, Lookups, Phase, SortedSpec, SortedTable, SortedView, path, verify};
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

fn spec(phase: Phase, depth: u8) -> SortedSpec {
    SortedSpec::new(phase, depth).unwrap()
}

fn build(spec: SortedSpec) -> Contents {
    Cpu.build(spec.into(), &Control::default()).unwrap()
}

fn sorted(table: &Table) -> &Arc<SortedTable> {
    let Table::Sorted(table) = table else { panic!("it is a sorted table") };
    table
}

fn view(table: &Table) -> SortedView<'_> {
    sorted(table).view()
}

/// A table in all storages: as it was built, mapped from its file, and loaded from there.
struct Stored {
    memory: Table,
    file: Table,
    loaded: Table,
}

impl Stored {
    fn build(spec: SortedSpec) -> Stored {
        let contents = build(spec);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{spec}.cube"));
        contents.create(&path, &Control::default()).unwrap();
        let file = Table::open_as(&path, spec.into()).unwrap();
        Stored { memory: contents.into(), loaded: file.loaded(&mut |_, _| Ok(())).unwrap(), file }
    }

    fn spec(&self) -> SortedSpec {
        sorted(&self.memory).spec()
    }

    fn all(&self) -> [&Table; 3] {
        [&self.memory, &self.file, &self.loaded]
    }

    fn views(&self) -> [SortedView<'_>; 3] {
        self.all().map(view)
    }
}

static PHASE1_4: LazyLock<Stored> = LazyLock::new(|| Stored::build(spec(Phase::One, 4)));
static PHASE1_5: LazyLock<Stored> = LazyLock::new(|| Stored::build(spec(Phase::One, 5)));
static PHASE2_7: LazyLock<Stored> = LazyLock::new(|| Stored::build(spec(Phase::Two, 7)));

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tables/golden").join(name)
}

// Codes from stickers.

/// Which cubie shows these colours, and the place of the sticker that comes first in its name.
fn cubie<const N: usize>(names: &[[Face; N]], colours: [Face; N]) -> (usize, usize) {
    let cubie = names.iter().position(|name| name.iter().all(|face| colours.contains(face))).unwrap();
    (cubie, colours.iter().position(|&colour| colour == names[cubie][0]).unwrap())
}

struct Cubies {
    corners: [(usize, usize); 8],
    edges: [(usize, usize); 12],
}

impl Cubies {
    fn of(cube: &Cube) -> Cubies {
        let setup = Setup::from(cube);
        Cubies {
            corners: setup.corners.map(|colours| cubie(&CORNERS, colours)),
            edges: setup.edges.map(|colours| cubie(&EDGES, colours)),
        }
    }
}

fn choose(n: usize, k: usize) -> usize {
    (0..k).map(|i| n.saturating_sub(i)).product::<usize>() / (1..=k).product::<usize>()
}

/// The rank of a set of numbers in the combinatorial number system.
fn set_rank(set: impl IntoIterator<Item = usize>) -> usize {
    let mut set: Vec<usize> = set.into_iter().collect();
    set.sort_unstable();
    set.iter().enumerate().map(|(i, &n)| choose(n, i + 1)).sum()
}

/// The number of smaller arrangements of the same numbers in lexicographic order.
fn lexicographic_rank(list: &[usize]) -> usize {
    let Some((first, rest)) = list.split_first() else { return 0 };
    let smaller = rest.iter().filter(|n| *n < first).count();
    smaller * (1..=rest.len()).product::<usize>() + lexicographic_rank(rest)
}

fn p0_code(cube: &Cube) -> u32 {
    let Cubies { corners, edges } = Cubies::of(cube);
    let twist = corners[..7].iter().fold(0, |number, (_, ori)| number * 3 + ori);
    let flip = edges[..11].iter().fold(0, |number, (_, ori)| number * 2 + ori);
    let slice = set_rank((0..12).filter(|&i| edges[i].0 >= 8).map(|i| 11 - i));
    ((twist * 2048 + flip) * 495 + slice) as u32
}

fn p1_code(cube: &Cube) -> u32 {
    let mut cube = *cube;
    for (face, layer) in [(Face::U, 0..4), (Face::D, 4..8)] {
        let edges = |cube: &Cube| Cubies::of(cube).edges[layer.clone()].iter().map(|edge| edge.0).collect();
        let is_normal = |edges: Vec<usize>| edges[3] == *edges.iter().max().unwrap();
        while !is_normal(edges(&cube)) {
            cube = cube.turn(Move::new(face, 1).unwrap());
        }
    }
    let Cubies { corners, edges } = Cubies::of(&cube);
    let (corners, edges) = (corners.map(|corner| corner.0), edges.map(|edge| edge.0));
    let [up, down] = [0, 4].map(|first| lexicographic_rank(&edges[first..first + 3]));
    let class = (set_rank(edges[..4].iter().copied()) * 6 + up) * 6 + down;
    ((class * 40_320 + lexicographic_rank(&corners)) * 24 + lexicographic_rank(&edges[8..])) as u32
}

fn random_moves(random: &mut Random, moves: &[Move], length: usize) -> Vec<Move> {
    (0..length).map(|_| moves[random.below(moves.len() as u64) as usize]).collect()
}

#[test]
fn codes_are_those_of_the_specification() {
    let mut random = Random::new(3);
    for _ in 0..2000 {
        let cube = random.cube();
        assert_eq!(Phase1::of(&cube).code(), p0_code(&cube));
        let cube = Cube::SOLVED.apply(&random_moves(&mut random, &PHASE2_MOVES, 30));
        assert_eq!(Phase2Moves::get().code(Phase2::of(&cube)), p1_code(&cube));
        assert_eq!(p0_code(&cube), 0);
    }
}

// Plain searches.

/// Codes of p0 at most some moves from 0: their depths, and a cube that has the code.
struct Phase1Oracle {
    found: HashMap<u32, (u8, Cube)>,
    deepest: u8,
}

static PHASE1_ORACLE: LazyLock<Phase1Oracle> = LazyLock::new(|| Phase1Oracle::search(5));

impl Phase1Oracle {
    fn search(deepest: u8) -> Phase1Oracle {
        let mut found = HashMap::from([(0, (0, Cube::SOLVED))]);
        let mut level = vec![Cube::SOLVED];
        for depth in 1..=deepest {
            let mut next = Vec::new();
            for cube in level.iter().flat_map(|cube| Move::all().map(|mv| cube.turn(mv))) {
                found.entry(p0_code(&cube)).or_insert_with(|| {
                    next.push(cube);
                    (depth, cube)
                });
            }
            level = next;
        }
        Phase1Oracle { found, deepest }
    }

    /// The distance of a cube to G1, if it is at most `limit`.
    fn distance(&self, cube: &Cube, limit: u8) -> Option<u8> {
        if let Some(&(depth, _)) = self.found.get(&p0_code(cube)) {
            return Some(depth).filter(|&depth| depth <= limit);
        }
        if limit <= self.deepest {
            return None;
        }
        Move::all().filter_map(|mv| self.distance(&cube.turn(mv), limit - 1)).min().map(|depth| depth + 1)
    }

    /// The smallest move that leads one move nearer to G1.
    fn first_move(&self, cube: &Cube, depth: u8) -> Option<Move> {
        let nearer = depth.checked_sub(1)?;
        Move::all().find(|&mv| self.distance(&cube.turn(mv), nearer).is_some())
    }

    /// The lexicographically least of the shortest ways into G1.
    fn least_way(&self, cube: &Cube, depth: u8) -> Vec<Move> {
        let mut cube = *cube;
        let step = |left| {
            let mv = self.first_move(&cube, left).unwrap();
            cube = cube.turn(mv);
            mv
        };
        (1..=depth).rev().map(step).collect()
    }
}

/// The places in `PHASE2_MOVES` of the least of the shortest solutions of a position.
type Places = Vec<u8>;

/// Positions of G1 at most `deepest` moves from solved, by level.
fn phase2_levels(deepest: usize) -> Vec<HashMap<Cube, Places>> {
    let mut levels = vec![HashMap::from([(Cube::SOLVED, Places::new())])];
    for depth in 1..=deepest {
        let mut next: HashMap<Cube, Places> = HashMap::new();
        for (cube, solution) in &levels[depth - 1] {
            for (m, mv) in PHASE2_MOVES.iter().enumerate() {
                let before = cube.turn(mv.inverse());
                if levels.iter().rev().take(2).any(|level| level.contains_key(&before)) {
                    continue;
                }
                let longer = [&[m as u8], solution.as_slice()].concat();
                let least = next.entry(before).or_insert_with(|| longer.clone());
                if longer < *least {
                    *least = longer;
                }
            }
        }
        levels.push(next);
    }
    levels
}

/// For each class at most `deepest` moves from solved the least way of its 16 positions.
fn phase2_oracle(deepest: usize) -> HashMap<u32, Places> {
    let mut cosets: HashMap<u32, Places> = HashMap::new();
    for level in phase2_levels(deepest) {
        let codes: Vec<(u32, Places)> =
            level.into_par_iter().map(|(cube, places)| (p1_code(&cube), places)).collect();
        for (code, places) in codes {
            let least = cosets.entry(code).or_insert_with(|| places.clone());
            if (places.len(), &places) < (least.len(), least) {
                *least = places;
            }
        }
    }
    cosets
}

#[test]
fn every_entry_of_phase_1_to_depth_5_is_that_of_a_plain_search() {
    let oracle = &*PHASE1_ORACLE;
    let firsts: HashMap<u32, Option<Move>> = oracle
        .found
        .par_iter()
        .map(|(&code, &(depth, cube))| (code, oracle.first_move(&cube, depth)))
        .collect();
    for depth in 1..=5 {
        let table = build(spec(Phase::One, depth)).into();
        let view = view(&table);
        let expected = oracle.found.values().filter(|&&(found, _)| found <= depth).count();
        assert_eq!(view.codes().count(), expected);
        for (code, place) in view.codes() {
            let step = view.first_move(place).map(|(depth, m)| (depth, PHASE1_MOVES[m]));
            let (depth, _) = oracle.found[&code];
            assert_eq!(step, firsts[&code].map(|mv| (depth, mv)), "code {code}");
        }
    }
}

#[test]
fn every_entry_of_phase_2_to_depth_7_is_that_of_a_plain_search() {
    let oracle = phase2_oracle(7);
    for depth in 1..=7 {
        let table = build(spec(Phase::Two, depth)).into();
        let view = view(&table);
        let expected = oracle.values().filter(|places| places.len() <= usize::from(depth)).count();
        assert_eq!(view.codes().count(), expected);
        for (code, place) in view.codes() {
            let places: Places = path::move_numbers(view.path(place).unwrap()).map(|m| m as u8).collect();
            assert_eq!(places, oracle[&code], "code {code}");
        }
    }
}

// Files.

/// The checksum noted for the file of a table.
fn noted_sum(spec: SortedSpec) -> String {
    let sums = fs::read_to_string(golden("v1/XXH3SUMS")).unwrap();
    let line = sums.lines().find(|line| line.ends_with(&format!("  {spec}.cube"))).unwrap();
    line["XXH3_".len()..].split(' ').next().unwrap().to_owned()
}

fn check_file(table: &Table, replays: u64) {
    let spec = sorted(table).spec();
    let verified = verify(table, replays).unwrap();
    assert_eq!((verified.table, verified.per_depth), (spec.into(), spec.per_depth()));
    assert_eq!(verified.replayed, replays.min(spec.entries()));
    let sum = format!("{:016x}", xxh3_64(&fs::read(table.path().unwrap()).unwrap()));
    assert_eq!(sum, noted_sum(spec), "{spec}");
}

#[test]
fn all_moves_of_all_entries_solve_their_codes_and_the_files_are_the_known_ones() {
    for stored in [&PHASE1_4, &PHASE1_5, &PHASE2_7] {
        check_file(&stored.file, u64::MAX);
        check_file(&stored.loaded, 100);
    }
}

#[test]
fn verify_replays_as_many_entries_as_asked() {
    for replays in [0, 1, 1000] {
        for table in [&PHASE1_5, &PHASE2_7].into_iter().flat_map(|stored| stored.all()) {
            assert_eq!(verify(table, replays).unwrap().replayed, replays);
        }
    }
}

#[test]
fn one_thread_builds_the_same_as_many() {
    for spec in [spec(Phase::One, 5), spec(Phase::Two, 7)] {
        let [one, many] = [1, 5].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| build(spec))
        });
        assert!(one == many, "{spec}");
    }
}

// Look-ups, the same for both storages.

#[test]
fn every_code_is_found_at_its_place() {
    for view in [&PHASE1_5, &PHASE2_7].into_iter().flat_map(|stored| stored.views()) {
        let codes: Vec<u32> = view.codes().map(|(code, _)| code).collect();
        assert_eq!(codes.len() as u64, view.spec().entries());
        assert!(codes.is_sorted_by(|a, b| a < b));
        for (place, &code) in codes.iter().enumerate() {
            assert_eq!(view.find(code), Some(place));
        }
    }
}

#[test]
fn no_other_code_is_found() {
    for view in [&PHASE1_5, &PHASE2_7].into_iter().flat_map(|stored| stored.views()) {
        let codes: Vec<u32> = view.codes().map(|(code, _)| code).collect();
        let neighbours = codes.iter().flat_map(|&code| [code.wrapping_sub(1), code + 1, code ^ 1 << 16]);
        let last = view.spec().phase().codes() as u32 - 1;
        let mut random = Random::new(5);
        let others = (0..200_000).map(|_| random.below(1 << 32) as u32).chain([last, last + 1, u32::MAX]);
        for code in neighbours.chain(others) {
            assert_eq!(view.find(code), codes.binary_search(&code).ok(), "{code}");
        }
    }
}

#[test]
fn look_ups_under_way_find_what_single_ones_find() {
    let mut random = Random::new(6);
    for view in [&PHASE1_5, &PHASE2_7].into_iter().flat_map(|stored| stored.views()) {
        let known: Vec<u32> = view.codes().map(|(code, _)| code).collect();
        let mut draw = || known[random.below(known.len() as u64) as usize] + random.below(2) as u32;
        let mut lookups = Lookups::new(view);
        // Nothing of one round may be left for the next.
        for length in 0..200 {
            let codes: Vec<u32> = (0..length).map(|_| draw()).collect();
            let mut found: Vec<(usize, usize)> = codes.iter().filter_map(|&code| lookups.add(code)).collect();
            found.extend(lookups.finish());
            let each = codes.iter().enumerate().filter_map(|(i, &code)| Some((i, view.find(code)?)));
            assert!(found.into_iter().eq(each), "{length} codes");
        }
    }
}

#[test]
fn memory_and_file_give_the_same_steps() {
    for stored in [&PHASE1_5, &PHASE2_7] {
        let [memory, file, loaded] = stored.views();
        for place in 0..stored.spec().entries() as usize + 1 {
            assert_eq!(memory.first_move(place), file.first_move(place));
            assert_eq!(memory.first_move(place), loaded.first_move(place));
            assert_eq!(memory.path(place), file.path(place));
            assert_eq!(memory.path(place), loaded.path(place));
        }
        assert!(memory.codes().eq(file.codes()) && memory.codes().eq(loaded.codes()));
    }
}

#[test]
fn steps_of_the_other_kind_are_none() {
    assert!((0..100).all(|place| view(&PHASE1_5.file).path(place).is_none()));
    assert!((0..100).all(|place| view(&PHASE2_7.file).first_move(place).is_none()));
}

// The search.

/// The hits of the shortest candidates that have any, one candidate after the other.
fn plain_hits<P: PhaseMoves>(
    moves: &P,
    table: SortedView,
    sequences: &Sequences,
    start: P::State,
) -> Vec<Hit> {
    let place_of = |mv: &Move| sequences.moves().iter().position(|other| other == mv).unwrap();
    let hits_of = |length: usize| -> Vec<Hit> {
        let hit = |number: u64| {
            let candidate = sequences.unrank(length, number);
            let end = candidate.iter().map(place_of).fold(start, |at, m| moves.turn(at, m));
            let entry = table.find(moves.code(end))? as u32;
            Some(Hit { length: length as u8, number: number as u32, entry })
        };
        (0..sequences.count(length)).filter_map(hit).collect()
    };
    (0..=sequences.longest()).map(hits_of).find(|hits| !hits.is_empty()).unwrap_or_default()
}

/// Where random moves lead from solved.
fn walks(seed: u64, moves: &[Move], lengths: impl Iterator<Item = usize>) -> Vec<Cube> {
    let mut random = Random::new(seed);
    lengths.map(|length| Cube::SOLVED.apply(&random_moves(&mut random, moves, length))).collect()
}

#[test]
fn phase_1_is_searched_like_one_candidate_after_the_other() {
    // Too short for some of these cubes, so that there are some without a hit.
    let tables = CandidateTables::new(sorted(&PHASE1_4.file).clone(), 3);
    let cubes = walks(30, &PHASE1_MOVES, (0..60).map(|i| i / 4));
    let starts: Vec<Phase1> = cubes.iter().map(Phase1::of).collect();
    let search = Candidates::first(Phase1Moves::get(), tables.clone());
    let hits: Vec<Vec<Hit>> = starts.iter().map(|&start| search.hits(start)).collect();
    for (&start, hit) in starts.iter().zip(&hits) {
        let plain = plain_hits(Phase1Moves::get(), tables.table.view(), &tables.sequences, start);
        assert!(hit.iter().eq(plain.first()));
    }
    assert!(hits.iter().any(|hit| hit.is_empty()) && hits.iter().flatten().any(|hit| hit.length == 3));
}

#[test]
fn phase_2_is_searched_like_one_candidate_after_the_other() {
    let tables = CandidateTables::new(sorted(&PHASE2_7.file).clone(), 4);
    let cubes = walks(31, &PHASE2_MOVES, (0..90).map(|i| i / 3));
    let starts: Vec<Phase2> = cubes.iter().map(Phase2::of).collect();
    let search = Candidates::new(Phase2Moves::get(), tables.clone());
    let hits: Vec<Vec<Hit>> = starts.iter().map(|&start| search.hits(start)).collect();
    for (&start, hits) in starts.iter().zip(&hits) {
        let plain = plain_hits(Phase2Moves::get(), tables.table.view(), &tables.sequences, start);
        assert_eq!(*hits, plain);
    }
    assert!(hits.iter().any(|hits| hits.is_empty()) && hits.iter().any(|hits| hits.len() > 2));
}

/// The shortest solution that a hit makes, by trying all turns of U and D in between.
fn joined_length(cube: &Cube, sequences: &Sequences, hit: &Hit) -> usize {
    let candidate = sequences.unrank(hit.length.into(), hit.number.into());
    let path = view(&PHASE2_7.file).path(hit.entry as usize).unwrap();
    let path: Algorithm = path::moves(path).collect();
    let joined = (0..16).filter_map(|turns| {
        let turns = [Move::new(Face::U, turns / 4), Move::new(Face::D, turns % 4)];
        let turns: Algorithm = turns.into_iter().flatten().collect();
        let moves = (Algorithm::from(&candidate[..]) + turns + &path).canonical();
        cube.apply(&moves).is_solved().then_some(moves.len())
    });
    joined.min().unwrap()
}

#[test]
fn of_several_hits_the_shortest_solution_is_taken() {
    let tables = CandidateTables::new(sorted(&PHASE2_7.file).clone(), 10);
    let cubes = walks(32, &PHASE2_MOVES, (0..60).map(|i| i % 30));
    let starts: Vec<Phase2> = cubes.iter().map(Phase2::of).collect();
    let solutions = solve(&PHASE1_5.file, &PHASE2_7.file, &cubes);
    let search = Candidates::new(Phase2Moves::get(), tables.clone());
    let hits: Vec<Vec<Hit>> = starts.iter().map(|&start| search.hits(start)).collect();
    let mut differ = 0;
    for ((cube, hits), solution) in cubes.iter().zip(&hits).zip(solutions) {
        let lengths: Vec<usize> =
            hits.iter().map(|hit| joined_length(cube, &tables.sequences, hit)).collect();
        assert_eq!(Some(&solution.length()), lengths.iter().min());
        differ += usize::from(lengths.iter().min() != lengths.first());
    }
    assert!(differ > 3, "{differ}");
}

// The solver.

/// A builder of the modified method with tables of these depths, in this folder if they are not given.
fn builder(phase1_depth: u8, phase2_depth: u8) -> SolverBuilder {
    let builder = Solver::builder().method(Method::Modified).tables(env!("CARGO_TARGET_TMPDIR"));
    builder.phase1_depth(phase1_depth).phase2_depth(phase2_depth)
}

fn try_to_solve(phase1: &Table, phase2: &Table, cubes: &[Cube]) -> Vec<Result<Solution, Error>> {
    let builder = builder(phase1.id().depth(), phase2.id().depth());
    let solver = builder.table(phase1.clone()).table(phase2.clone()).open().unwrap();
    cubes.par_chunks(4).flat_map_iter(|cubes| solver.solve_batch(cubes, &SolveOptions::default())).collect()
}

fn solve(phase1: &Table, phase2: &Table, cubes: &[Cube]) -> Vec<Solution> {
    try_to_solve(phase1, phase2, cubes).into_iter().map(Result::unwrap).collect()
}

#[test]
fn the_shallowest_tables_of_a_solver() {
    let refused = |phase1: u8, phase2: u8| builder(phase1, phase2).open().err().map(|error| error.option());
    assert_eq!(refused(4, 6), None);
    for (phase1, phase2) in [(3, 6), (9, 9)] {
        assert_eq!(refused(phase1, phase2), Some(Some(SolveOption::Phase1Depth)));
    }
    for (phase1, phase2) in [(4, 5), (7, 11)] {
        assert_eq!(refused(phase1, phase2), Some(Some(SolveOption::Phase2Depth)));
    }
}

/// Whether phase 1 ends where the solution says. When its last turn is followed by a half
/// turn of the opposite face, the two may have changed places.
fn is_in_g1_after_phase_1(cube: &Cube, solution: &Solution) -> bool {
    let (n, moves) = (solution.phase_lengths[0], &solution.moves);
    let after = |n: usize| p0_code(&cube.apply(&moves[..n])) == 0;
    let on_one_axis = n > 0 && moves.get(n).is_some_and(|mv| mv.face() == moves[n - 1].face().opposite());
    after(n) || on_one_axis && after(n + 1)
}

fn check_solutions(cubes: &[Cube], solutions: &[Solution]) {
    assert_eq!(cubes.len(), solutions.len());
    for (cube, solution) in cubes.iter().zip(solutions) {
        assert!(solution.solves(cube));
        assert!(is_in_g1_after_phase_1(cube, solution), "{:?}", solution.moves);
        assert!(solution.moves.is_sorted_by(|a, b| a.may_precede(*b)));
    }
}

#[test]
fn random_cubes_are_solved_the_same_from_memory_and_from_files() {
    let mut random = Random::new(8);
    let cubes: Vec<Cube> = (0..300).map(|_| random.cube()).collect();
    let [from_memory, from_files, loaded] =
        [0, 1, 2].map(|storage| solve(PHASE1_5.all()[storage], PHASE2_7.all()[storage], &cubes));
    check_solutions(&cubes, &from_memory);
    assert_eq!(from_memory, from_files);
    assert_eq!(from_memory, loaded);
}

/// Some hundred cubes at most 7 moves from solved.
fn near_cubes() -> Vec<Cube> {
    walks(12, &PHASE1_MOVES, [0, 1, 2, 3, 4, 5, 6, 7, 7, 7].into_iter().cycle().take(400))
}

#[test]
fn phase_1_is_as_short_as_a_plain_search_says() {
    let cubes = near_cubes();
    let solutions = solve(&PHASE1_5.file, &PHASE2_7.file, &cubes);
    check_solutions(&cubes, &solutions);
    let mut lengths = [0; 8];
    for (cube, solution) in cubes.iter().zip(&solutions) {
        let distance = PHASE1_ORACLE.distance(cube, 7).unwrap();
        assert_eq!(solution.phase_lengths[0], usize::from(distance));
        lengths[usize::from(distance)] += 1;
    }
    assert!(lengths.iter().all(|&count| count > 3), "{lengths:?}");
}

#[test]
fn phase_1_is_the_lexicographically_least_of_the_shortest() {
    let oracle = &*PHASE1_ORACLE;
    let least = |cube: &Cube| oracle.least_way(cube, oracle.distance(cube, 7).unwrap());
    let ways: Vec<Algorithm> = near_cubes().par_iter().map(least).map(Algorithm::from).collect();
    // Solved the way back, these cubes have the same codes of phase 1 and nothing is left
    // to do in phase 2.
    let cubes: Vec<Cube> = ways.iter().map(|way| Cube::SOLVED * &way.inverse()).collect();
    for phase1 in [&PHASE1_4, &PHASE1_5] {
        let solutions = solve(&phase1.file, &PHASE2_7.file, &cubes);
        for (solution, way) in solutions.iter().zip(&ways) {
            assert_eq!((&solution.moves, solution.phase_lengths[0]), (way, way.len()));
        }
    }
}

#[test]
fn deeper_tables_give_the_same_solutions() {
    let cubes = near_cubes();
    let [shallow, deep] = [&PHASE1_4, &PHASE1_5].map(|phase1| solve(&phase1.file, &PHASE2_7.file, &cubes));
    assert_eq!(shallow, deep);
}

#[test]
fn a_solved_cube_needs_no_moves() {
    let solutions = solve(&PHASE1_5.file, &PHASE2_7.file, &[Cube::SOLVED]);
    let [solution] = &solutions[..] else { panic!("{solutions:?}") };
    assert!(solution.moves.is_empty() && solution.others.is_empty());
    assert_eq!(solution.phase_lengths, [0, 0]);
    assert!(solve(&PHASE1_5.file, &PHASE2_7.file, &[]).is_empty());
}

#[test]
fn cubes_of_g1_have_no_phase_1() {
    let cubes = walks(13, &PHASE2_MOVES, 0..40);
    let solutions = solve(&PHASE1_5.file, &PHASE2_7.file, &cubes);
    check_solutions(&cubes, &solutions);
    for solution in solutions {
        assert_eq!(solution.phase_lengths[0], 0);
        assert!(!solution.moves.iter().any(|&mv| leaves_g1(mv)));
    }
}

#[test]
fn single_moves_are_solved_by_their_inverses() {
    let cubes: Vec<Cube> = Move::all().map(|mv| Cube::SOLVED.turn(mv)).collect();
    let solutions = solve(&PHASE1_5.file, &PHASE2_7.file, &cubes);
    for (mv, solution) in Move::all().zip(solutions) {
        assert_eq!(solution.moves, [mv.inverse()]);
    }
}

#[test]
fn the_superflip_is_solved() {
    let text = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    let named = |token: &str| Move::all().find(|mv| mv.to_string() == token).unwrap();
    let superflip = Cube::SOLVED.apply(&text.split(' ').map(named).collect::<Vec<_>>());
    assert_eq!(superflip, superflip.inverse());
    let solutions = solve(&PHASE1_5.file, &PHASE2_7.file, &[superflip]);
    check_solutions(&[superflip], &solutions);
    assert!(solutions[0].length() >= 20);
}

// The solver over damaged tables.

/// The table with `change` made to its residues and steps; the header stays sound.
fn damaged(table: &Table, name: &str, change: impl Fn(&mut [u8])) -> Table {
    let spec = sorted(table).spec();
    let mut bytes = fs::read(table.path().unwrap()).unwrap();
    let index_bytes = 4 * (spec.phase().codes() as usize).div_ceil(1 << 16) + 4;
    change(&mut bytes[(256 + index_bytes).next_multiple_of(64)..]);
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{spec}.cube"));
    _ = fs::remove_file(&path);
    fs::write(&path, bytes).unwrap();
    Table::open(&path).unwrap()
}

fn noise(bytes: &mut [u8]) {
    let mut random = Random::new(21);
    bytes.fill_with(|| random.below(256) as u8);
}

/// Neither panics nor gives a wrong solution, but names the damaged table's file where there is none.
fn check_damaged(phase1: &Table, phase2: &Table, damaged: &Table) {
    let mut random = Random::new(22);
    let cubes: Vec<Cube> = (0..40).map(|_| random.cube()).collect();
    let mut errors = 0;
    for (cube, solution) in cubes.iter().zip(try_to_solve(phase1, phase2, &cubes)) {
        match solution {
            Ok(solution) => assert!(solution.solves(cube)),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::DamagedTable, "{error}");
                assert_eq!((error.table(), error.path()), (Some(damaged.id()), damaged.path()));
                errors += 1;
            }
        }
    }
    assert!(errors > 0);
}

#[test]
fn a_damaged_table_of_phase_1_gives_errors() {
    let damaged = damaged(&PHASE1_5.file, "noise", noise);
    check_damaged(&damaged, &PHASE2_7.file, &damaged);
}

#[test]
fn a_damaged_table_of_phase_2_gives_errors() {
    let damaged = damaged(&PHASE2_7.file, "noise", noise);
    check_damaged(&PHASE1_5.file, &damaged, &damaged);
}

// Large tables.

fn check_large(spec: SortedSpec, replays: u64) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.cube");
    build(spec).create(&path, &Control::default()).unwrap();
    check_file(&Table::open_as(&path, spec.into()).unwrap(), replays);
}

#[test]
#[ignore = "nightly: replays 2.7 million entries"]
fn all_entries_of_phase_1_to_depth_6_and_of_phase_2_to_depth_8() {
    check_large(spec(Phase::One, 6), u64::MAX);
    check_large(spec(Phase::Two, 8), u64::MAX);
}

#[test]
#[ignore = "nightly: takes 2 GB of memory and 0.7 GB of disk"]
fn a_million_entries_of_the_deepest_tables() {
    check_large(spec(Phase::One, 8), 1_000_000);
    check_large(spec(Phase::Two, 10), 1_000_000);
}

#[test]
#[ignore = "nightly: builds all 18 tables"]
fn every_depth_gives_the_known_file() {
    for phase in Phase::ALL {
        for depth in phase.depths() {
            check_large(spec(phase, depth), 10_000);
        }
    }
}
