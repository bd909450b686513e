//! Stops a job.
//!
//! A message to this worker is heard when the browser gets to it. So a job that computes lets the browser go on now and then.

use std::cell::{Cell, RefCell};
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

thread_local! {
    static REQUEST: RefCell<Stop> = RefCell::default();
    static ASKED: Cell<u32> = const { Cell::new(0) };
    static BREATHED: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Ends the job that is under way soon.
#[wasm_bindgen]
pub fn stop() {
    REQUEST.with_borrow(Stop::request);
}

/// Lets the browser go on, if it has waited for some time. What a message says then is in the request itself.
fn let_browser_go_on() {
    if BREATHED.get().is_none_or(|breathed| breathed.elapsed() > PAUSE) {
        breathe();
        BREATHED.set(Some(Instant::now()));
    }
}

/// A new request to stop, for a job that begins. Each time that it was asked so often, it looks at the clock.
pub fn new_stop(often: u32) -> Stop {
    let stop = Stop::asking(move || {
        ASKED.set(ASKED.get().wrapping_add(1));
        if ASKED.get().is_multiple_of(often) {
            let_browser_go_on();
        }
        false
    });
    REQUEST.set(stop.clone());
    stop
}
