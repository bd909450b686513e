//! Outputs into which nothing was written yet. They go away with a run that ends before it begins to write.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The files that this program created.
static EMPTY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn all() -> MutexGuard<'static, Vec<PathBuf>> {
    EMPTY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all. No other one is created before the guard is dropped.
pub fn remove_all() -> MutexGuard<'static, Vec<PathBuf>> {
    let mut empty = all();
    empty.drain(..).for_each(|path| _ = fs::remove_file(path));
    empty
}

/// An output that is removed if the work ends before its first byte: it would look like the output of a run.
pub struct Empty(PathBuf);

impl Empty {
    /// Creates a file that is not there, for writing.
    pub fn create(path: &Path) -> io::Result<(Empty, File)> {
        // An interruption comes before the file is there, or after it is known.
        let mut empty = all();
        let file = File::create_new(path)?;
        empty.push(path.to_owned());
        Ok((Empty(path.to_owned()), file))
    }

    /// Leaves the file where it is.
    pub fn keep(self) {
        all().retain(|path| *path != self.0);
    }
}

impl Drop for Empty {
    fn drop(&mut self) {
        let mut empty = all();
        if let Some(index) = empty.iter().position(|path| *path == self.0) {
            _ = fs::remove_file(empty.swap_remove(index));
        }
    }
}
