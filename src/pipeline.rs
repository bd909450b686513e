//! Work on many threads, results in order, memory bounded.
//!
//! *This module is internal: it changes without notice.*

use std::io;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, select};

/// Items whose results may wait for an earlier one, for each thread.
const WAITING_PER_THREAD: usize = 4;

/// How long the sink is left alone at most, while an item is worked on.
const PATIENCE: Duration = Duration::from_millis(50);

/// Where a worker puts what comes of an item.
#[derive(Default)]
pub struct Outlet<Output>(Mutex<Output>);

impl<Output: Default> Outlet<Output> {
    /// Adds to what has come of the item and was not taken yet.
    pub fn add(&self, add: impl FnOnce(&mut Output)) {
        add(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn take(&self) -> Output {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// An item on its way to a worker.
struct Task<Item, Output> {
    item: Item,
    outlet: Arc<Outlet<Output>>,
    done: Sender<()>,
}

/// What the sink knows of an item.
struct Promise<Output> {
    outlet: Arc<Outlet<Output>>,
    /// A message comes when the worker is done, and none when it panicked.
    done: Receiver<()>,
}

/// Runs `work` on each item of `source` on `threads` threads, and gives what comes of the items to `sink` in their
/// order, on the calling thread.
///
/// `sink` gets all that has come of the first item that is not done, some twenty times a second: that may be nothing yet.
/// So an answer does not wait for later ones of the same item, and `sink` can look around while others are waited for.
///
/// Reading, work and writing overlap. At most a few items for each thread are held at any time, however long the source is.
/// After `sink` breaks no more items are taken, and a source that waits for one is left to itself: it may wait for ever.
/// Where the system gives fewer threads, fewer work.
///
/// # Errors
/// When the system does not give two threads; nothing was done then.
///
/// # Panics
/// When `source`, `work` or `sink` does.
pub fn ordered_map<Item: Send + 'static, Output: Default + Send + 'static>(
    source: impl Iterator<Item = Item> + Send + 'static,
    threads: usize,
    work: impl Fn(Item, &Outlet<Output>) + Sync,
    mut sink: impl FnMut(Output) -> ControlFlow<()>,
) -> io::Result<()> {
    let threads = threads.max(1);
    // An item goes two ways: to the workers, and as a promise to the sink, which so keeps the order and, by its bound, the
    // memory.
    let (to_workers, tasks) = bounded::<Task<Item, Output>>(threads);
    let (to_sink, promises) = bounded::<Promise<Output>>(threads * WAITING_PER_THREAD);
    // Nothing is ever sent: dropping the sender stops workers whose source does not end.
    let (stop, stopped) = bounded::<()>(0);
    thread::scope(|scope| {
        start_workers(scope, threads, &tasks, &stopped, &work)?;
        drop(tasks);
        let reader = thread::Builder::new().spawn(move || hand_out(source, &to_workers, &to_sink))?;
        let broke_off = loop {
            let taken = match promises.recv_timeout(PATIENCE) {
                Ok(promise) => promise.fill(&mut sink),
                Err(RecvTimeoutError::Timeout) => sink(Output::default()),
                Err(RecvTimeoutError::Disconnected) => break false,
            };
            if taken.is_break() {
                break true;
            }
        };
        drop((promises, stop));
        // Unless the sink broke off, the source has ended, or panicked: then its end is no end.
        if !broke_off && let Err(panic) = reader.join() {
            std::panic::resume_unwind(panic);
        }
        Ok(())
    })
}

/// Starts as many threads as the system gives, at least one.
fn start_workers<'scope, Item: Send + 'static, Output: Default + Send + 'static>(
    scope: &'scope Scope<'scope, '_>,
    threads: usize,
    tasks: &Receiver<Task<Item, Output>>,
    stopped: &Receiver<()>,
    work: &'scope (impl Fn(Item, &Outlet<Output>) + Sync),
) -> io::Result<()> {
    for started in 0..threads {
        let (tasks, stopped) = (tasks.clone(), stopped.clone());
        let worker = move || {
            let next = || select! { recv(tasks) -> task => task.ok(), recv(stopped) -> _ => None };
            while let Some(Task { item, outlet, done }) = next() {
                work(item, &outlet);
                // When the sink has broken off, no one waits for the result.
                _ = done.send(());
            }
        };
        match thread::Builder::new().spawn_scoped(scope, worker) {
            Err(error) if started == 0 => return Err(error),
            Err(_) => break,
            Ok(_) => {}
        }
    }
    Ok(())
}

/// Hands out items until they end, or until no one takes them.
fn hand_out<Item, Output: Default>(
    source: impl Iterator<Item = Item>,
    to_workers: &Sender<Task<Item, Output>>,
    to_sink: &Sender<Promise<Output>>,
) {
    for item in source {
        let (outlet, (done, is_done)) = (Arc::<Outlet<Output>>::default(), bounded(1));
        let promise = Promise { outlet: outlet.clone(), done: is_done };
        if to_sink.send(promise).is_err() || to_workers.send(Task { item, outlet, done }).is_err() {
            break;
        }
    }
}

impl<Output: Default> Promise<Output> {
    /// Gives to the sink what comes of the item until it is done.
    fn fill(&self, sink: &mut impl FnMut(Output) -> ControlFlow<()>) -> ControlFlow<()> {
        loop {
            match self.done.recv_timeout(PATIENCE) {
                Ok(()) => return sink(self.outlet.take()),
                Err(RecvTimeoutError::Timeout) => sink(self.outlet.take())?,
                // The worker panicked; the scope passes its panic on.
                Err(RecvTimeoutError::Disconnected) => return ControlFlow::Break(()),
            }
        }
    }
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
        ordered_map(source, threads, add, take_all).expect("there are threads");
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
        ordered_map([10, 20, 30].into_iter(), 1, work, sink).expect("there are threads");
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
    #[should_panic(expected = "a scoped thread panicked")]
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
