//! Memory of the system; where it gives none, a sentence instead of an abort.
//!
//! Work that is known to need much memory is refused earlier, by [`check_memory`](cubebatch_search::memory::check_memory). This
//! handles all other requests. If the system refuses one, no code of the program can continue, and by default it ends with
//! SIGABRT. A library that asks on trial (`try_reserve`) and needs less would end here, too. The libraries of this program ask
//! on trial only where they read whole files, and then need it all.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::{Cursor, Write};

use super::last_words;

#[global_allocator]
static ALLOCATOR: SystemOrEnd = SystemOrEnd;

/// The system's allocator, which ends the program where it has no memory.
struct SystemOrEnd;

// SAFETY: every call goes to `System` with the arguments that came, and every pointer comes from `System`; a null
// pointer ends the program instead. Nothing here allocates, also not on the way to the end, and nothing unwinds.
unsafe impl GlobalAlloc for SystemOrEnd {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps to the contract of `alloc`, which is that of `System`.
        given(unsafe { System.alloc(layout) }, layout.size())
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above, of `alloc_zeroed`.
        given(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    #[inline]
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        // SAFETY: as above, of `realloc`.
        given(unsafe { System.realloc(memory, layout, bytes) }, bytes)
    }

    #[inline]
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above, of `dealloc`.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[inline]
fn given(memory: *mut u8, bytes: usize) -> *mut u8 {
    if memory.is_null() {
        refused(bytes);
    }
    memory
}

#[cold]
#[inline(never)]
fn refused(bytes: usize) -> ! {
    let mut problem = Cursor::new([0; 80]);
    // It is long enough, and writing a number does not allocate.
    _ = write!(problem, "cubebatch: the system has no memory for another {bytes} bytes\n  ");
    let length = problem.position() as usize;
    last_words::end(&[
        &problem.get_ref()[..length],
        b"Close other programs, raise the limit (`ulimit -v`), give fewer --threads, or choose smaller tables.\n",
    ])
}
