//! Ctrl-C: long work stops at the next convenient place, output ends with a whole line.

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use super::empty;
use super::failure::INTERRUPTED;
use super::system::leave;

/// How many pieces of work ask again and again whether to stop.
static HEEDED: AtomicUsize = AtomicUsize::new(0);

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// The output, if lines are being written.
static OUTPUT: OnceLock<Mutex<Box<dyn Write + Send>>> = OnceLock::new();

/// Makes Ctrl-C a request; the second one ends the program at once.
pub fn install() {
    // Without a handler Ctrl-C still ends the program, only less tidily.
    _ = ctrlc::set_handler(|| {
        let is_second = REQUESTED.swap(true, Ordering::SeqCst);
        if HEEDED.load(Ordering::SeqCst) > 0 && !is_second {
            return;
        }
        // A writer holds the lock for whole lines; keeping the lock stops the writing. A reader may wait for input for ever, so
        // this waits for no thread.
        let mut output =
            OUTPUT.get().map(|output| output.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
        if let Some(output) = &mut output {
            _ = output.flush();
        }
        // A thread that waits for this lock waits for the end of the program.
        let _none = empty::remove_all();
        tell!("cubebatch: interrupted");
        leave(INTERRUPTED);
    });
}

/// Whether long work should stop.
pub fn is_requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}

/// A piece of work begins, or ends, that asks [`is_requested`]; where there is none a request ends the program.
pub fn heed(heeded: bool) {
    if heeded {
        HEEDED.fetch_add(1, Ordering::SeqCst)
    } else {
        HEEDED.fetch_sub(1, Ordering::SeqCst)
    };
}

/// Registers `output`, to which the program writes whole lines under the lock from now on.
pub fn guard(output: Box<dyn Write + Send>) -> &'static Mutex<Box<dyn Write + Send>> {
    OUTPUT.get_or_init(|| Mutex::new(output))
}
