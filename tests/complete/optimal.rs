//! Shortest solutions.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Seek, SeekFrom, Write};
use std::sync::{Arc, LazyLock, Mutex};

use super::{damaged_table, library};
use cubebatch::cube::random::Random;
use cubebatch::cube::{Cube, Move};
use cubebatch::progress::{Progress, Step};
use cubebatch::table::Table;
use cubebatch::{ErrorKind, Method, Solution, SolveOptions, Solver, SolverBuilder, Stop};
use cubebatch_search::error::Detail;
use cubebatch_tables::files::Library;
use cubebatch_tables::table::{FileError, FilterContents, FilterSize, FilterTable, TableRefusal, verify};
use xxhash_rust::xxh3::xxh3_64;

/// Enough for the smallest filter.
const MEMORY: u64 = 900 << 20;

fn builder() -> SolverBuilder {
    super::PHASE1.id();
    super::PRUNING.id();
    Solver::builder().method(Method::Optimal).tables(library().folder()).memory(MEMORY)
}

static SOLVER: LazyLock<Solver> = LazyLock::new(|| builder().open().unwrap());

/// Words of up to `longest` moves, and their ends from solved.
fn words(seed: u64, longest: usize) -> impl Iterator<Item = (Cube, usize)> {
    let mut random = Random::new(seed);
    (1..=longest).map(move |length| {
        let moves: Vec<Move> = (0..length).map(|_| Move::from_index(random.below(18) as usize)).collect();
        (Cube::SOLVED.apply(&moves), length)
    })
}

#[test]
fn solutions_are_never_longer_than_a_way_there() {
    let limits = SolveOptions::default();
    for (cube, length) in (0..4).flat_map(|seed| words(seed, 14)) {
        let solution = SOLVER.solve(&cube, &limits).unwrap();
        assert!(cube.apply(&solution.moves).is_solved());
        assert!(solution.length() <= length && solution.is_shortest());
        // The inverse is as far away.
        let of_inverse = SOLVER.solve(&cube.inverse(), &limits).unwrap();
        assert_eq!(of_inverse.length(), solution.length());
    }
}

#[test]
fn many_are_solved_in_their_order_on_any_threads() {
    let cubes: Vec<Cube> = words(9, 14).map(|(cube, _)| cube).collect();
    let solve = |solver: &Solver| -> Vec<_> {
        let pairs = cubes.iter().copied().enumerate();
        solver.solve_all(pairs, &SolveOptions::default()).map(|(_, found)| found.unwrap()).collect()
    };
    let expected = solve(&SOLVER);
    // What was expanded is the same, too; nothing, where only the sequence without moves is excluded.
    let has_nodes = |solution: &Solution| solution.proof.is_some_and(|proof| proof.nodes() > 0);
    assert!(expected.iter().all(|solution| has_nodes(solution) || solution.length() <= 1));
    for threads in [1, 3] {
        assert!(solve(&builder().threads(threads).open().unwrap()) == expected);
    }
}

/// Without an adapter this passes without having run, unless CUBEBATCH_REQUIRE_GPU is set.
#[test]
fn a_gpu_finds_the_same_solutions_and_proofs() {
    let Some(gpu) = super::gpu() else { return };
    let gpu = builder().on(gpu).open().unwrap();
    assert_eq!(gpu.tables(), SOLVER.tables());
    assert!(gpu.tables().contains(&FilterSize::Mb300.into()));
    let cubes: Vec<Cube> = (9..12).flat_map(|seed| words(seed, 14)).map(|(cube, _)| cube).collect();
    for limits in [SolveOptions::default(), SolveOptions::default().all_optimal(), SolveOptions::at_most(12)]
    {
        let told = |solver: &Solver| {
            let answers = solver.solve_batch(&cubes, &limits);
            answers.into_iter().map(|answer| format!("{answer:?}")).collect::<Vec<_>>()
        };
        assert_eq!(told(&gpu), told(&SOLVER), "{limits:?}");
    }
}

