//! The facade: one solver for many threads, requests with limits of their own, and what is refused.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, LazyLock, Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use cubebatch::cube::random::Random;
use cubebatch::notation::{to_lin, to_reid};
use cubebatch::progress::{Control, Note, Progress};
use cubebatch::table::{Table, TableId};
use cubebatch::{
    Cube, EngineChoice, Error, ErrorKind, Method, Solution, SolveAll, SolveOptions, Solver, SolverBuilder,
    Stop,
};
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::engine::{Build, EngineError};
use cubebatch_search::error::Detail;
use cubebatch_search::method::{OPTIONS, OptionCard, Question, SolveOption, ValueKind};
use cubebatch_tables::table::{Phase, SortedSpec};

/// Turns work that does not end into a failure; nothing here takes nearly as long.
const PATIENCE: Duration = Duration::from_secs(600);

/// What a search for a solution of so few moves takes: hours.
const IMPOSSIBLE: u8 = 15;

/// The tables of the two-phase search with which phase 2 is searched, and those of the modified method.
static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
    let ids = [Method::TwoPhase, Method::Modified]
        .map(|method| method.card().tables_within(600 << 20).expect("they fit"));
    ids.concat().into_iter().map(build).collect()
});

fn build(id: TableId) -> Table {
    Cpu.build(id, &Control::default()).unwrap().into()
}

static SOLVER: LazyLock<Solver> = LazyLock::new(|| builder().open().unwrap());

/// A folder in which there is nothing.
fn no_folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-tables")
}

/// A builder over tables in memory.
fn builder() -> SolverBuilder {
    let builder = Solver::builder().tables(no_folder());
    TABLES.iter().fold(builder, |builder, table| builder.table(table.clone()))
}

fn random_cubes(seed: u64, count: usize) -> Vec<Cube> {
    Random::new(seed).cubes().take(count).collect()
}

/// Positions with their numbers.
fn keyed(cubes: impl IntoIterator<Item = Cube>) -> impl Iterator<Item = (usize, Cube)> {
    cubes.into_iter().enumerate()
}

fn unwrapped(solutions: impl IntoIterator<Item = Result<Solution, Error>>) -> Vec<Solution> {
    solutions.into_iter().map(Result::unwrap).collect()
}

/// Works on a thread of its own.
fn start<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Receiver<T> {
    let (sender, result) = channel();
    thread::spawn(move || sender.send(work()));
    result
}

fn finish<T>(result: &Receiver<T>) -> T {
    result.recv_timeout(PATIENCE).expect("the work ends")
}

// Many threads.

#[test]
fn solvers_can_be_shared_sent_and_cloned() {
    fn assert_shared<T: Send + Sync + Clone + 'static>() {}
    fn assert_sent<T: Send + 'static>() {}
    assert_shared::<Solver>();
    assert_shared::<SolverBuilder>();
    assert_shared::<SolveOptions>();
    assert_shared::<Stop>();
    assert_sent::<SolveAll<(), std::vec::IntoIter<((), Cube)>>>();
    assert_sent::<Error>();
}

/// A request: a solver, positions, and limits.
type Request = (Arc<Solver>, Vec<Cube>, SolveOptions);

/// Requests of which no two have the same limits or method.
fn requests() -> Vec<Request> {
    let solver = Arc::new(SOLVER.clone());
    let mut requests: Vec<Request> = [(22, 300), (21, 200), (20, 30)]
        .map(|(length, count)| (length, count))
        .into_iter()
        .map(|(length, count)| {
            (solver.clone(), random_cubes(length.into(), count), SolveOptions::at_most(length))
        })
        .collect();
    for method in [Method::Modified, Method::Thistlethwaite] {
        let solver = Arc::new(solver.with_method(method).unwrap());
        requests.push((solver, random_cubes(23, 100), SolveOptions::default()));
    }
    requests
}

#[test]
fn one_solver_answers_many_requests_at_a_time_and_one_of_them_can_be_stopped() {
    let requests = requests();
    let expected: Vec<Vec<Solution>> =
        requests.iter().map(|(solver, cubes, limits)| unwrapped(solver.solve_batch(cubes, limits))).collect();

    let (stop, solver) = (Stop::default(), requests[0].0.clone());
    let limits = SolveOptions::at_most(IMPOSSIBLE).stop(&stop);
    let hopeless = start(move || solver.solve(&random_cubes(1, 1)[0], &limits));
    let answers: Vec<Receiver<Vec<Solution>>> = requests
        .into_iter()
        .map(|(solver, cubes, limits)| {
            // One position after the other, so that all are at work for a while.
            start(move || cubes.iter().map(|cube| solver.solve(cube, &limits).unwrap()).collect())
        })
        .collect();
    for (answers, expected) in answers.iter().zip(expected) {
        assert!(finish(answers) == expected);
    }
    assert!(hopeless.try_recv().is_err(), "it takes hours");
    stop.request();
    assert_eq!(finish(&hopeless).unwrap_err().kind(), ErrorKind::Stopped);
}

