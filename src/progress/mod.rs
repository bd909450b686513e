//! Progress of long work, notes about it, and requests to stop it.

mod step;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

pub use step::Step;

use crate::table::TableId;

/// Watches long work; called from many threads.
pub trait Progress: Send + Sync {
    /// `done` of `total` units of this step are done.
    fn report(&self, step: &Step, done: u64, total: u64) {
        let _ = (step, done, total);
    }

    /// Whether to stop as soon as convenient.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// Something happened that a person may want to know.
    fn note(&self, note: &Note) {
        let _ = note;
    }

    /// Reports, or returns an error that asks to stop.
    ///
    /// # Errors
    /// [`Cancelled`], when asked to.
    fn step(&self, step: &Step, done: u64, total: u64) -> Result<(), Cancelled> {
        if self.is_cancelled() {
            return Err(Cancelled);
        }
        self.report(step, done, total);
        Ok(())
    }
}

/// Something that happened during long work.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Note {
    /// This GPU, or a program that acts as one, does the work.
    UsesGpu {
        /// What the driver calls it.
        name: String,
        /// Whether it is a program.
        is_software: bool,
    },
    /// The CPU does the work although a GPU was possible.
    UsesCpu {
        /// Why.
        reason: String,
    },
    /// A GPU failed, and the CPU goes on.
    FellBack {
        /// Why.
        reason: String,
    },
    /// A table is missing and is being built.
    Builds {
        /// The table.
        table: TableId,
        /// Its file; `None` if it is kept in none.
        path: Option<PathBuf>,
    },
    /// A table was built.
    Built {
        /// The table.
        table: TableId,
        /// How long it took, the file included.
        took: Duration,
    },
    /// Another process builds a table that is missing, and this one waits for it.
    Waits {
        /// The table.
        table: TableId,
    },
    /// The table for which this process waited is there.
    BuiltElsewhere {
        /// The table.
        table: TableId,
    },
    /// What a killed build left in the folder of the tables cannot be removed.
    CannotTidy {
        /// The folder.
        folder: PathBuf,
        /// Why.
        reason: String,
    },
}

/// The work was stopped on request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped on request")]
pub struct Cancelled;

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Progress for Unwatched {}

/// A request to stop searching, shared by the caller and the search: clones are the same request.
///
/// ```
/// use cubebatch::Stop;
///
/// let stop = Stop::default();
/// let elsewhere = stop.clone();
/// elsewhere.request();
/// assert!(stop.is_requested());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Request>);

#[derive(Default)]
struct Request {
    is_made: AtomicBool,
    /// A request that includes this one.
    parent: Option<Stop>,
    /// Another source of the request.
    asked: Option<Box<dyn Fn() -> bool + Send + Sync>>,
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Request { is_made, parent, .. } = self;
        f.debug_struct("Request").field("is_made", is_made).field("parent", parent).finish_non_exhaustive()
    }
}

impl Stop {
    /// A request that is also made once `asked` returns true. Searches call it often, every thousand nodes or so, so it must be
    /// quick. The callers hold no lock, so `asked` may do anything meanwhile; the one of the page lets the browser go on.
    pub fn asking(asked: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop(Arc::new(Request { asked: Some(Box::new(asked)), ..Request::default() }))
    }

    /// Asks all searches that have this request to end soon.
    pub fn request(&self) {
        self.0.is_made.store(true, Relaxed);
    }

    /// Whether a stop was requested.
    #[inline]
    pub fn is_requested(&self) -> bool {
        let Request { is_made, parent, asked } = &*self.0;
        if is_made.load(Relaxed) || parent.as_ref().is_some_and(Stop::is_requested) {
            return true;
        }
        let is_asked = asked.as_ref().is_some_and(|asked| asked());
        if is_asked {
            self.request();
        }
        is_asked
    }

    /// A request of its own that this one includes.
    pub(crate) fn child(&self) -> Stop {
        Stop(Arc::new(Request { parent: Some(self.clone()), ..Request::default() }))
    }

    /// # Errors
    /// [`Cancelled`], if a stop was requested.
    pub(crate) fn check(&self) -> Result<(), Cancelled> {
        if self.is_requested() { Err(Cancelled) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_that_was_asked_for_stays_made() {
        let wanted = Arc::new(AtomicBool::new(false));
        let asked = wanted.clone();
        let stop = Stop::asking(move || asked.load(Relaxed));
        let (elsewhere, below) = (stop.clone(), stop.child());
        assert!(!stop.is_requested() && !below.is_requested());
        wanted.store(true, Relaxed);
        assert!(below.is_requested());
        wanted.store(false, Relaxed);
        assert!(stop.is_requested() && elsewhere.is_requested() && below.is_requested());
    }
}
