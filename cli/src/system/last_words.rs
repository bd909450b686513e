//! The end of the program where nothing else can be done any more.

use crate::failure::UNUSABLE;

/// Says something on standard error and ends the program at once with the exit code of what cannot be used.
///
/// It neither allocates nor waits for a lock, so that handlers of signals and the allocator may call it. Nothing is
/// flushed, and no file is tidied away: rows that wait to be written are lost.
#[cfg(unix)]
pub fn end(words: &[&[u8]]) -> ! {
    for mut rest in words.iter().copied() {
        while !rest.is_empty() {
            // SAFETY: the pointer and the length are those of a slice.
            let written = unsafe { libc::write(libc::STDERR_FILENO, rest.as_ptr().cast(), rest.len()) };
            match usize::try_from(written) {
                Ok(written @ 1..) => rest = &rest[written..],
                // Standard error may be closed.
                _ => break,
            }
        }
    }
    leave(UNUSABLE)
}

/// Ends the program at once. Other threads may be about anything: what is done at an ordinary end would take from under them what
/// they use. So a GPU's driver ended the program by a fault.
#[cfg(unix)]
pub fn leave(code: u8) -> ! {
    // SAFETY: it takes any number and does not return.
    unsafe { libc::_exit(code.into()) }
}

/// Ends the program.
#[cfg(not(unix))]
pub fn leave(code: u8) -> ! {
    std::process::exit(code.into())
}

/// Says something on standard error and ends the program with the exit code of what cannot be used.
#[cfg(not(unix))]
pub fn end(words: &[&[u8]]) -> ! {
    use std::io::Write;
    for part in words {
        _ = std::io::stderr().write_all(part);
    }
    leave(UNUSABLE)
}
