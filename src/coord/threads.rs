//! Two threads for what is made on first use.
//!
//! They are not those of the `rayon` pool. One of these that waits for another takes up whatever else is
//! to be done; if that asked for the table which the waiting one is making, it would wait for itself.

use std::thread;

/// Does both, side by side unless there is to be but one thread.
pub(crate) fn both<A, B: Send>(first: impl FnOnce() -> A, second: impl FnOnce() -> B + Send) -> (A, B) {
    if rayon::current_num_threads() == 1 {
        return (first(), second());
    }
    thread::scope(|scope| {
        let second = scope.spawn(second);
        (first(), second.join().expect("what is made on first use is made without fail"))
    })
}
