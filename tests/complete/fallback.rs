//! When an engine fails, the CPU goes on: in each search, in builds, and when nothing fits on the device. Solutions are those
//! of the CPU.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

use cubebatch::cube::Metric;
use cubebatch::cube::random::Random;
use cubebatch::pocket;
use cubebatch::progress::{Control, Note, Progress};
use cubebatch::table::TableId;
use cubebatch::{Cube, Error, Method, Solution, SolveOptions, Solver};
use cubebatch_cube::cube::HTM;
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::engine::{
    Batched, Build, BuildError, Engine, EngineError, Explore, FallBack, Load, Loaded, Search,
};
use cubebatch_search::error::Detail;
use cubebatch_tables::space::Space;
use cubebatch_tables::table::{
    Complete, CompleteContents, FilterContents, FilterSize, SortedContents, SortedSpec,
};

use super::{PRUNING, builder};

/// When an engine fails.
#[derive(Clone, Copy, PartialEq)]
enum Fails {
    /// Nothing can be loaded.
    AtOnce,
    /// The first batches are answered, by the CPU; then, half-way through the next one, the card is pulled out.
    After(usize),
    /// Each search panics.
    Panics,
}

/// An engine that fails.
struct Failing(Fails);

/// Its searches.
struct FailingSearch<S: Search> {
    cpu: Loaded<S>,
    runs: AtomicUsize,
    fails: Fails,
}

fn pulled_out() -> EngineError {
    EngineError::Device("the card was pulled out".to_owned())
}

impl<S: Search> Load<S> for Failing
where
    Cpu: Load<S>,
{
    fn load(&self, tables: &S::Tables) -> Result<Loaded<S>, EngineError> {
        match self.0 {
            Fails::AtOnce => Err(EngineError::OutOfMemory),
            fails => Ok(Box::new(FailingSearch { cpu: Cpu.load(tables)?, runs: AtomicUsize::new(0), fails })),
        }
    }
}

impl<S: Search> Batched<S> for FailingSearch<S> {
    fn run(
        &self,
        inputs: &[S::Input],
        limits: &S::Limits,
        control: &Control,
        hand_on: &mut dyn FnMut(usize, S::Output),
    ) -> Result<(), EngineError> {
        let Fails::After(good) = self.fails else { panic!("the engine is broken") };
        if self.runs.fetch_add(1, SeqCst) >= good {
            self.cpu.run(&inputs[..inputs.len() / 2], limits, control, hand_on)?;
            return Err(pulled_out());
        }
        self.cpu.run(inputs, limits, control, hand_on)
    }

    fn best_batch(&self, limits: &S::Limits, threads: usize) -> usize {
        self.cpu.best_batch(limits, threads)
    }
}

impl Build for Failing {
    fn can_build(&self, _: TableId) -> bool {
        true
    }

    fn build_sorted(&self, _: SortedSpec, _: &Control) -> Result<SortedContents, BuildError> {
        Err(pulled_out().into())
    }

    fn build_complete(&self, _: Complete, _: &Control) -> Result<CompleteContents, BuildError> {
        Err(pulled_out().into())
    }

    fn build_filter(&self, _: FilterSize, _: &Control) -> Result<FilterContents, BuildError> {
        Err(pulled_out().into())
    }

    fn build_bytes(&self, table: TableId) -> u64 {
        Cpu.build_bytes(table)
    }
}

impl Explore for Failing {
    fn distances(&self, _: &Space, _: &Control) -> Result<Vec<u8>, EngineError> {
        Err(pulled_out())
    }
}

impl Engine for Failing {
    fn name(&self) -> String {
        "failing".to_owned()
    }
}

/// Keeps what is noted.
#[derive(Default)]
struct Notes(Mutex<Vec<Note>>);

impl Progress for Notes {
    fn note(&self, note: &Note) {
        self.0.lock().unwrap().push(note.clone());
    }
}

impl Notes {
    fn falls_back(&self) -> usize {
        self.0.lock().unwrap().iter().filter(|note| matches!(note, Note::FellBack { .. })).count()
    }
}

fn failing(fails: Fails) -> (Arc<FallBack<Failing>>, Arc<Notes>) {
    let notes = Arc::new(Notes::default());
    (Arc::new(FallBack::new(Failing(fails), notes.clone())), notes)
}

