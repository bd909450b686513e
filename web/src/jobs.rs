//! Long work: prepared, run, and asked for its outcome.
//!
//! `run` takes and gives nothing, so that the page can call it by WebAssembly's Promise Integration: while it is suspended other
//! calls may come in, and end before it goes on.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;

type JobOutcome = Result<JsValue, JsValue>;

thread_local! {
    static PREPARED: RefCell<Option<Box<dyn FnOnce() -> JobOutcome>>> = const { RefCell::new(None) };
    static OUTCOME: RefCell<Option<JobOutcome>> = const { RefCell::new(None) };
}

/// Prepares what the next `run` does.
pub fn prepare(job: impl FnOnce() -> JobOutcome + 'static) {
    PREPARED.set(Some(Box::new(job)));
}

/// Does the job that was prepared.
// SAFETY: the page's own functions have other names.
#[unsafe(no_mangle)]
pub extern "C" fn run() {
    if let Some(job) = PREPARED.take() {
        let outcome = job();
        OUTCOME.set(Some(outcome));
    }
}

/// The result of the job.
#[wasm_bindgen]
pub fn outcome() -> Result<JsValue, JsValue> {
    OUTCOME.take().unwrap_or(Ok(JsValue::UNDEFINED))
}