/// Methods whose tables are built in a few seconds.
fn methods_of_small_tables() -> impl Iterator<Item = Method> {
    Method::ALL.iter().copied().filter(|method| ![Method::Descent, Method::Optimal].contains(method))
}

#[test]
fn a_request_to_stop_ends_a_whole_batch() {
    // The method `goal` solves these soon.
    let cubes: [Cube; 3] = ["R U F", "L2 D", "B' U2 R"].map(|moves| moves.parse().expect("these are moves"));
    let stop = Stop::default();
    for method in methods_of_small_tables() {
        let solver = SOLVER.with_method(method).unwrap();
        let limits = SolveOptions::default().stop(&stop);
        assert!(solver.solve_batch(&cubes, &limits).iter().all(Result::is_ok), "{method}");
    }
    stop.request();
    for method in methods_of_small_tables() {
        let solver = SOLVER.with_method(method).unwrap();
        let stopped = solver.solve_batch(&cubes, &SolveOptions::default().stop(&stop));
        assert_eq!(stopped.len(), 3);
        assert!(stopped.iter().all(is_stopped), "{method}");
    }
}

// Many positions.

#[test]
fn all_are_solved_in_their_order_as_in_a_batch() {
    let (cubes, limits) = (random_cubes(3, 3000), SolveOptions::at_most(22));
    let expected = unwrapped(SOLVER.solve_batch(&cubes, &limits));
    for threads in [1, 3] {
        let solver = builder().threads(threads).open().unwrap();
        assert_eq!(solver.threads(), threads);
        for count in [0, 1, 10, 3000] {
            let (keys, solutions): (Vec<usize>, Vec<_>) =
                solver.solve_all(keyed(cubes[..count].to_vec()), &limits).unzip();
            let solutions = unwrapped(solutions);
            assert!(keys.into_iter().eq(0..count), "{count} on {threads} threads");
            assert!(solutions == expected[..count], "{count} on {threads} threads");
        }
    }
}

#[test]
fn answers_are_given_in_order_each_once() {
    let (cubes, limits) = (random_cubes(13, 200), SolveOptions::at_most(22));
    for method in [Method::TwoPhase, Method::Modified, Method::Thistlethwaite] {
        let solver = SOLVER.with_method(method).unwrap();
        let limits = if method == Method::TwoPhase { limits.clone() } else { SolveOptions::default() };
        let alone: Vec<Solution> = cubes.iter().map(|cube| solver.solve(cube, &limits).unwrap()).collect();
        let mut found = Vec::new();
        solver.solve_in_order(&cubes, &limits, |solution| found.push(solution.unwrap()));
        assert!(found == alone, "{method}");
    }
}

#[test]
fn what_was_solved_before_a_request_to_stop_stays() {
    let stop = Stop::default();
    let solver = SOLVER.with_method(Method::Thistlethwaite).unwrap();
    let mut found = Vec::new();
    solver.solve_in_order(&random_cubes(14, 10), &SolveOptions::default().stop(&stop), |solution| {
        found.push(solution);
        if found.len() == 4 {
            stop.request();
        }
    });
    assert_eq!(found.len(), 10);
    assert!(found[..4].iter().all(Result::is_ok));
    assert!(found[4..].iter().all(is_stopped));
}

#[test]
fn positions_do_not_wait_for_a_hard_one_that_is_solved_beside_them() {
    let stop = Stop::default();
    let limits = SolveOptions::at_most(IMPOSSIBLE).stop(&stop);
    let cubes = [vec![Cube::SOLVED; 40], random_cubes(15, 1)].concat();
    let found = start(move || {
        let mut found = Vec::new();
        SOLVER.solve_in_order(&cubes, &limits, |solution| {
            found.push(solution);
            if found.len() == 40 {
                stop.request();
            }
        });
        found
    });
    let found = finish(&found);
    assert!(found[..40].iter().all(Result::is_ok));
    assert!(matches!(&found[40..], [last] if is_stopped(last)));
}

