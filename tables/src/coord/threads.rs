//! Two threads for what is made on first use.
//!
//! They are not those of the `rayon` pool. One of these that waits for another takes up whatever else is
//! to be done; if that asked for the table which the waiting one is making, it would wait for itself.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// Does both, side by side unless there is to be but one thread, or the system gives no other.
pub fn both<A, B: Send>(first: impl FnOnce() -> A, second: impl FnOnce() -> B + Send) -> (A, B) {
    if threads() == 1 {
        return (first(), second());
    }
    // The first caller does the work: on a thread of its own, or on this one if there is no other.
    let second = Mutex::new(Some(second));
    let take = || second.lock().unwrap_or_else(PoisonError::into_inner).take();
    let do_second = || take().map(|second| second());
    thread::scope(|scope| {
        let beside = thread::Builder::new().spawn_scoped(scope, do_second);
        let first = first();
        let second = match beside {
            Ok(thread) => thread.join().expect("what is made on first use is made without fail"),
            Err(_) => do_second(),
        };
        (first, second.expect("it is done once"))
    })
}

/// How many threads there are to be: those of the pool to which this one belongs. To ask `rayon` elsewhere would make a
/// pool, and panic where the system gives no threads.
fn threads() -> usize {
    match rayon::current_thread_index() {
        // In a browser the page alone starts threads.
        _ if cfg!(target_family = "wasm") => 1,
        Some(_) => rayon::current_num_threads(),
        None => thread::available_parallelism().map_or(1, usize::from),
    }
}
