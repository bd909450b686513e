//! Hints to the memory.

/// Asks for the cache line of `slice[at]`.
#[inline]
pub fn prefetch<T>(slice: &[T], at: usize) {
    let address: *const i8 = slice.as_ptr().wrapping_add(at).cast();
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint; it has no effect on memory, and may be given any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address) }
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: a hint; it has no effect on memory, registers or flags, and may be given any address.
    unsafe {
        std::arch::asm!("prfm pldl1keep, [{}]", in(reg) address, options(nostack, preserves_flags, readonly));
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = address;
}
