//! A standard output that was closed before the program began (`>&-`).
//!
//! The runtime of Rust opens `/dev/null` in its place before `main`, so that rows would be lost without an error. Only
//! what runs earlier can see it.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// The loader calls it before the runtime begins.
// SAFETY: the section holds pointers to functions that take no arguments which they read, as this one.
#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = look;

/// Runs before the runtime of Rust: it may use nothing of it, and atomics and calls to the system need nothing of it.
extern "C" fn look() {
    // SAFETY: it takes any number, and looks without changing anything.
    let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
    IS_CLOSED.store(flags == -1, Relaxed);
}

/// Whether it was.
pub fn stdout_is_closed() -> bool {
    IS_CLOSED.load(Relaxed)
}
