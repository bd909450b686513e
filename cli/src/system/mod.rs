//! Handles failures of the system and of libraries: it refuses memory, takes pages away, or sets limits; a library panics.

mod allocator;
mod last_words;
#[cfg(all(feature = "serve", target_os = "linux", target_env = "gnu"))]
mod malloc;
#[cfg(feature = "parquet")]
mod panics;
#[cfg(unix)]
mod signals;
#[cfg(target_os = "linux")]
mod streams;

pub use last_words::leave;
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

/// Gives large pieces of memory back to the system when they are freed. A service needs that, which makes tables of one goal after
/// another.
#[cfg(feature = "serve")]
pub fn give_large_pieces_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    malloc::give_large_pieces_back();
}

/// Handles the system's signals from now on.
pub fn install() {
    #[cfg(unix)]
    signals::install();
    #[cfg(feature = "parquet")]
    panics::install();
}
