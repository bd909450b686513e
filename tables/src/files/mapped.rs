//! The mapped tables and their addresses, for handlers that report a lost page.
//!
//! Where a mapped file was shortened, the system has no page to give, and sends a signal (SIGBUS) to the thread that
//! reads. A handler of signals may neither allocate nor wait for a lock. So what is mapped stands in a fixed number of
//! places, which are written and read by atomic operations alone.

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize};
#[cfg(target_os = "linux")]
use std::{fs, hint::black_box, num::NonZero};

use memmap2::Mmap;

/// The bytes of a table's file that is mapped.
#[derive(Debug)]
pub(super) struct Mapped {
    // Goes first: what is no longer mapped may soon be something else.
    _entry: Option<TakenPlace>,
    bytes: Mmap,
}

impl Mapped {
    /// Maps a file, which [`mapped_at`] then finds by its addresses.
    ///
    /// # Errors
    /// When the system does not map it.
    pub fn of(file: &File, path: &Path) -> io::Result<Mapped> {
        // SAFETY: the mapping is read-only, and this program replaces files by renaming and
        // never writes in them. That no other program does so either cannot be enforced, so
        // `Table::open` asks for it. Should one shorten the file all the same, the system sends SIGBUS to the thread
        // that reads: it ends the process, unless a handler does so with a sentence, as that of the program does. (On
        // Windows a file cannot be shortened while it is mapped.) Should one change bytes, all bit patterns are valid
        // numbers, and every look-up checks the numbers that it reads.
        let bytes = unsafe { Mmap::map(file) }?;
        // A hint: what is read from the disk from now on is kept in large pages.
        #[cfg(target_os = "linux")]
        let _ = bytes.advise(memmap2::Advice::HugePage);
        Ok(Mapped { _entry: TakenPlace::new(&bytes, path), bytes })
    }
}

/// The bytes of a large page of x86-64 and, by default, of AArch64; and how many of them speak for all.
#[cfg(target_os = "linux")]
const LARGE_PAGE: usize = 2 << 20;
#[cfg(target_os = "linux")]
const SAMPLE: usize = 16;

/// The page cache keeps a file in the pages in which it was read or written first. In small ones each random look-up waits for
/// the address of its page as well. So a file that is there in small pages is dropped, and read again.
#[cfg(target_os = "linux")]
impl Mapped {
    /// Reads the file by `read`, which reads all of it in order, so that it is in large pages afterwards; whether it is. A system
    /// that has no large pages for this file, and a file that is too small for them to matter, is not read.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn read_in_large_pages<E>(
        &self,
        file: &File,
        read: impl FnOnce() -> Result<(), E>,
    ) -> Result<bool, E> {
        let length = self.bytes.len();
        if length < 2 * SAMPLE * LARGE_PAGE {
            return Ok(false);
        }
        self.bytes.iter().step_by(length / SAMPLE).for_each(|byte| _ = black_box(*byte));
        if self.bytes_in_large_pages() < SAMPLE * LARGE_PAGE {
            self.drop_pages(file, 2 * LARGE_PAGE);
            black_box(self.bytes[0]);
            if self.bytes_in_large_pages() == 0 {
                return Ok(false);
            }
            self.drop_pages(file, length);
        }
        read()?;
        Ok(self.bytes_in_large_pages() > length / 8 * 7)
    }

    /// Drops the first pages from the page cache, unless another process has them mapped as well.
    fn drop_pages(&self, file: &File, length: usize) {
        // SAFETY: the mapping is shared with the file and never written, so what is read again is what was there.
        let unmapped =
            unsafe { self.bytes.unchecked_advise_range(memmap2::UncheckedAdvice::DontNeed, 0, length) };
        if unmapped.is_ok() {
            // A hint: what stays is found to be small.
            let _ = rustix::fs::fadvise(file, 0, NonZero::new(length as u64), rustix::fs::Advice::DontNeed);
        }
    }

    /// The bytes that this process has mapped in large pages; 0 if the system does not say.
    fn bytes_in_large_pages(&self) -> usize {
        let maps = fs::read_to_string("/proc/self/smaps").unwrap_or_default();
        let begin = format!("{:x}-", self.bytes.as_ptr().addr());
        let of_this = maps.lines().skip_while(|line| !line.starts_with(&begin));
        let mut numbers =
            of_this.filter_map(|line| line.strip_prefix("FilePmdMapped:")?.trim().strip_suffix(" kB"));
        numbers.next().and_then(|kilobytes| kilobytes.parse::<usize>().ok()).unwrap_or(0) << 10
    }
}

#[cfg(not(target_os = "linux"))]
impl Mapped {
    /// Other systems do not say in which pages a file is.
    pub fn read_in_large_pages<E>(&self, _: &File, _: impl FnOnce() -> Result<(), E>) -> Result<bool, E> {
        Ok(false)
    }
}