#[test]
fn the_first_answers_of_a_batch_are_given_before_its_last_one_is_known() {
    let solver = builder().threads(1).open().unwrap();
    // The first batch is of one position, the second one of two.
    let cubes = [vec![Cube::SOLVED; 2], random_cubes(16, 1)].concat();
    let mut solutions = solver.solve_all(keyed(cubes), &SolveOptions::at_most(IMPOSSIBLE));
    let (first, second) = finish(&start(move || (solutions.next(), solutions.next())));
    assert!([first, second].into_iter().all(|solution| solution.unwrap().1.unwrap().moves.is_empty()));
}

#[test]
fn positions_are_taken_as_they_are_needed() {
    let taken = Arc::new(AtomicUsize::new(0));
    let counter = taken.clone();
    let endless = Random::new(4).cubes().inspect(move |_| _ = counter.fetch_add(1, Ordering::Relaxed));
    let limits = SolveOptions::at_most(30);
    let mut solutions = SOLVER.solve_all(keyed(endless), &limits);
    assert_eq!(taken.load(Ordering::Relaxed), 0, "none is taken before it is asked for");
    for given in 1..2000 {
        solutions.next().unwrap().1.unwrap();
        let ahead = taken.load(Ordering::Relaxed) - given;
        // The first batches are small.
        assert!(ahead <= (6 * given + 256) * SOLVER.threads(), "{ahead} ahead of {given}");
    }
    let most = 4 * SOLVER.threads() * SOLVER.best_batch(&limits);
    assert!(taken.load(Ordering::Relaxed) < 2000 + most);
}

#[test]
fn iterators_go_side_by_side_and_outlive_their_solver() {
    let solver = builder().threads(2).open().unwrap();
    let cubes = random_cubes(5, 400);
    let expected =
        [22, 23].map(|length| unwrapped(SOLVER.solve_batch(&cubes, &SolveOptions::at_most(length))));
    let [first, second] =
        [22, 23].map(|length| solver.solve_all(keyed(cubes.clone()), &SolveOptions::at_most(length)));
    drop(solver);
    let (first, second): (Vec<_>, Vec<_>) =
        first.zip(second).map(|((_, first), (_, second))| (first.unwrap(), second.unwrap())).unzip();
    assert!([first, second] == expected);
}

/// The solutions of positions of which the first is solved and the others take hours, after the first solution.
fn solutions_after_the_first(
    solver: &Solver,
    count: usize,
    limits: &SolveOptions,
) -> SolveAll<usize, impl Iterator<Item = (usize, Cube)> + use<>> {
    let cubes = std::iter::once(Cube::SOLVED).chain(Random::new(6).cubes()).take(count);
    let mut solutions = solver.solve_all(keyed(cubes), limits);
    let (first, solutions) = finish(&start(move || (solutions.next(), solutions)));
    assert!(first.unwrap().1.unwrap().moves.is_empty());
    solutions
}

#[test]
fn work_ends_when_the_iterator_is_dropped() {
    let solver = builder().threads(2).open().unwrap();
    drop(solutions_after_the_first(&solver, usize::MAX, &SolveOptions::at_most(IMPOSSIBLE)));
    // The same threads have time for others now.
    let cubes = random_cubes(7, 10);
    let others = start(move || {
        solver.solve_all(keyed(cubes), &SolveOptions::at_most(22)).filter(|(_, found)| found.is_ok()).count()
    });
    assert_eq!(finish(&others), 10);
}

#[test]
fn a_request_to_stop_ends_the_iterator_with_errors() {
    let stop = Stop::default();
    let solver = builder().threads(2).open().unwrap();
    let solutions = solutions_after_the_first(&solver, 20, &SolveOptions::at_most(IMPOSSIBLE).stop(&stop));
    let rest = start(move || solutions.collect::<Vec<_>>());
    assert!(rest.recv_timeout(Duration::from_millis(50)).is_err(), "it takes hours");
    stop.request();
    let rest = finish(&rest);
    assert_eq!(rest.len(), 19);
    assert!(rest.iter().all(|(_, solution)| is_stopped(solution)));
}

#[test]
fn dropping_an_iterator_does_not_stop_who_shares_its_limits() {
    let stop = Stop::default();
    let limits = SolveOptions::at_most(22).stop(&stop);
    drop(SOLVER.solve_all(keyed(random_cubes(8, 10)), &limits));
    assert!(!stop.is_requested());
    assert!(SOLVER.solve(&random_cubes(8, 1)[0], &limits).is_ok());
}

