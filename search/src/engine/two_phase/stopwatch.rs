//! How much time passes.

use std::time::Duration;

use cubebatch_tables::time::Instant;

/// A clock that is read again and again.
pub struct Stopwatch {
    read: Instant,
}

impl Stopwatch {
    /// A clock that is read now.
    pub fn start() -> Stopwatch {
        Stopwatch { read: Instant::now() }
    }

    /// The time since the clock was read last.
    pub fn lap(&mut self) -> Duration {
        let now = Instant::now();
        now.saturating_duration_since(std::mem::replace(&mut self.read, now))
    }
}
