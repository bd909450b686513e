//! How a job is stopped.
//!
//! A message to this worker is heard when the browser gets to it. So a job that computes lets the browser go on now and then.

use std::cell::{Cell, RefCell};

use cubebatch::Stop;
use wasm_bindgen::prelude::*;

#[link(wasm_import_module = "cubebatch-host")]
unsafe extern "C" {
    /// Lets the browser do what waits, if it can suspend a job.
    safe fn breathe();
}

/// How often a job lets the browser go on.
const PAUSE_MS: f64 = 100.0;

/// How often it is asked before it looks at the clock.
const LOOK: u32 = 64;

thread_local! {
    static REQUEST: RefCell<Stop> = RefCell::default();
    static ASKED: Cell<u32> = const { Cell::new(0) };
    static BREATHED: Cell<f64> = const { Cell::new(0.0) };
}

/// Ends the job that is under way soon.
#[wasm_bindgen]
pub fn stop() {
    REQUEST.with_borrow(Stop::request);
}

/// A new request to stop, for a job that begins.
pub fn new_stop() -> Stop {
    let stop = Stop::asking(|| {
        ASKED.set(ASKED.get().wrapping_add(1));
        if ASKED.get().is_multiple_of(LOOK) && js_sys::Date::now() - BREATHED.get() > PAUSE_MS {
            breathe();
            BREATHED.set(js_sys::Date::now());
        }
        false
    });
    REQUEST.set(stop.clone());
    stop
}
