//! The allocator of glibc.

use libc::c_int;

/// Pieces of memory of at least this size are mapped, and go back to the system when they are freed. Without a bound of ours
/// glibc raises its own with each larger piece that is freed, up to 32 MiB, and keeps memory between pieces in use.
const MAPPED: c_int = 1 << 20;

/// Gives large pieces back when they are freed.
pub fn give_large_pieces_back() {
    // SAFETY: it sets a number of the allocator, under a lock of the allocator.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED) };
}
