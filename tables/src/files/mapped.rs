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

use memmap2::Mmap;

/// The bytes of a table's file that is mapped.
#[derive(Debug)]
pub(super) struct Mapped {
    // Goes first: what is no longer mapped may soon be something else.
    _entry: Option<Entry>,
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
        Ok(Mapped { _entry: Entry::new(&bytes, path), bytes })
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

static PLACES: [Place; 64] = [const { Place::new() }; 64];

/// The facts about one mapping.
struct Place {
    is_taken: AtomicBool,
    /// Odd while the fields below are written.
    version: AtomicUsize,
    start: AtomicUsize,
    end: AtomicUsize,
    length: AtomicUsize,
    path: [AtomicU8; LONGEST],
}

impl Place {
    const fn new() -> Place {
        Place {
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
struct Entry(usize);

impl Entry {
    /// `None` if all places are taken; then no handler finds the mapping.
    fn new(bytes: &[u8], path: &Path) -> Option<Entry> {
        let place = PLACES.iter().position(Place::take)?;
        let pages = bytes.as_ptr_range();
        PLACES[place].write(pages.start.addr(), pages.end.addr(), path.as_os_str().as_encoded_bytes());
        Some(Entry(place))
    }
}

impl Drop for Entry {
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
}
