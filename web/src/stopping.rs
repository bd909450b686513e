//! Stops a job.
//!
//! The page sets a word of the shared memory. Where it shares none, it sends a message to this worker, which is heard when the
//! browser gets to it. So a job that computes lets the browser go on now and then.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use cubebatch::Stop;
use wasm_bindgen::prelude::*;
use web_time::Instant;

#[link(wasm_import_module = "cubebatch-host")]
unsafe extern "C" {
    /// Lets the browser do what waits, if it can suspend a job.
    safe fn breathe();
}

/// The interval at which a job lets the browser continue.
const PAUSE: Duration = Duration::from_millis(100);

/// The number of times that a search asks before it looks at the clock.
pub const SEARCH: u32 = 64;

/// A build asks seldom, and looks at the clock each time.
pub const BUILD: u32 = 1;

/// Whether the jobs are to end: 1, or else 0.
static IS_REQUESTED: AtomicU32 = AtomicU32::new(0);

thread_local! {
    static ASKED: Cell<u32> = const { Cell::new(0) };
    /// When the thread that does the jobs last let the browser go on; the other threads cannot.
    static BREATHED: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Ends the jobs soon, until [`allow`] is called.
#[wasm_bindgen]
pub fn stop() {
    IS_REQUESTED.store(1, Relaxed);
}

/// Lets jobs begin again.
#[wasm_bindgen]
pub fn allow() {
    IS_REQUESTED.store(0, Relaxed);
}

/// Whether the jobs are to end.
#[wasm_bindgen]
pub fn is_stopped() -> bool {
    IS_REQUESTED.load(Relaxed) != 0
}

/// Where the word stands in the memory that says whether the jobs are to end.
#[wasm_bindgen]
pub fn stop_address() -> usize {
    IS_REQUESTED.as_ptr() as usize
}

fn let_browser_go_on() {
    if BREATHED.get().is_some_and(|breathed| breathed.elapsed() > PAUSE) {
        breathe();
        BREATHED.set(Some(Instant::now()));
    }
}

/// A new request to stop, for a job that begins on this thread. Each time that it was asked so often, it looks at the clock.
pub fn new_stop(often: u32) -> Stop {
    BREATHED.set(Some(Instant::now()));
    Stop::asking(move || {
        ASKED.set(ASKED.get().wrapping_add(1));
        if ASKED.get().is_multiple_of(often) {
            let_browser_go_on();
        }
        is_stopped()
    })
}
