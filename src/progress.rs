//! How long work tells how far it is, and how it is asked to stop.

/// Watches long work; called from many threads.
pub trait Progress: Sync {
    /// `done` of `total` units of the named step are done.
    fn report(&self, step: &str, done: u64, total: u64);

    /// Whether to stop as soon as convenient.
    fn is_cancelled(&self) -> bool;

    /// Reports, or tells to stop.
    ///
    /// # Errors
    /// [`Cancelled`], when asked to.
    fn step(&self, step: &str, done: u64, total: u64) -> Result<(), Cancelled> {
        if self.is_cancelled() {
            return Err(Cancelled);
        }
        self.report(step, done, total);
        Ok(())
    }
}

/// The work was stopped on request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped on request")]
pub struct Cancelled;

/// Nobody watches.
pub struct Unwatched;

impl Progress for Unwatched {
    fn report(&self, _: &str, _: u64, _: u64) {}

    fn is_cancelled(&self) -> bool {
        false
    }
}
