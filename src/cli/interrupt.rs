//! Ctrl-C: long work stops at the next convenient place, output ends with a whole line.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::failure::INTERRUPTED;

/// How many pieces of work ask again and again whether to stop.
static HEEDED: AtomicUsize = AtomicUsize::new(0);

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// The output, if lines are being written.
static OUTPUT: OnceLock<Mutex<Box<dyn Write + Send>>> = OnceLock::new();

/// Outputs that were created, and into which nothing was written yet.
static EMPTY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

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
        let mut empty = empty();
        empty.drain(..).for_each(|path| _ = fs::remove_file(path));
        tell!("cubebatch: interrupted");
        process::exit(INTERRUPTED.into());
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

fn empty() -> MutexGuard<'static, Vec<PathBuf>> {
    EMPTY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An output that is removed if the work ends before its first byte: it would look like the output of a run.
pub struct Empty(PathBuf);

impl Empty {
    /// Creates a file that is not there, for writing.
    pub fn create(path: &Path) -> io::Result<(Empty, File)> {
        // An interruption comes before the file is there, or after it is known.
        let mut empty = empty();
        let file = File::create_new(path)?;
        empty.push(path.to_owned());
        Ok((Empty(path.to_owned()), file))
    }

    /// Leaves the file where it is.
    pub fn keep(self) {
        empty().retain(|path| *path != self.0);
    }
}

impl Drop for Empty {
    fn drop(&mut self) {
        let mut empty = empty();
        if let Some(index) = empty.iter().position(|path| *path == self.0) {
            _ = fs::remove_file(empty.swap_remove(index));
        }
    }
}

/// Registers `output`, to which the program writes whole lines under the lock from now on.
pub fn guard(output: Box<dyn Write + Send>) -> &'static Mutex<Box<dyn Write + Send>> {
    OUTPUT.get_or_init(|| Mutex::new(output))
}
