//! Going on with the CPU when a GPU fails.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::cpu::Cpu;
use super::{Batched, Build, BuildError, Engine, EngineError, Explore, Load, Loaded, Search, Times};
use crate::progress::{Note, Progress, Stop};
use crate::space::Space;
use crate::table::{Contents, TableId};

/// An engine that may fail, with the CPU to go on with.
pub struct FallBack<E> {
    first: E,
    /// Who is told when the first engine fails.
    progress: Arc<dyn Progress>,
}

impl<E> FallBack<E> {
    /// This engine, and the CPU where it fails.
    pub fn new(first: E, progress: Arc<dyn Progress>) -> FallBack<E> {
        FallBack { first, progress }
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
    fn build(&self, table: TableId, progress: &dyn Progress) -> Result<Contents, BuildError> {
        match self.first.build(table, progress) {
            Err(BuildError::Engine(error)) if error != EngineError::Stopped => {
                self.progress.note(&Note::FellBack { reason: error.to_string() });
                Cpu.build(table, progress)
            }
            result => result,
        }
    }

    fn build_bytes(&self, table: TableId) -> u64 {
        self.first.build_bytes(table).max(Cpu.build_bytes(table))
    }
}

impl<E: Explore> Explore for FallBack<E> {
    fn distances(&self, space: &Space) -> Result<Vec<u8>, EngineError> {
        self.first.distances(space).or_else(|error| {
            self.progress.note(&Note::FellBack { reason: error.to_string() });
            Cpu.distances(space)
        })
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

    fn take_times(&self) -> Times {
        self.first.take_times()
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
        stop: &Stop,
    ) -> Result<Vec<S::Output>, EngineError> {
        if !self.failed.load(Relaxed) {
            match self.first.run(inputs, limits, stop) {
                // What the first engine never does is no failure.
                Err(EngineError::Unsupported(_)) => {}
                Err(error) if error != EngineError::Stopped => {
                    if !self.failed.swap(true, Relaxed) {
                        self.progress.note(&Note::FellBack { reason: error.to_string() });
                    }
                }
                result => return result,
            }
        }
        self.cpu.run(inputs, limits, stop)
    }

    fn best_batch(&self, limits: &S::Limits) -> usize {
        self.first.best_batch(limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Unwatched;
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
        fn run(&self, inputs: &[u32], (): &(), _: &Stop) -> Result<Vec<u32>, EngineError> {
            Ok(inputs.iter().map(|number| 2 * number).collect())
        }

        fn best_batch(&self, (): &()) -> usize {
            1
        }
    }

    /// An engine that answers with 0 once and then fails in this way, as a card that is pulled out.
    struct Pulled(Arc<AtomicUsize>, EngineError);

    impl Load<Doubling> for Pulled {
        fn load(&self, (): &()) -> Result<Loaded<Doubling>, EngineError> {
            Ok(Box::new(Pulled(self.0.clone(), self.1.clone())))
        }
    }

    impl Batched<Doubling> for Pulled {
        fn run(&self, inputs: &[u32], (): &(), _: &Stop) -> Result<Vec<u32>, EngineError> {
            match self.0.fetch_add(1, Relaxed) {
                0 => Ok(vec![0; inputs.len()]),
                _ => Err(self.1.clone()),
            }
        }

        fn best_batch(&self, (): &()) -> usize {
            7
        }
    }

    #[test]
    fn what_an_engine_fails_at_is_searched_by_the_cpu() {
        let calls = Arc::new(AtomicUsize::new(0));
        let pulled = Pulled(calls.clone(), EngineError::Device("pulled".to_owned()));
        let search: Loaded<Doubling> = FallBack::new(pulled, Arc::new(Unwatched)).load(&()).unwrap();
        let run = |inputs: &[u32]| search.run(inputs, &(), &Stop::default()).unwrap();
        assert_eq!(run(&[1, 2]), [0, 0]);
        assert_eq!(run(&[3, 4]), [6, 8]);
        assert_eq!(run(&[5]), [10]);
        assert_eq!(calls.load(Relaxed), 2, "an engine that failed is not asked again");
        assert_eq!(search.best_batch(&()), 7);
    }

    #[test]
    fn a_request_to_stop_is_no_failure() {
        let pulled = Pulled(Arc::new(AtomicUsize::new(1)), EngineError::Stopped);
        let search: Loaded<Doubling> = FallBack::new(pulled, Arc::new(Unwatched)).load(&()).unwrap();
        assert_eq!(search.run(&[1], &(), &Stop::default()), Err(EngineError::Stopped));
    }
}
