//! Work on many threads, results in order, memory bounded.
//!
//! *This module is internal: it changes without notice.*

use std::ops::ControlFlow;
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, select};

/// Results that may wait for an earlier one, for each thread.
const WAITING_PER_THREAD: usize = 4;

/// Runs `work` on each item of `source` on `threads` threads, and gives the results to
/// `sink` in the order of the items, on the calling thread.
///
/// Reading, work and writing overlap. At most a few items for each thread are held at any
/// time, however long the source is. After `sink` breaks no more items are taken, and a
/// source that waits for one is left to itself: it may wait for ever.
///
/// # Panics
/// When `source`, `work` or `sink` does.
pub fn ordered_map<Item: Send + 'static, Output: Send + 'static>(
    source: impl Iterator<Item = Item> + Send + 'static,
    threads: usize,
    work: impl Fn(Item) -> Output + Sync,
    mut sink: impl FnMut(Output) -> ControlFlow<()>,
) {
    let threads = threads.max(1);
    // An item goes two ways: to the workers, and as the promise of a result to the sink,
    // which so keeps the order and, by its bound, the memory.
    let (to_workers, items) = bounded::<(Item, Sender<Output>)>(threads);
    let (to_sink, promises) = bounded::<Receiver<Output>>(threads * WAITING_PER_THREAD);
    // Nothing is ever sent: dropping the sender stops workers whose source does not end.
    let (stop, stopped) = bounded::<()>(0);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (items, stopped) = (items.clone(), stopped.clone());
            let work = &work;
            scope.spawn(move || {
                let next = || select! { recv(items) -> item => item.ok(), recv(stopped) -> _ => None };
                while let Some((item, promise)) = next() {
                    // When the sink has broken off, nobody waits for the result.
                    _ = promise.send(work(item));
                }
            });
        }
        drop(items);
        let reader = thread::spawn(move || {
            for item in source {
                let (promise, result) = bounded(1);
                if to_sink.send(result).is_err() || to_workers.send((item, promise)).is_err() {
                    break;
                }
            }
        });
        // A worker that panicked leaves its promise; the scope passes its panic on.
        let broke_off = promises
            .iter()
            .any(|result| !matches!(result.recv().map(&mut sink), Ok(ControlFlow::Continue(()))));
        drop((promises, stop));
        // Unless the sink broke off, the source has ended, or panicked: then its end is no end.
        if !broke_off && let Err(panic) = reader.join() {
            std::panic::resume_unwind(panic);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    #[test]
    fn results_come_in_order_whatever_each_takes() {
        let mut results = Vec::new();
        let work = |n: u64| {
            thread::sleep(Duration::from_micros(n * 7919 % 300));
            n * n
        };
        ordered_map(0..500, 4, work, |result| {
            results.push(result);
            ControlFlow::Continue(())
        });
        assert_eq!(results, (0..500).map(|n| n * n).collect::<Vec<_>>());
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
        ordered_map(
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
        ordered_map(source, 2, |n| n, |_| ControlFlow::Continue(()));
    }

    #[test]
    fn a_sink_that_breaks_ends_an_endless_source() {
        let mut last = 0;
        ordered_map(
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
