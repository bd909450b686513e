//! Work on the threads of a pool, results in order, memory bounded.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded, never, select};
use rayon::{ScopeFifo, ThreadPool};

use super::{NoThreads, Pool};

/// Items whose results may wait for an earlier one, for each thread.
const WAITING_PER_THREAD: usize = 4;

/// How long the sink is left alone at most, while an item is worked on.
const PATIENCE: Duration = Duration::from_millis(50);

/// Where a worker puts what comes of an item.
#[derive(Default)]
pub struct Outlet<Output>(Mutex<Output>);

impl<Output: Default> Outlet<Output> {
    /// Adds to what has come of the item and was not taken yet.
    pub fn add<T>(&self, add: impl FnOnce(&mut Output) -> T) -> T {
        add(&mut locked(&self.0))
    }

    fn take(&self) -> Output {
        std::mem::take(&mut locked(&self.0))
    }
}

/// An item on its way to a thread.
struct QueuedItem<Item, Output> {
    item: Item,
    outlet: Arc<Outlet<Output>>,
    done: Sender<()>,
}

/// What the sink knows of an item.
struct ItemPromise<Output> {
    outlet: Arc<Outlet<Output>>,
    /// A message comes when the item is done, and none when its work panicked.
    done: Receiver<()>,
}

/// The items that wait for a thread.
struct ItemQueue<Item, Output, Work> {
    state: Mutex<QueueState<Item, Output>>,
    /// How many items are worked on at a time.
    threads: usize,
    /// Whether nothing more is wanted.
    is_stopped: AtomicBool,
    work: Work,
}

struct QueueState<Item, Output> {
    tasks: VecDeque<QueuedItem<Item, Output>>,
    /// How many turns there are.
    turns: usize,
}

impl Pool {
    /// Runs `work` on each item of `source` on the threads of the pool, and gives what comes of the items to `sink` in their
    /// order, on the calling thread.
    ///
    /// `sink` gets all that has come of the first item that is not done, some twenty times a second: that may be nothing yet.
    /// So an answer does not wait for later ones of the same item, and `sink` can look around while others are waited for.
    ///
    /// Reading, work and writing overlap. At most a few items for each thread are held at any time, however long the source is.
    /// After `sink` breaks no more items are taken, and a source that waits for one is left to itself: it may wait for ever.
    ///
    /// # Errors
    /// When the system does not give a thread that reads; nothing was done then.
    ///
    /// # Panics
    /// When `source`, `work` or `sink` does.
    pub fn ordered_map<Item: Send + 'static, Output: Default + Send>(
        &self,
        source: impl Iterator<Item = Item> + Send + 'static,
        work: impl Fn(Item, &Outlet<Output>) + Sync,
        mut sink: impl FnMut(Output) -> ControlFlow<()>,
    ) -> Result<(), NoThreads> {
        match &self.0 {
            Some(pool) => on_threads(pool, source, work, sink),
            None => {
                _ = source.into_iter().try_for_each(|item| {
                    let outlet = Outlet::default();
                    work(item, &outlet);
                    sink(outlet.take())
                });
                Ok(())
            }
        }
    }
}

fn on_threads<Item: Send + 'static, Output: Default + Send>(
    pool: &ThreadPool,
    source: impl Iterator<Item = Item> + Send + 'static,
    work: impl Fn(Item, &Outlet<Output>) + Sync,
    sink: impl FnMut(Output) -> ControlFlow<()>,
) -> Result<(), NoThreads> {
    let threads = pool.current_num_threads();
    let (to_sink, items) = bounded(threads);
    // A source can wait for ever, so that this thread is not waited for after the sink broke off.
    let read = move || source.into_iter().try_for_each(|item| to_sink.send(item)).is_ok();
    let reader = thread::Builder::new().spawn(read).map_err(|error| NoThreads::of(&error))?;
    let state = Mutex::new(QueueState { tasks: VecDeque::new(), turns: 0 });
    let queue = ItemQueue { state, threads, is_stopped: AtomicBool::new(false), work };
    let has_ended = pool.in_place_scope_fifo(|scope| {
        let _stop = StopAtEnd(&queue.is_stopped);
        queue.hand_over(scope, items, sink)
    });
    // Unless the sink broke off, the source has ended, or panicked: then its end is no end.
    if has_ended && let Err(panic) = reader.join() {
        std::panic::resume_unwind(panic);
    }
    Ok(())
}

/// Ends the turns, also when the sink panics.
struct StopAtEnd<'a>(&'a AtomicBool);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

