//! Requests to stop.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The work was stopped on request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped on request")]
pub struct Cancelled;

/// A request to stop work, shared by the caller and the work: clones are the same request.
///
/// ```
/// # extern crate cubebatch_tables as cubebatch;
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
    /// Another source of the request.
    asked: Option<Box<dyn Fn() -> bool + Send + Sync>>,
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request").field("is_made", &self.is_made).finish_non_exhaustive()
    }
}

impl Stop {
    /// Makes a request that also counts as made once `asked` returns true. Searches call `asked` often, about every thousand
    /// nodes, so it must be quick. The callers hold no lock, so `asked` may do anything; the page uses it to let the browser
    /// continue.
    pub fn asking(asked: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop(Arc::new(Request { asked: Some(Box::new(asked)), ..Request::default() }))
    }

    /// Asks all work that has this request to end soon.
    pub fn request(&self) {
        self.0.is_made.store(true, Relaxed);
    }

    /// Whether this is a clone of the other one.
    pub fn is_same(&self, other: &Stop) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether a stop was requested.
    #[inline]
    pub fn is_requested(&self) -> bool {
        let Request { is_made, asked } = &*self.0;
        if is_made.load(Relaxed) {
            return true;
        }
        let is_asked = asked.as_ref().is_some_and(|asked| asked());
        if is_asked {
            self.request();
        }
        is_asked
    }

    /// A request of its own that this one includes.
    pub fn child(&self) -> Stop {
        let parent = self.clone();
        Stop::asking(move || parent.is_requested())
    }

    /// # Errors
    /// [`Cancelled`], if a stop was requested.
    pub fn check(&self) -> Result<(), Cancelled> {
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
