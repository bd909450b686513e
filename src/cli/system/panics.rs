//! Panics of a library at what is no fault of the program.

use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, catch_unwind};

thread_local! {
    /// Whether panics of this thread are caught, so that nothing is to be said of them.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// From now on a panic that [`caught`] catches says nothing.
pub fn install() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if !IS_CAUGHT.get() {
            usual(panic);
        }
    }));
}

/// What `run` gives, or that it panicked; then nothing it changed may be used any more.
pub fn caught<T>(run: impl FnOnce() -> T) -> Result<T, Box<dyn Any + Send>> {
    IS_CAUGHT.set(true);
    let outcome = catch_unwind(AssertUnwindSafe(run));
    IS_CAUGHT.set(false);
    outcome
}