// Options.

/// Each option of a call alone.
fn each_limit() -> impl Iterator<Item = (SolveOption, SolveOptions)> {
    let of_calls = OPTIONS.iter().filter(|card| card.group.is_of_call());
    of_calls.map(|card| (card.option, SolveOptions::from(&sample(card))))
}

/// A value of an option.
fn sample(card: &OptionCard) -> Question {
    let none = Question::default();
    let text = |text| none.with_text(card.option, text).expect(text);
    match card.kind {
        ValueKind::Flag => none.with(card.option, 1),
        ValueKind::Milliseconds => none.with(card.option, 10),
        ValueKind::Position => text("R U"),
        ValueKind::Goal => text("cross"),
        // They need no other tables.
        ValueKind::Costs => text("htm"),
        ValueKind::Moves => text("U R F D L B"),
        // As a bound of lengths it takes no time, and each range has it.
        _ => none.with(card.option, 25),
    }
}

fn is_stopped<T>(result: &Result<T, Error>) -> bool {
    result.as_ref().is_err_and(|error| error.kind() == ErrorKind::Stopped)
}

fn is_option_error<T>(result: &Result<T, Error>, expected: (SolveOption, Method)) -> bool {
    let detail = result.as_ref().err().map(Error::detail);
    matches!(detail, Some(Detail::Option { option, method }) if (*option, *method) == expected)
}

#[test]
fn limits_that_a_method_has_no_use_for_are_refused_and_others_taken() {
    let cubes = random_cubes(9, 3);
    for method in [Method::TwoPhase, Method::Modified, Method::Thistlethwaite] {
        let solver = SOLVER.with_method(method).unwrap();
        for (option, limits) in each_limit() {
            let batch = solver.solve_batch(&cubes, &limits);
            let all: Vec<_> =
                solver.solve_all(keyed(cubes.clone()), &limits).map(|(_, found)| found).collect();
            assert_eq!((batch.len(), all.len()), (3, 3));
            for result in batch.iter().chain(&all).chain([&solver.solve(&cubes[0], &limits)]) {
                let is_right = if method.takes(option) {
                    result.is_ok()
                } else {
                    is_option_error(result, (option, method))
                };
                assert!(is_right, "{method} {option:?}: {result:?}");
            }
        }
    }
    let refused = SOLVER.solve(&cubes[0], &SolveOptions::default().ends(2)).unwrap_err();
    assert_eq!(refused.to_string(), "the method two-phase has no use for ends");
}

#[test]
fn options_of_the_builder_that_a_method_has_no_use_for_are_refused() {
    for method in Method::ALL.iter().copied() {
        let options = [
            (SolveOption::Memory, builder().memory(2 << 30)),
            (SolveOption::Phase1Depth, builder().phase1_depth(7)),
            (SolveOption::Phase2Depth, builder().phase2_depth(9)),
        ];
        for (option, builder) in options.into_iter().filter(|&(option, _)| !method.takes(option)) {
            let refused = builder.method(method).open();
            assert!(is_option_error(&refused, (option, method)), "{method} {option:?}");
        }
    }
}

#[test]
fn a_grant_of_memory_counts_for_each_method() {
    let solver = builder().memory(600 << 20).open().unwrap();
    assert!(
        solver.with_method(Method::Modified).is_ok() && solver.with_method(Method::Thistlethwaite).is_ok()
    );
    for method in [Method::Descent, Method::Optimal] {
        let opened = builder().memory(600 << 20).method(method).open();
        for refused in [solver.with_method(method), opened].map(Result::err) {
            let detail = refused.as_ref().map(Error::detail);
            let is_right =
                matches!(detail, Some(Detail::TooLittleMemory { method: of, .. }) if *of == method);
            assert!(is_right, "{method}: {refused:?}");
        }
    }
}

#[test]
fn options_of_another_method_do_not_concern_a_method() {
    let modified = builder().method(Method::Modified).phase1_depth(7).open().unwrap();
    assert!(modified.with_method(Method::Thistlethwaite).is_ok());
    let shallow = builder().phase1_depth(7).open().err().unwrap();
    assert_eq!(shallow.option(), Some(SolveOption::Phase1Depth), "{shallow:?}");
}

