//! What the system does to the program: it gives no memory, takes pages away, sets limits.

mod allocator;
mod last_words;
#[cfg(unix)]
mod signals;

/// Heeds what the system tells by signals, from now on.
pub fn install() {
    #[cfg(unix)]
    signals::install();
}
