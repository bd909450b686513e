//! What the system and libraries do to the program: no memory is given, pages are taken away, limits set; a library panics.

mod allocator;
mod last_words;
#[cfg(feature = "parquet")]
mod panics;
#[cfg(unix)]
mod signals;

#[cfg(feature = "parquet")]
pub use panics::caught;

/// Heeds what the system tells by signals, from now on.
pub fn install() {
    #[cfg(unix)]
    signals::install();
    #[cfg(feature = "parquet")]
    panics::install();
}
