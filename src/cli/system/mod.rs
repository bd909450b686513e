//! Handles failures of the system and of libraries: it refuses memory, takes pages away, or sets limits; a library panics.

mod allocator;
mod last_words;
#[cfg(feature = "parquet")]
mod panics;
#[cfg(unix)]
mod signals;
#[cfg(target_os = "linux")]
mod streams;

#[cfg(feature = "parquet")]
pub use panics::caught;

/// Whether standard output was closed before the program began, so that what is written there is lost. It is known on Linux
/// alone.
pub fn stdout_is_closed() -> bool {
    #[cfg(target_os = "linux")]
    return streams::stdout_is_closed();
    #[cfg(not(target_os = "linux"))]
    false
}

/// Handles the system's signals from now on.
pub fn install() {
    #[cfg(unix)]
    signals::install();
    #[cfg(feature = "parquet")]
    panics::install();
}