#[test]
fn a_method_that_runs_on_no_gpu_leaves_the_gpu_to_others() {
    // Which GPU there is does not matter: this one is not.
    let on_gpu = || builder().gpu("no such card");
    let refused = on_gpu().engine(EngineChoice::Gpu).method(Method::Thistlethwaite).open().err();
    assert!(
        matches!(refused.as_ref().map(Error::detail), Some(Detail::Engine(EngineError::Unsupported(_)))),
        "{refused:?}"
    );
    let noted = Arc::new(CpuNotes::default());
    let auto = on_gpu().engine(EngineChoice::Auto).method(Method::Thistlethwaite).progress(noted.clone());
    let solver = auto.open().unwrap();
    assert_eq!(noted.0.lock().unwrap().len(), 1);
    // Only now a GPU is looked for.
    assert!(solver.with_method(Method::TwoPhase).is_ok());
    assert_eq!(noted.0.lock().unwrap().len(), 2);
}

#[test]
fn an_engine_that_is_open_to_choice_leaves_a_short_job_to_the_cpu() {
    let is_left = |builder: SolverBuilder| {
        let noted = Arc::new(CpuNotes::default());
        builder.memory(600 << 20).threads(2).progress(noted.clone()).open().unwrap();
        noted.0.lock().unwrap().iter().any(|reason| reason == "it is done before a GPU is ready")
    };
    let limits = SolveOptions::default();
    let auto = || builder().engine(EngineChoice::Auto);
    assert!(is_left(auto().expect(1, &limits)));
    for other in [
        auto(),
        auto().expect(0, &limits),
        auto().expect(1_000_000_000, &limits),
        auto().expect(1, &limits).gpu("no such card"),
        builder().expect(1, &limits),
    ] {
        assert!(!is_left(other));
    }
}

/// Keeps why a CPU is used.
#[derive(Default)]
struct CpuNotes(Mutex<Vec<String>>);

impl Progress for CpuNotes {
    fn note(&self, note: &Note) {
        if let Note::UsesCpu { reason } = note {
            self.0.lock().unwrap().push(reason.clone());
        }
    }
}

#[test]
fn too_little_memory_is_told_with_what_it_takes() {
    // Without tables, 48 MiB for what searches make for themselves.
    const LEAST: u64 = 48 << 20;
    let refused = builder().memory(LEAST - 1).open().err().unwrap();
    let &Detail::TooLittleMemory { method: Method::TwoPhase, least, granted } = refused.detail() else {
        panic!("{refused}")
    };
    assert_eq!((least, granted), (LEAST, LEAST - 1));
    assert_eq!((refused.kind(), refused.needed()), (ErrorKind::TooLittleMemory, Some(LEAST)));
    assert!(builder().memory(LEAST).open().is_ok());
}

// Positions and solutions as text.

#[test]
fn positions_are_parsed_from_all_formats() {
    for cube in random_cubes(10, 100) {
        for text in [cube.to_string(), to_lin(&cube), to_reid(&cube)] {
            assert_eq!(text.parse::<Cube>().unwrap(), cube, "{text}");
        }
    }
    assert!("".parse::<Cube>().is_err() && "# nothing".parse::<Cube>().is_err());
    assert!("R Q".parse::<Cube>().is_err());
}

#[test]
fn a_solution_as_text_makes_the_inverse_position() {
    let cubes = random_cubes(11, 100);
    for (cube, solution) in
        cubes.iter().zip(unwrapped(SOLVER.solve_batch(&cubes, &SolveOptions::at_most(22))))
    {
        let text = solution.to_string();
        assert_eq!(text.split(' ').count(), solution.length());
        assert_eq!(text.parse::<Cube>().unwrap(), cube.inverse(), "{text}");
        assert!(solution.solves(cube));
    }
    let solution = SOLVER.solve(&"R U2 F'".parse().unwrap(), &SolveOptions::default()).unwrap();
    assert_eq!(solution.to_string(), "F U2 R'");
    assert_eq!(SOLVER.solve(&Cube::SOLVED, &SolveOptions::default()).unwrap().to_string(), "");
}

// Tables.

/// Notes which tables are built.
#[derive(Default)]
struct Builds(Mutex<Vec<TableId>>);

impl Builds {
    fn names(&self) -> Vec<String> {
        self.0.lock().unwrap().iter().map(TableId::to_string).collect()
    }
}

impl Progress for Builds {
    fn note(&self, note: &Note) {
        if let Note::Builds { table, .. } = note {
            self.0.lock().unwrap().push(*table);
        }
    }
}

