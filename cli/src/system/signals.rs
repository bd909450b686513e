//! Signals about files: a mapped file was shortened, or a file may not grow any more.

use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::OnceLock;

use cubebatch_tables::files::mapped_at;

use super::last_words;

/// The handler that was there before for missing pages.
static BEFORE: OnceLock<libc::sigaction> = OnceLock::new();

/// Sets what is done about signals; where the system refuses, all stays as it was.
pub fn install() {
    // A write beyond `ulimit -f` is to fail with an error, which is reported, instead of ending the program. SAFETY: to ignore
    // a signal runs no code.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
    tell_of_lost_pages();
}

/// Has [`on_lost_page`] called.
fn tell_of_lost_pages() {
    let mut before = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: a null pointer asks for what is set, which the system writes to a place that is large enough.
    if unsafe { libc::sigaction(libc::SIGBUS, ptr::null(), before.as_mut_ptr()) } != 0 {
        return;
    }
    // SAFETY: numbers and an address that may be null: all zeros are valid, and the system wrote the rest.
    _ = BEFORE.set(unsafe { before.assume_init() });
    // SAFETY: as above; the fields that matter are set below.
    let mut action: libc::sigaction = unsafe { MaybeUninit::zeroed().assume_init() };
    let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) = on_lost_page;
    action.sa_sigaction = handler as libc::sighandler_t;
    // On the thread's own stack, which has room for the path; that for signals alone may be very small.
    action.sa_flags = libc::SA_SIGINFO;
    // SAFETY: the handler has the signature that SA_SIGINFO asks for. It does nothing but atomic operations, `write`,
    // `_exit` and `sigaction`, which POSIX allows in handlers, whatever the thread was about: no lock is taken, nothing
    // is allocated, nothing panics.
    unsafe { libc::sigaction(libc::SIGBUS, &action, ptr::null_mut()) };
}

/// Ends the program with a sentence if the page is one of a table. Else what was set before decides, which by default
/// ends the program: on return the same page is asked for again.
///
/// Rows are written by one thread, each piece by `write`. It may be at it just now, so that the last row of the output may be
/// torn; `--resume` drops such a row.
extern "C" fn on_lost_page(_: c_int, info: *mut libc::siginfo_t, _: *mut c_void) {
    // SAFETY: the system gives a valid pointer, and with SIGBUS of a page its address.
    let address = unsafe { (*info).si_addr() }.addr();
    if let Some(path) = mapped_at(address) {
        last_words::end(&[
            b"cubebatch: ",
            path.as_bytes(),
            b": it was shortened while it was in use, or its disk fails\n  Build it again: `cubebatch table build --force \xe2\x80\xa6`. Rows in a file are valid, and `solve` continues with --resume.\n",
        ]);
    }
    if let Some(before) = BEFORE.get() {
        // SAFETY: it is what the system gave.
        unsafe { libc::sigaction(libc::SIGBUS, before, ptr::null_mut()) };
    }
}
