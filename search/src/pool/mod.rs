//! The threads of a solver.
//!
//! *This module is internal: it changes without notice.*

mod ordered;

use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use rayon::{ThreadPool, ThreadPoolBuilder};

pub use ordered::Outlet;

/// Why there are no threads.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the system refuses to start threads: {0}")]
pub struct NoThreads(String);

impl NoThreads {
    /// The system says this.
    pub fn of(error: &impl ToString) -> NoThreads {
        NoThreads(error.to_string())
    }
}

/// How many threads take part in work that is dealt out here: those of the pool to which the calling thread belongs. A browser
/// has one pool for all.
pub(crate) fn threads_here() -> usize {
    let is_in_pool = cfg!(target_family = "wasm") || rayon::current_thread_index().is_some();
    if is_in_pool { rayon::current_num_threads() } else { 1 }
}

/// Threads of their own. In a browser the calling thread works, and the only pool there takes part.
#[derive(Clone)]
pub struct Pool(Option<Arc<ThreadPool>>);

impl Pool {
    /// A pool of `threads` threads, or one per core if that is 0.
    ///
    /// # Errors
    /// When the system gives none.
    pub fn new(threads: usize) -> Result<Pool, NoThreads> {
        if cfg!(target_family = "wasm") {
            return Ok(Pool(None));
        }
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        Ok(Pool(Some(Arc::new(pool.map_err(|error| NoThreads::of(&error))?))))
    }

    /// How many there are.
    pub fn threads(&self) -> usize {
        self.0.as_ref().map_or_else(threads_here, |pool| pool.current_num_threads())
    }

    /// Does something that all threads can take part in, and waits for it.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.0 {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// Does something on other threads, as many as these, and waits for it. A thread of a pool that waits in [`Pool::install`] may
    /// begin another task of its pool meanwhile; one that waits here does not.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn apart<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, NoThreads> {
        if self.0.is_none() {
            return Ok(work());
        }
        let others = Pool::new(self.threads())?;
        thread::scope(|scope| {
            let waiting = thread::Builder::new().spawn_scoped(scope, || others.install(work));
            let done = waiting.map_err(|error| NoThreads::of(&error))?.join();
            Ok(done.unwrap_or_else(|panic| resume_unwind(panic)))
        })
    }

    /// Has a thread do something after what it was given before; the calling one does it now.
    pub fn spawn(&self, work: impl FnOnce() + Send + 'static) {
        match &self.0 {
            Some(pool) => pool.spawn_fifo(work),
            None => work(),
        }
    }
}