#[test]
fn a_solution_of_at_most_so_many_moves_is_found_or_excluded() {
    let mut proved = 0;
    for (cube, _) in (4..7).flat_map(|seed| words(seed, 14)) {
        let shortest = SOLVER.solve(&cube, &SolveOptions::default()).unwrap();
        let length = shortest.length() as u8;
        for most in [length, length + 2, 21, u8::MAX] {
            let found = SOLVER.solve(&cube, &SolveOptions::at_most(most)).unwrap();
            assert!(found.solves(&cube) && found.length() <= most.into());
            assert!(found.proof.is_none() || found.is_shortest());
            let all = SOLVER.solve(&cube, &SolveOptions::at_most(most).all_optimal()).unwrap();
            assert!(all.is_shortest() && all.length() == shortest.length());
        }
        let Some(fewer) = length.checked_sub(1) else { continue };
        for limits in [SolveOptions::at_most(fewer), SolveOptions::at_most(fewer).all_optimal()] {
            let none = SOLVER.solve(&cube, &limits).unwrap_err();
            let &Detail::NoneWithin { moves, proof } = none.detail() else { panic!("{none:?}") };
            assert_eq!((moves, proof), (fewer, shortest.proof.unwrap()));
            proved += 1;
        }
    }
    assert!(proved > 60, "{proved}");
}

#[test]
fn the_length_at_which_a_proof_finds_a_solution_does_not_count() {
    // The two-phase search does not find 15 moves soon.
    for moves in ["B' D' R D2 B D B2 L' D' R2 F R B' R' F'", "F L' D2 B2 L B' R2 U' R' L F U F D F"] {
        let cube = moves.parse().unwrap();
        let found = SOLVER.solve(&cube, &SolveOptions::at_most(15)).unwrap();
        assert!(found.is_shortest() && found.length() == 15);
        let none = SOLVER.solve(&cube, &SolveOptions::at_most(14)).unwrap_err();
        assert_eq!(none.kind(), ErrorKind::NoneWithin, "{none}");
        assert_eq!(none.proof(), found.proof);
    }
}

#[test]
fn all_shortest_solutions_are_as_many_as_those_of_the_inverse() {
    let mut several = 0;
    // These go round an axis in any order.
    let symmetric =
        ["R2 L2 F2 B2", "R2 L2 F2 B2 U2 D2", "R L' F B' U D' R L'"].map(|moves| moves.parse().unwrap());
    for cube in words(7, 14).map(|(cube, _)| cube).chain(symmetric) {
        let limits = SolveOptions::default().all_optimal();
        let [all, of_inverse] = [cube, cube.inverse()].map(|cube| SOLVER.solve(&cube, &limits).unwrap());
        let one = SOLVER.solve(&cube, &SolveOptions::default()).unwrap();
        assert!(all.is_shortest() && all.length() == one.length());
        assert!(
            all.proof.unwrap().nodes() > one.proof.unwrap().nodes(),
            "the last length is searched as well"
        );
        let moves: Vec<_> = all.all().map(|solution| &solution.moves).collect();
        assert!(moves.is_sorted() && moves.contains(&&one.moves));
        assert!(moves.iter().all(|moves| moves.len() == one.length() && cube.apply(moves).is_solved()));
        assert_eq!(BTreeSet::from_iter(&moves).len(), moves.len());
        assert!(all.others.iter().all(|other| other.proof.is_none() && other.others.is_empty()));
        assert_eq!(of_inverse.others.len(), all.others.len());
        several += usize::from(moves.len() > 1);
    }
    assert!(several > 1, "{several}");
}

/// Keeps the steps that are reported, and asks to stop in the one with this name.
struct Watching {
    steps: Mutex<Vec<String>>,
    last: &'static str,
    stop: Stop,
}

impl Progress for Watching {
    fn report(&self, step: &Step, done: u64, total: u64) {
        assert!(0 < done && done <= total);
        let step = step.to_string();
        let mut steps = self.steps.lock().unwrap();
        if steps.last().is_none_or(|last| *last != step) {
            steps.push(step.clone());
        }
        if step == self.last {
            self.stop.request();
        }
    }
}

impl Watching {
    fn until(last: &'static str) -> Arc<Watching> {
        Arc::new(Watching { steps: Mutex::default(), last, stop: Stop::default() })
    }

    fn steps(&self) -> Vec<String> {
        self.steps.lock().unwrap().clone()
    }
}

#[test]
fn each_length_that_is_searched_is_told() {
    let cube = "R U F L2 D".parse().unwrap();
    // For the sequence without moves nothing is looked up.
    let excluded: Vec<String> = (1..5).map(|length| format!("excluding {length} moves")).collect();
    let watching = Watching::until("");
    SOLVER.solve(&cube, &SolveOptions::default().progress(watching.clone())).unwrap();
    assert_eq!(watching.steps(), excluded);
    let watching = Watching::until("");
    SOLVER.solve(&cube, &SolveOptions::default().all_optimal().progress(watching.clone())).unwrap();
    let listed = [excluded, vec!["listing solutions of 5 moves".to_owned()]].concat();
    assert_eq!(watching.steps(), listed);
}

