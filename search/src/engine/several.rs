//! Several engines of one kind that share the work.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::coset::{CosetMap, MapTables};
use super::{Batched, Build, BuildError, DeviceUsage, Engine, EngineError, Explore, Load, Loaded, Search};
use cubebatch_tables::progress::Control;
use cubebatch_tables::space::Space;
use cubebatch_tables::table::{
    Complete, CompleteContents, FilterContents, FilterSize, SortedContents, SortedSpec, TableId,
};

/// Engines that search side by side, such as the cards of a machine. Each has the tables; the first one builds these.
pub struct Several<E> {
    first: E,
    others: Vec<E>,
}

impl<E> Several<E> {
    /// These engines.
    pub fn new(first: E, others: Vec<E>) -> Several<E> {
        Several { first, others }
    }

    fn all(&self) -> impl Iterator<Item = &E> {
        std::iter::once(&self.first).chain(&self.others)
    }
}

impl<S: Search, E: Load<S>> Load<S> for Several<E> {
    fn load(&self, tables: &S::Tables) -> Result<Loaded<S>, EngineError> {
        let searches: Vec<Loaded<S>> =
            self.all().map(|engine| engine.load(tables)).collect::<Result<_, _>>()?;
        let under_way = Mutex::new(vec![0; searches.len()]);
        Ok(Box::new(SideBySide { searches, under_way }))
    }
}

/// A search on each engine.
struct SideBySide<S: Search> {
    searches: Vec<Loaded<S>>,
    /// How many inputs each of them has.
    under_way: Mutex<Vec<usize>>,
}

impl<S: Search> SideBySide<S> {
    fn under_way(&self) -> MutexGuard<'_, Vec<usize>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives some inputs to the engine that has the fewest; its number.
    fn begin(&self, inputs: usize) -> usize {
        let mut under_way = self.under_way();
        let number = (0..under_way.len()).min_by_key(|&number| under_way[number]).unwrap_or_default();
        under_way[number] += inputs;
        number
    }
}

impl<S: Search> Batched<S> for SideBySide<S> {
    fn run(
        &self,
        inputs: &[S::Input],
        limits: &S::Limits,
        control: &Control,
        hand_on: &mut dyn FnMut(usize, S::Output),
    ) -> Result<(), EngineError> {
        let number = self.begin(inputs.len());
        let result = self.searches[number].run(inputs, limits, control, hand_on);
        self.under_way()[number] -= inputs.len();
        result
    }

    fn best_batch(&self, limits: &S::Limits, threads: usize) -> usize {
        self.searches[0].best_batch(limits, threads.div_ceil(self.searches.len()))
    }
}

impl<E: Build> Build for Several<E> {
    fn can_build(&self, table: TableId) -> bool {
        self.first.can_build(table)
    }

    fn build_sorted(&self, spec: SortedSpec, control: &Control) -> Result<SortedContents, BuildError> {
        self.first.build_sorted(spec, control)
    }

    fn build_complete(&self, table: Complete, control: &Control) -> Result<CompleteContents, BuildError> {
        self.first.build_complete(table, control)
    }

    fn build_filter(&self, size: FilterSize, control: &Control) -> Result<FilterContents, BuildError> {
        self.first.build_filter(size, control)
    }

    fn count(&self, table: Complete, control: &Control) -> Result<Vec<u64>, BuildError> {
        self.first.count(table, control)
    }

    fn build_bytes(&self, table: TableId) -> u64 {
        self.first.build_bytes(table)
    }
}

impl<E: Explore> Explore for Several<E> {
    fn distances(&self, space: &Space, control: &Control) -> Result<Vec<u8>, EngineError> {
        self.first.distances(space, control)
    }
}

impl<E: Engine> Engine for Several<E> {
    fn name(&self) -> String {
        let mut names: Vec<(String, usize)> = Vec::new();
        for engine in self.all() {
            let name = engine.name();
            match names.iter_mut().find(|(other, _)| *other == name) {
                Some((_, count)) => *count += 1,
                None => names.push((name, 1)),
            }
        }
        let each =
            |(name, count): (String, usize)| if count > 1 { format!("{count} × {name}") } else { name };
        names.into_iter().map(each).collect::<Vec<_>>().join(", ")
    }

    fn is_gpu(&self) -> bool {
        self.first.is_gpu()
    }

    fn is_software(&self) -> bool {
        self.first.is_software()
    }

    fn coset_map(&self, tables: &MapTables) -> Result<Option<Box<dyn CosetMap>>, EngineError> {
        self.first.coset_map(tables)
    }

    fn take_usage(&self) -> DeviceUsage {
        self.all().map(Engine::take_usage).fold(DeviceUsage::default(), DeviceUsage::plus)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::thread;

    /// Doubles numbers, and is asked for all threads of a test before it answers.
    struct Doubling;

    impl Search for Doubling {
        type Tables = ();
        type Input = u32;
        type Output = u32;
        type Limits = ();
    }

    /// Counts what it is asked.
    #[derive(Clone, Default)]
    struct Counting {
        asked: Arc<AtomicUsize>,
        fails: bool,
    }

    impl Load<Doubling> for Counting {
        fn load(&self, (): &()) -> Result<Loaded<Doubling>, EngineError> {
            if self.fails { Err(EngineError::OutOfMemory) } else { Ok(Box::new(self.clone())) }
        }
    }

    impl Batched<Doubling> for Counting {
        fn run(
            &self,
            inputs: &[u32],
            (): &(),
            _: &Control,
            hand_on: &mut dyn FnMut(usize, u32),
        ) -> Result<(), EngineError> {
            self.asked.fetch_add(inputs.len(), Relaxed);
            inputs.iter().enumerate().for_each(|(number, input)| hand_on(number, 2 * input));
            // So that others come meanwhile.
            thread::sleep(std::time::Duration::from_millis(20));
            Ok(())
        }

        fn best_batch(&self, (): &(), threads: usize) -> usize {
            100 / threads
        }
    }

    #[test]
    fn all_engines_have_their_part() {
        let engines = [(); 3].map(|()| Counting::default());
        let [first, others @ ..] = engines.clone();
        let search: Loaded<Doubling> = Several::new(first, others.to_vec()).load(&()).unwrap();
        thread::scope(|scope| {
            for thread in 0..6 {
                let search = &search;
                scope.spawn(move || {
                    for piece in 0..5 {
                        let inputs: Vec<u32> = (0..10).map(|i| 100 * thread + 10 * piece + i).collect();
                        let expected: Vec<u32> = inputs.iter().map(|input| 2 * input).collect();
                        assert_eq!(search.answers(&inputs, &(), &Control::default()), Ok(expected));
                    }
                });
            }
        });
        let asked = engines.map(|engine| engine.asked.load(Relaxed));
        assert_eq!(asked.iter().sum::<usize>(), 6 * 5 * 10);
        assert!(asked.iter().all(|&asked| asked >= 50), "{asked:?}");
        assert_eq!(search.best_batch(&(), 4), 50);
    }

    #[test]
    fn an_engine_that_does_not_load_is_told() {
        let failing = Counting { fails: true, ..Counting::default() };
        let loaded = Load::<Doubling>::load(&Several::new(Counting::default(), vec![failing]), &());
        assert_eq!(loaded.err(), Some(EngineError::OutOfMemory));
    }
}
