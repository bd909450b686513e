//! Going on with the CPU when a GPU fails.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::coset::{CosetMap, MapTables};
use super::cpu::Cpu;
use super::{Batched, Build, BuildError, DeviceUsage, Engine, EngineError, Explore, Load, Loaded, Search};
use cubebatch_tables::progress::{Cancelled, Control, Note, Progress};
use cubebatch_tables::space::Space;
use cubebatch_tables::table::{
    Complete, CompleteContents, FilterContents, FilterSize, SortedContents, SortedSpec, TableId,
};

/// An engine that may fail, with the CPU to go on with.
pub struct FallBack<E> {
    first: E,
    /// The observer of a failure of the first engine.
    progress: Arc<dyn Progress>,
}

impl<E> FallBack<E> {
    /// This engine, and the CPU where it fails.
    pub fn new(first: E, progress: Arc<dyn Progress>) -> FallBack<E> {
        FallBack { first, progress }
    }

    /// The result of the first engine, or the CPU's if the first one failed.
    fn or_else<T>(
        &self,
        result: Result<T, BuildError>,
        on_cpu: impl FnOnce() -> Result<T, BuildError>,
    ) -> Result<T, BuildError> {
        match result {
            Err(BuildError::Engine(error)) => {
                self.progress.note(&Note::FellBack { reason: error.to_string() });
                on_cpu()
            }
            result => result,
        }
    }
}

impl<S: Search, E: Load<S>> Load<S> for FallBack<E>
where
    Cpu: Load<S>,
{
    fn load(&self, tables: &S::Tables) -> Result<Loaded<S>, EngineError> {
        let cpu = Cpu.load(tables)?;
        match self.first.load(tables) {
            Ok(first) => {
                let (progress, failed) = (self.progress.clone(), AtomicBool::new(false));
                Ok(Box::new(LoadedTwice { first, cpu, failed, progress }))
            }
            Err(error) => {
                self.progress.note(&Note::FellBack { reason: error.to_string() });
                Ok(cpu)
            }
        }
    }
}

impl<E: Build> Build for FallBack<E> {
    fn can_build(&self, table: TableId) -> bool {
        self.first.can_build(table)
    }

    fn build_sorted(&self, spec: SortedSpec, control: &Control) -> Result<SortedContents, BuildError> {
        self.or_else(self.first.build_sorted(spec, control), || Cpu.build_sorted(spec, control))
    }

    fn build_complete(&self, table: Complete, control: &Control) -> Result<CompleteContents, BuildError> {
        self.or_else(self.first.build_complete(table, control), || Cpu.build_complete(table, control))
    }

    fn build_filter(&self, size: FilterSize, control: &Control) -> Result<FilterContents, BuildError> {
        self.or_else(self.first.build_filter(size, control), || Cpu.build_filter(size, control))
    }

    fn count(&self, table: Complete, control: &Control) -> Result<Vec<u64>, BuildError> {
        self.or_else(self.first.count(table, control), || Cpu.count(table, control))
    }

    fn build_bytes(&self, table: TableId) -> u64 {
        self.first.build_bytes(table).max(Cpu.build_bytes(table))
    }
}

impl<E: Explore> Explore for FallBack<E> {
    fn distances(&self, space: &Space, control: &Control) -> Result<Vec<u8>, EngineError> {
        match self.first.distances(space, control) {
            Err(error) if error != EngineError::Cancelled(Cancelled) => {
                self.progress.note(&Note::FellBack { reason: error.to_string() });
                Cpu.distances(space, control)
            }
            found => found,
        }
    }
}

impl<E: Engine> Engine for FallBack<E> {
    fn name(&self) -> String {
        self.first.name()
    }

    fn is_gpu(&self) -> bool {
        self.first.is_gpu()
    }

    fn is_software(&self) -> bool {
        self.first.is_software()
    }

    fn coset_map(&self, tables: &MapTables) -> Result<Option<Box<dyn CosetMap>>, EngineError> {
        self.first.coset_map(tables).or_else(|error| {
            self.progress.note(&Note::FellBack { reason: error.to_string() });
            Ok(None)
        })
    }

    fn take_usage(&self) -> DeviceUsage {
        self.first.take_usage()
    }
}

/// A search that goes on with the CPU once the first engine has failed.
struct LoadedTwice<S: Search> {
    first: Loaded<S>,
    cpu: Loaded<S>,
    failed: AtomicBool,
    progress: Arc<dyn Progress>,
}