#[test]
fn tables_that_are_missing_are_built_once_and_shared_by_methods() {
    let (folder, builds) = (tempfile::tempdir().unwrap(), Arc::new(Builds::default()));
    let builder = Solver::builder().method(Method::Modified).phase1_depth(5).phase2_depth(7);
    let builder = builder.tables(folder.path()).progress(builds.clone());
    let solver = builder.clone().open().unwrap();
    assert_eq!(builds.names(), ["phase1-sorted-5", "phase2-sorted-7"]);
    let cubes = random_cubes(12, 10);
    let expected = unwrapped(solver.solve_batch(&cubes, &SolveOptions::default()));

    // From the folder; where many are to come, into memory.
    for builder in [builder.clone(), builder.expect(30_000, &SolveOptions::default())] {
        let again = builder.open().unwrap();
        assert!(unwrapped(again.solve_batch(&cubes, &SolveOptions::default())) == expected);
    }
    // From the solvers that share them, whatever became of the folder.
    folder.close().unwrap();
    let other = solver.with_method(Method::Thistlethwaite).unwrap();
    assert_eq!((solver.method(), other.method()), (Method::Modified, Method::Thistlethwaite));
    let back = other.with_method(Method::Modified).unwrap();
    assert!(unwrapped(back.solve_batch(&cubes, &SolveOptions::default())) == expected);
    assert_eq!(builds.names().len(), 2, "{:?}", builds.names());
}

#[test]
fn tables_in_memory_are_read_where_they_are() {
    let tables: Vec<Table> = [(Phase::One, 4), (Phase::Two, 6)]
        .map(|(phase, depth)| build(SortedSpec::new(phase, depth).unwrap().into()))
        .into();
    let builds = Arc::new(Builds::default());
    let builder = Solver::builder().tables(no_folder()).progress(builds.clone());
    let builder = tables.iter().fold(builder, |builder, table| builder.table(table.clone()));
    let solver = builder.method(Method::Modified).phase1_depth(4).phase2_depth(6).open().unwrap();
    let Table::Sorted(phase1) = &tables[0] else { panic!("it is a sorted table") };
    let readers = Arc::strong_count(phase1);
    let other = solver.with_method(Method::Modified).unwrap();
    assert!(Arc::strong_count(phase1) > readers, "it reads this table and no copy");
    drop((solver, other));
    assert_eq!(Arc::strong_count(phase1), 1, "no one keeps it");
    assert!(builds.names().is_empty() && !no_folder().exists(), "{:?}", builds.names());
}

/// Asks a solver for its tables while one is built, on this thread and on another one.
#[derive(Default)]
struct Asks {
    solver: OnceLock<Solver>,
    asked: AtomicUsize,
}

impl Progress for Asks {
    fn note(&self, note: &Note) {
        if let (Note::Builds { .. }, Some(solver)) = (note, self.solver.get()) {
            let others = solver.clone();
            let tables = finish(&start(move || others.tables()));
            assert_eq!(solver.tables(), tables);
            self.asked.fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_build_keeps_no_one_from_the_tables() {
    let (folder, asks) = (tempfile::tempdir().unwrap(), Arc::new(Asks::default()));
    let builder = Solver::builder().method(Method::Thistlethwaite).tables(folder.path());
    let solver = builder.progress(asks.clone()).open().unwrap();
    assert!(asks.solver.set(solver.clone()).is_ok());
    assert!(finish(&start(move || solver.with_method(Method::Modified).is_ok())));
    assert_eq!(asks.asked.load(Ordering::Relaxed), 2);
}

#[test]
fn solvers_that_want_the_same_table_at_a_time_wait_for_one_build() {
    let (folder, builds) = (tempfile::tempdir().unwrap(), Arc::new(Builds::default()));
    let builder = Solver::builder().method(Method::Thistlethwaite).tables(folder.path()).threads(2);
    let solver = builder.progress(builds.clone()).open().unwrap();
    let opened = [(); 6].map(|()| {
        let solver = solver.clone();
        start(move || solver.with_method(Method::Modified).is_ok())
    });
    assert!(opened.iter().all(finish));
    assert_eq!(builds.names(), ["phase1-sorted-7", "phase2-sorted-9"]);
}

#[test]
fn a_build_that_is_cancelled_opens_no_solver_and_leaves_nothing() {
    let (folder, stop) = (tempfile::tempdir().unwrap(), Stop::default());
    stop.request();
    let builder = Solver::builder().tables(folder.path()).stop(&stop);
    assert_eq!(builder.open().err().map(|error| error.kind()), Some(ErrorKind::Stopped));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