#[test]
fn a_proof_that_is_stopped_leaves_what_is_known() {
    // No position is farther from solved, and to prove that takes hours.
    let superflip: Cube = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2".parse().unwrap();
    for limits in [SolveOptions::default(), SolveOptions::at_most(17), SolveOptions::default().all_optimal()]
    {
        let watching = Watching::until("excluding 16 moves");
        let limits = limits.progress(watching.clone()).stop(&watching.stop);
        let answers = SOLVER.solve_batch(&[Cube::SOLVED, superflip, superflip], &limits);
        let [Ok(_), Err(unproved), Err(stopped)] = &answers[..] else { panic!("{answers:?}") };
        assert_eq!([unproved.kind(), stopped.kind()], [ErrorKind::Unproved, ErrorKind::Stopped]);
        let best = unproved.best().unwrap();
        assert!(best.solves(&superflip) && best.length() >= 20 && !best.is_shortest());
        let proof = best.proof.unwrap();
        assert!(proof.at_least() == 16 && proof.nodes() > 0, "{proof:?}");
        assert_eq!(
            answers[1].as_ref().unwrap_err().to_string(),
            format!("stopped on request: {} moves found, fewer than 16 excluded", best.length())
        );
    }
}

#[test]
fn a_filter_that_hides_a_known_solution_is_told() {
    SOLVER.tables();
    let empty = FilterTable::from(FilterContents::empty(FilterSize::Mb300).unwrap());
    let solver = builder().table(Table::Filter(Arc::new(empty))).open().unwrap();
    let listed = solver.solve(&"R U F".parse().unwrap(), &SolveOptions::default().all_optimal());
    let damaged = FilterSize::Mb300.into();
    assert_eq!(damaged_table(&listed), Some(damaged), "{listed:?}");
}

#[test]
fn no_proof_rests_on_a_mapped_filter_that_was_written_in() {
    SOLVER.tables();
    let folder = tempfile::tempdir().unwrap();
    let copied = Library::new(folder.path());
    let path = copied.path(FilterSize::Mb300);
    fs::copy(library().path(FilterSize::Mb300), &path).unwrap();
    let table = copied.open(FilterSize::Mb300).unwrap().expect("it was copied");
    let solver = builder().table(table).open().unwrap();
    let cube: Cube = "R U F D2 L B'".parse().unwrap();
    let shortest = solver.solve(&cube, &SolveOptions::default()).unwrap();
    assert!(shortest.is_shortest());

    // Half of the blocks now exclude all that is looked up there.
    let mut file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.seek(SeekFrom::Start(150_000_000)).unwrap();
    file.write_all(&vec![0; 150_000_000]).unwrap();
    for limits in [SolveOptions::default(), SolveOptions::default().all_optimal(), SolveOptions::at_most(5)] {
        let refused = solver.solve(&cube, &limits);
        let damaged = FilterSize::Mb300.into();
        assert_eq!(damaged_table(&refused), Some(damaged), "{refused:?}");
    }
}

#[test]
fn a_filter_with_forged_checksums_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let forged = Library::new(folder.path());
    let path = forged.path(FilterSize::Mb300);
    let empty = FilterTable::from(FilterContents::empty(FilterSize::Mb300).unwrap());
    // The header's checksums are those of the bytes.
    Table::from(empty).write(&mut fs::File::create(&path).unwrap()).unwrap();
    let refused = forged.open(FilterSize::Mb300);
    let other = TableRefusal::OtherBody(FilterSize::Mb300.into());
    assert!(matches!(&refused, Err(FileError::Refused { refusal, .. }) if *refusal == other), "{refused:?}");
}

#[test]
fn the_filter_is_sound() {
    SOLVER.tables();
    let table = library().open(FilterSize::Mb300).unwrap().expect("it was built");
    assert_eq!(verify(&table, 100_000).unwrap().replayed, 100_000);
    let sums = include_str!("../../tables/golden/v1/XXH3SUMS");
    let sum = xxh3_64(&fs::read(table.path().unwrap()).unwrap());
    assert!(sums.contains(&format!("XXH3_{sum:016x}  proof-300MB.cube")), "{sum:016x}");
}

#[test]
fn too_little_memory_is_refused() {
    let refused = builder().memory(500 << 20).open().err().unwrap();
    assert_eq!(refused.kind(), ErrorKind::TooLittleMemory);
    assert!(refused.needed().is_some_and(|least| least < MEMORY), "{refused}");
}