impl<Item: Send, Output: Default + Send, Work: Fn(Item, &Outlet<Output>) + Sync>
    ItemQueue<Item, Output, Work>
{
    /// Hands items to the threads and their results to the sink; whether the source ended before the sink broke off.
    fn hand_over<'s>(
        &'s self,
        scope: &ScopeFifo<'s>,
        items: Receiver<Item>,
        mut sink: impl FnMut(Output) -> ControlFlow<()>,
    ) -> bool {
        let mut under_way: VecDeque<ItemPromise<Output>> = VecDeque::new();
        let (mut items, mut last) = (Some(items), Instant::now());
        let (no_items, no_end) = (never(), never());
        while items.is_some() || !under_way.is_empty() {
            let has_room = under_way.len() < self.threads * WAITING_PER_THREAD;
            let next = items.as_ref().filter(|_| has_room).unwrap_or(&no_items);
            let done = under_way.front().map_or(&no_end, |promise| &promise.done);
            let given = select! {
                recv(next) -> item => {
                    match item {
                        Ok(item) => under_way.push_back(self.put(scope, item)),
                        Err(_) => items = None,
                    }
                    continue;
                }
                recv(done) -> done => match (done, under_way.pop_front()) {
                    (Ok(()), Some(promise)) => promise.outlet.take(),
                    // The work panicked; the scope passes its panic on.
                    _ => return false,
                },
                default(PATIENCE.saturating_sub(last.elapsed())) => {
                    under_way.front().map_or_else(Output::default, |promise| promise.outlet.take())
                }
            };
            last = Instant::now();
            if sink(given).is_break() {
                return false;
            }
        }
        true
    }

    /// Puts an item into the queue, and has a thread come if not all of them are at work.
    fn put<'s>(&'s self, scope: &ScopeFifo<'s>, item: Item) -> ItemPromise<Output> {
        let (outlet, (done, is_done)) = (Arc::<Outlet<Output>>::default(), bounded(1));
        let mut state = self.state();
        state.tasks.push_back(QueuedItem { item, outlet: outlet.clone(), done });
        if state.turns < self.threads {
            state.turns += 1;
            scope.spawn_fifo(|scope| self.take_turn(scope));
        }
        ItemPromise { outlet, done: is_done }
    }

    /// Works on the next item, and has a thread come for the one after it. So a thread that waits within its work, and helps
    /// out meanwhile, takes up one item at most before it looks again.
    fn take_turn<'s>(&'s self, scope: &ScopeFifo<'s>) {
        let mut state = self.state();
        let Some(QueuedItem { item, outlet, done }) =
            state.tasks.pop_front().filter(|_| !self.is_stopped.load(Relaxed))
        else {
            state.turns -= 1;
            return;
        };
        drop(state);
        (self.work)(item, &outlet);
        // When the sink has broken off, no one waits for the result.
        _ = done.send(());
        scope.spawn_fifo(|scope| self.take_turn(scope));
    }

    fn state(&self) -> MutexGuard<'_, QueueState<Item, Output>> {
        locked(&self.state)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Maps each item to one result.
    fn map_each<Item: Send + 'static, Output: Send + 'static>(
        source: impl Iterator<Item = Item> + Send + 'static,
        threads: usize,
        work: impl Fn(Item) -> Output + Sync,
        mut sink: impl FnMut(Output) -> ControlFlow<()>,
    ) {
        let add = |item, outlet: &Outlet<Vec<Output>>| {
            let result = work(item);
            outlet.add(|results| results.push(result));
        };
        let take_all = |results: Vec<Output>| results.into_iter().try_for_each(&mut sink);
        Pool::new(threads).unwrap().ordered_map(source, add, take_all).expect("there are threads");
    }

    #[test]
    fn results_come_in_order_whatever_each_takes() {
        let mut results = Vec::new();
        let work = |n: u64| {
            thread::sleep(Duration::from_micros(n * 7919 % 300));
            n * n
        };
        map_each(0..500, 4, work, |result| {
            results.push(result);
            ControlFlow::Continue(())
        });
        assert_eq!(results, (0..500).map(|n| n * n).collect::<Vec<_>>());
    }

    #[test]
    fn what_has_come_of_an_item_does_not_wait_for_the_rest() {
        let (go_on, may_go_on) = bounded::<()>(0);
        let work = |n: u32, outlet: &Outlet<Vec<u32>>| {
            outlet.add(|results| results.push(n));
            // Until the first result was taken, or else the test fails.
            may_go_on.recv_timeout(Duration::from_secs(60)).expect("the first result is taken");
            outlet.add(|results| results.push(n + 1));
        };
        let mut taken = Vec::new();
        let sink = |results: Vec<u32>| {
            taken.extend_from_slice(&results);
            if results.len() == 1 && results[0].is_multiple_of(10) {
                go_on.send(()).expect("the worker waits");
            }
            ControlFlow::Continue(())
        };
        Pool::new(1).unwrap().ordered_map([10, 20, 30].into_iter(), work, sink).expect("there are threads");
        assert_eq!(taken, [10, 11, 20, 21, 30, 31]);
    }

    #[test]
    fn a_slow_sink_holds_the_source_back() {
        let taken = Arc::new(AtomicUsize::new(0));
        let counter = taken.clone();
        let source = (0..200).inspect(move |_| {
            counter.fetch_add(1, Ordering::SeqCst);
        });
        let mut greatest = 0;
        let mut given = 0;
        map_each(
            source,
            2,
            |n| n,
            |_| {
                given += 1;
                thread::sleep(Duration::from_micros(200));
                greatest = greatest.max(taken.load(Ordering::SeqCst) - given);
                ControlFlow::Continue(())
            },
        );
        assert_eq!(given, 200);
        assert!(greatest <= 2 * WAITING_PER_THREAD + 4, "{greatest} items were held");
    }

    #[test]
    #[should_panic(expected = "the source is broken")]
    fn a_source_that_panics_is_not_taken_for_one_that_ends() {
        let source = (0..10).inspect(|&n| assert!(n < 5, "the source is broken"));
        map_each(source, 2, |n| n, |_| ControlFlow::Continue(()));
    }

    #[test]
    #[should_panic(expected = "the work is broken")]
    fn a_worker_that_panics_ends_an_endless_source() {
        map_each(0.., 2, |n| assert!(n != 5, "the work is broken"), |()| ControlFlow::Continue(()));
    }

    #[test]
    fn a_sink_that_breaks_ends_an_endless_source() {
        let mut last = 0;
        map_each(
            0..,
            3,
            |n| n,
            |n| {
                last = n;
                if n == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(last, 10);
    }
}