impl Deref for Mapped {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

/// The path of a table's file, as much of it as is kept.
pub struct MappedPath {
    bytes: [u8; LONGEST],
    length: usize,
}

impl MappedPath {
    /// The path as the system has it.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// The table's file that is mapped at this address, if there is one.
///
/// It neither allocates nor waits, so a signal handler may call it. It knows the first 64 tables that are mapped at a time, and
/// 1024 bytes of each path.
pub fn mapped_at(address: usize) -> Option<MappedPath> {
    PLACES.iter().find_map(|place| place.path_if_at(address))
}

const LONGEST: usize = 1024;

static PLACES: [MappingPlace; 64] = [const { MappingPlace::new() }; 64];

/// The facts about one mapping.
struct MappingPlace {
    is_taken: AtomicBool,
    /// Odd while the fields below are written.
    version: AtomicUsize,
    start: AtomicUsize,
    end: AtomicUsize,
    length: AtomicUsize,
    path: [AtomicU8; LONGEST],
}

impl MappingPlace {
    const fn new() -> MappingPlace {
        MappingPlace {
            is_taken: AtomicBool::new(false),
            version: AtomicUsize::new(0),
            start: AtomicUsize::new(0),
            end: AtomicUsize::new(0),
            length: AtomicUsize::new(0),
            path: [const { AtomicU8::new(0) }; LONGEST],
        }
    }

    fn take(&self) -> bool {
        self.is_taken.compare_exchange(false, true, SeqCst, SeqCst).is_ok()
    }

    /// Call it only after taking the place.
    fn write(&self, start: usize, end: usize, path: &[u8]) {
        self.version.fetch_add(1, SeqCst);
        self.start.store(start, SeqCst);
        self.end.store(end, SeqCst);
        let length = path.len().min(LONGEST);
        self.length.store(length, SeqCst);
        for (to, &from) in self.path.iter().zip(&path[..length]) {
            to.store(from, SeqCst);
        }
        self.version.fetch_add(1, SeqCst);
    }

    /// What another thread writes just now is no mapping that is read just now, so it is passed over.
    fn path_if_at(&self, address: usize) -> Option<MappedPath> {
        let version = self.version.load(SeqCst);
        if !(self.start.load(SeqCst)..self.end.load(SeqCst)).contains(&address) {
            return None;
        }
        let mut path = MappedPath { bytes: [0; LONGEST], length: self.length.load(SeqCst) };
        for (to, from) in path.bytes.iter_mut().zip(&self.path) {
            *to = from.load(SeqCst);
        }
        (version.is_multiple_of(2) && self.version.load(SeqCst) == version).then_some(path)
    }
}

/// A place that is taken, until this is dropped.
#[derive(Debug)]
struct TakenPlace(usize);

impl TakenPlace {
    /// `None` if all places are taken; then no handler finds the mapping.
    fn new(bytes: &[u8], path: &Path) -> Option<TakenPlace> {
        let place = PLACES.iter().position(MappingPlace::take)?;
        let pages = bytes.as_ptr_range();
        PLACES[place].write(pages.start.addr(), pages.end.addr(), path.as_os_str().as_encoded_bytes());
        Some(TakenPlace(place))
    }
}

impl Drop for TakenPlace {
    fn drop(&mut self) {
        let place = &PLACES[self.0];
        place.write(0, 0, &[]);
        place.is_taken.store(false, SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(address: usize) -> Option<Vec<u8>> {
        mapped_at(address).map(|path| path.as_bytes().to_vec())
    }

    #[test]
    fn a_mapping_is_found_while_it_lasts() {
        let folder = tempfile::tempdir().unwrap();
        let [a, b] = ["a", "b"].map(|name| folder.path().join(name));
        for path in [&a, &b] {
            std::fs::write(path, [7; 10_000]).unwrap();
        }
        let map = |path: &Path| Mapped::of(&File::open(path).unwrap(), path).unwrap();
        let (of_a, of_b) = (map(&a), map(&b));
        for (mapped, path) in [(&of_a, &a), (&of_b, &b)] {
            let start = mapped.as_ptr().addr();
            let path = Some(path.as_os_str().as_encoded_bytes().to_vec());
            assert_eq!((found(start), found(start + 9_999)), (path.clone(), path));
            assert_eq!(found(start + 10_000), None);
        }
        let address = of_a.as_ptr().addr();
        drop(of_a);
        // Another test may map another file there.
        assert_ne!(found(address), Some(a.as_os_str().as_encoded_bytes().to_vec()));
        assert!(found(of_b.as_ptr().addr()).is_some());
    }

    /// A small file is in no large page, and a system that has none says so; either way all of it is read, and stays what it was.
    #[test]
    fn a_file_is_read_whole_whatever_its_pages_are() {
        let folder = tempfile::tempdir().unwrap();
        for length in [1, 10_000, 66 << 20] {
            let path = folder.path().join("a");
            let bytes: Vec<u8> = (0..length).map(|i| ((i * 7) >> 3) as u8).collect();
            std::fs::write(&path, &bytes).unwrap();
            let file = File::open(&path).unwrap();
            file.sync_all().unwrap();
            let mapped = Mapped::of(&file, &path).unwrap();
            let mut reads = 0;
            let is_large = mapped.read_in_large_pages(&file, || {
                reads += 1;
                (*mapped == bytes).then_some(()).ok_or("other bytes")
            });
            let is_large = is_large.unwrap();
            assert!(!is_large || (reads == 1 && length > 10_000), "{length} bytes");
            assert_eq!(mapped.read_in_large_pages(&file, || Err("full")).err(), is_large.then_some("full"));
        }
    }
}