#[test]
fn each_method_goes_on_with_the_cpu() {
    let cubes: Vec<Cube> = Random::new(150).cubes().take(40).collect();
    for method in [Method::TwoPhase, Method::Descent, Method::Modified] {
        let solve = |solver: &Solver| -> Vec<Solution> {
            let batches =
                cubes.chunks(10).flat_map(|cubes| solver.solve_batch(cubes, &SolveOptions::default()));
            batches.map(Result::unwrap).collect()
        };
        let expected = solve(&builder().method(method).open().unwrap());
        for fails in [Fails::AtOnce, Fails::After(0), Fails::After(2)] {
            let (engine, notes) = failing(fails);
            let solver = builder().method(method).on(engine).open().unwrap();
            assert_eq!(solve(&solver), expected, "{method}");
            assert_eq!(notes.falls_back(), 1, "{method}: a search reports once");
        }
    }
}

#[test]
fn without_a_fall_back_the_error_of_each_search_arrives() {
    let cubes: Vec<Cube> = Random::new(151).cubes().take(10).collect();
    for method in [Method::TwoPhase, Method::Descent, Method::Modified] {
        // The CPU builds the tables.
        builder().method(method).open().unwrap();
        let open = |fails| builder().method(method).on(Arc::new(Failing(fails))).open();
        let refused = open(Fails::AtOnce).err().unwrap();
        assert!(matches!(refused.detail(), Detail::Engine(EngineError::OutOfMemory)), "{method}: {refused}");

        let solver = open(Fails::After(2)).unwrap();
        let solve = || solver.solve_batch(&cubes, &SolveOptions::default());
        (0..2).for_each(|_| assert!(solve().iter().all(Result::is_ok), "{method}"));
        let is_pulled_out = |solution: &Result<Solution, Error>| solution.as_ref().is_err_and(is_pulled_out);
        let failed = solve();
        assert!(failed[..5].iter().all(Result::is_ok), "{method}: {failed:?}");
        assert!(failed[5..].iter().all(is_pulled_out), "{method}: {failed:?}");
        assert_eq!(failed.len(), 10);
    }
}

#[test]
fn a_panic_reaches_who_asks_for_solutions() {
    let solver = builder().on(Arc::new(Failing(Fails::Panics))).open().unwrap();
    let cubes: Vec<Cube> = Random::new(152).cubes().take(10).collect();
    let mut solutions = solver.solve_all(cubes.into_iter().enumerate(), &SolveOptions::default());
    let panic = catch_unwind(AssertUnwindSafe(|| solutions.next())).unwrap_err();
    assert_eq!(panic.downcast_ref(), Some(&"the engine is broken"));
}

fn is_pulled_out(error: &Error) -> bool {
    matches!(error.detail(), Detail::Engine(error) if *error == pulled_out())
}

#[test]
fn without_a_fall_back_the_error_of_a_build_arrives_and_nothing_is_left() {
    for method in [Method::TwoPhase, Method::Descent, Method::Modified] {
        let folder = tempfile::tempdir().unwrap();
        let solver = Solver::builder().method(method).on(Arc::new(Failing(Fails::After(0))));
        let failed = solver.tables(folder.path()).open().err().unwrap();
        assert!(is_pulled_out(&failed), "{method}: {failed}");
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "{method}");
    }
}

#[test]
fn complete_tables_are_built_by_the_cpu() {
    let (engine, notes) = failing(Fails::AtOnce);
    let built = engine.build_complete(Complete::Phase2Pruning(HTM), &Control::default()).unwrap();
    assert!(built.entries() == PRUNING.entries());
    assert_eq!(notes.falls_back(), 1);
}

#[test]
fn builds_go_on_with_the_cpu() {
    let (engine, notes) = failing(Fails::AtOnce);
    let folder = tempfile::tempdir().unwrap();
    let solver = Solver::builder().method(Method::Modified).on(engine).tables(folder.path());
    let solution = solver.open().unwrap().solve(&Cube::SOLVED, &SolveOptions::default());
    assert!(solution.unwrap().moves.is_empty());
    assert_eq!(notes.falls_back(), 2 + 1, "two builds, a search");
}

#[test]
fn distances_of_spaces_are_found_by_the_cpu() {
    let (engine, notes) = failing(Fails::AtOnce);
    let metric = Metric::HalfTurn;
    let distances =
        pocket::Distances::find(metric, |space| engine.distances(space, &Control::default())).unwrap();
    assert_eq!(distances.histogram(), pocket::Distances::published(metric));
    assert_eq!(notes.falls_back(), 1);
}
