//! Panics of a library at faults of its input.

use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, catch_unwind};

thread_local! {
    /// Whether panics of this thread are caught, so that nothing is to be said of them.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Silences the panics that [`caught`] catches, from now on.
pub fn install() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if !IS_CAUGHT.get() {
            usual(panic);
        }
    }));
}

/// The result of `run`, or its panic; after a panic the caller must not use what `run` changed.
pub fn caught<T>(run: impl FnOnce() -> T) -> Result<T, Box<dyn Any + Send>> {
    IS_CAUGHT.set(true);
    let outcome = catch_unwind(AssertUnwindSafe(run));
    IS_CAUGHT.set(false);
    outcome
}
