//! Memory for large tables.

use std::hint::black_box;
use std::io;
use std::ops::{Deref, DerefMut};

use rayon::prelude::*;

/// Bytes that are zero at first and begin at a multiple of eight, in large pages where the system has them: random look-ups
/// go faster there.
#[derive(Debug)]
pub struct LargeMemory {
    #[cfg(feature = "files")]
    bytes: memmap2::MmapMut,
    #[cfg(not(feature = "files"))]
    words: Vec<u64>,
    #[cfg(not(feature = "files"))]
    length: usize,
}

#[cfg(feature = "files")]
impl LargeMemory {
    /// Allocates `length` bytes.
    ///
    /// # Errors
    /// When there is no such memory.
    pub fn zeroed(length: usize) -> io::Result<LargeMemory> {
        let bytes = memmap2::MmapMut::map_anon(length)?;
        // A hint: without large pages it takes longer.
        #[cfg(target_os = "linux")]
        let _ = bytes.advise(memmap2::Advice::HugePage);
        Ok(LargeMemory { bytes })
    }
}

#[cfg(not(feature = "files"))]
impl LargeMemory {
    /// Allocates `length` bytes.
    ///
    /// # Errors
    /// When there is no such memory.
    pub fn zeroed(length: usize) -> io::Result<LargeMemory> {
        let mut words = Vec::new();
        let count = length.div_ceil(size_of::<u64>());
        words.try_reserve_exact(count).map_err(|_| io::ErrorKind::OutOfMemory)?;
        words.resize(count, 0);
        Ok(LargeMemory { words, length })
    }
}

/// The bytes of the smallest page.
const PAGE_BYTES: usize = 4096;

/// The pages that the system may give at once: one thread asks for them.
const LARGE_PAGE: usize = 512;

impl LargeMemory {
    /// Takes all of it from the system now, on all threads of the current pool: to clear gigabytes takes one thread seconds.
    pub fn take_all(&mut self) {
        let pages = self.par_chunks_mut(PAGE_BYTES).with_min_len(LARGE_PAGE);
        // The system gives a page when a byte of it is written for the first time.
        pages.for_each(|page| page[0] = black_box(0));
    }
}

impl Deref for LargeMemory {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        #[cfg(feature = "files")]
        return &self.bytes;
        #[cfg(not(feature = "files"))]
        return &bytemuck::cast_slice(&self.words)[..self.length];
    }
}

impl DerefMut for LargeMemory {
    fn deref_mut(&mut self) -> &mut [u8] {
        #[cfg(feature = "files")]
        return &mut self.bytes;
        #[cfg(not(feature = "files"))]
        return &mut bytemuck::cast_slice_mut(&mut self.words)[..self.length];
    }
}