impl<S: Search> Batched<S> for LoadedTwice<S> {
    fn run(
        &self,
        inputs: &[S::Input],
        limits: &S::Limits,
        control: &Control,
        hand_on: &mut dyn FnMut(usize, S::Output),
    ) -> Result<(), EngineError> {
        if self.failed.load(Relaxed) {
            return self.cpu.run(inputs, limits, control, hand_on);
        }
        let mut is_answered = vec![false; inputs.len()];
        let result = self.first.run(inputs, limits, control, &mut |number, answer| {
            is_answered[number] = true;
            hand_on(number, answer);
        });
        match result {
            // Work that the first engine never does is no failure.
            Err(EngineError::Unsupported(_)) => {}
            Err(error) if error != EngineError::Cancelled(Cancelled) => {
                if !self.failed.swap(true, Relaxed) {
                    self.progress.note(&Note::FellBack { reason: error.to_string() });
                }
            }
            result => return result,
        }
        let others: Vec<usize> = (0..inputs.len()).filter(|&number| !is_answered[number]).collect();
        let inputs: Vec<S::Input> = others.iter().map(|&number| inputs[number].clone()).collect();
        self.cpu.run(&inputs, limits, control, &mut |number, answer| hand_on(others[number], answer))
    }

    fn best_batch(&self, limits: &S::Limits, threads: usize) -> usize {
        self.first.best_batch(limits, threads)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_tables::progress::Unwatched;
    use std::sync::atomic::AtomicUsize;

    /// Doubles numbers.
    struct Doubling;

    impl Search for Doubling {
        type Tables = ();
        type Input = u32;
        type Output = u32;
        type Limits = ();
    }

    impl Load<Doubling> for Cpu {
        fn load(&self, (): &()) -> Result<Loaded<Doubling>, EngineError> {
            Ok(Box::new(Sure))
        }
    }

    struct Sure;

    impl Batched<Doubling> for Sure {
        fn run(
            &self,
            inputs: &[u32],
            (): &(),
            _: &Control,
            hand_on: &mut dyn FnMut(usize, u32),
        ) -> Result<(), EngineError> {
            inputs.iter().enumerate().for_each(|(number, input)| hand_on(number, 2 * input));
            Ok(())
        }

        fn best_batch(&self, (): &(), _: usize) -> usize {
            1
        }
    }

    /// An engine that answers this number of questions with 0, every other one of a batch first, and then fails in this way,
    /// like a card that is pulled out.
    #[derive(Clone)]
    struct Pulled {
        good: usize,
        error: EngineError,
        answers: Arc<AtomicUsize>,
        runs: Arc<AtomicUsize>,
    }

    impl Pulled {
        fn after(good: usize, error: EngineError) -> Pulled {
            Pulled { good, error, answers: Arc::default(), runs: Arc::default() }
        }
    }

    impl Load<Doubling> for Pulled {
        fn load(&self, (): &()) -> Result<Loaded<Doubling>, EngineError> {
            Ok(Box::new(self.clone()))
        }
    }

    impl Batched<Doubling> for Pulled {
        fn run(
            &self,
            inputs: &[u32],
            (): &(),
            _: &Control,
            hand_on: &mut dyn FnMut(usize, u32),
        ) -> Result<(), EngineError> {
            self.runs.fetch_add(1, Relaxed);
            for number in [1, 0].into_iter().flat_map(|first| (first..inputs.len()).step_by(2)) {
                if self.answers.fetch_add(1, Relaxed) >= self.good {
                    return Err(self.error.clone());
                }
                hand_on(number, 0);
            }
            Ok(())
        }

        fn best_batch(&self, (): &(), _: usize) -> usize {
            7
        }
    }

    fn device_error() -> EngineError {
        EngineError::Device("pulled".to_owned())
    }

    #[test]
    fn what_an_engine_fails_at_is_searched_by_the_cpu() {
        let pulled = Pulled::after(2, device_error());
        let runs = pulled.runs.clone();
        let search: Loaded<Doubling> = FallBack::new(pulled, Arc::new(Unwatched)).load(&()).unwrap();
        let answers = |inputs: &[u32]| search.answers(inputs, &(), &Control::default()).unwrap();
        assert_eq!(answers(&[1, 2]), [0, 0]);
        assert_eq!(answers(&[3, 4]), [6, 8]);
        assert_eq!(answers(&[5]), [10]);
        assert_eq!(runs.load(Relaxed), 2, "an engine that failed is not asked again");
        assert_eq!(search.best_batch(&(), 1), 7);
    }

    #[test]
    fn what_an_engine_answered_before_it_failed_is_not_searched_again() {
        let pulled = Pulled::after(2, device_error());
        let search: Loaded<Doubling> = FallBack::new(pulled, Arc::new(Unwatched)).load(&()).unwrap();
        let mut handed_on = Vec::new();
        let mut hand_on = |number, answer| handed_on.push((number, answer));
        search.run(&[1, 2, 3, 4, 5], &(), &Control::default(), &mut hand_on).unwrap();
        assert_eq!(handed_on, [(1, 0), (3, 0), (0, 2), (2, 6), (4, 10)]);
    }

    #[test]
    fn a_request_to_stop_is_no_failure() {
        let pulled = Pulled::after(0, EngineError::Cancelled(Cancelled));
        let search: Loaded<Doubling> = FallBack::new(pulled, Arc::new(Unwatched)).load(&()).unwrap();
        assert_eq!(search.answers(&[1], &(), &Control::default()), Err(EngineError::Cancelled(Cancelled)));
    }
}
