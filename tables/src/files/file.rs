//! Table files: a file is written whole or not at all, opened at once, and checked on demand.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

use super::mapped::Mapped;
use super::regular_file;
use super::unfinished::{Unfinished, write_all_at};
use crate::progress::{Control, Step};
use crate::table::memory::LargeMemory;
use crate::table::stored::{Stored, Watch};
use crate::table::stream::READ_BYTES;
use crate::table::wire::{HEADER_BYTES, Sections, Sums, TableHeader, TableRefusal, file_bytes};
use crate::table::{FileError, TableId};

/// Attaches a path to errors of the file system.
pub fn at<T>(path: &Path, result: io::Result<T>) -> Result<T, FileError> {
    result.map_err(|source| FileError::Io { path: path.to_owned(), source })
}

/// A table's file whose header was checked, and its bytes in memory.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    file: File,
    bytes: Mapped,
    header: TableHeader,
    table: TableId,
}

impl TableFile {
    /// Opens a table and checks its header and length, and of a complete one a sample of its body.
    ///
    /// # Errors
    /// [`FileError::Io`], [`FileError::Refused`], or [`FileError::Damaged`].
    pub fn open(path: &Path) -> Result<TableFile, FileError> {
        let refused = |refusal| FileError::Refused { path: path.to_owned(), refusal };
        let file = at(path, regular_file(path))?.ok_or_else(|| refused(TableRefusal::NoFile))?;
        let bytes = at(path, Mapped::of(&file, path))?;
        let (header, table) = TableHeader::read(&bytes, bytes.len() as u64).map_err(refused)?;
        let opened = TableFile { path: path.to_owned(), file, bytes, header, table };
        opened.check_sample()?;
        Ok(opened)
    }

    /// Opens the table `expected`, and refuses others.
    ///
    /// # Errors
    /// As [`TableFile::open`], and [`FileError::OtherTable`].
    pub fn open_as(path: &Path, expected: TableId) -> Result<TableFile, FileError> {
        let opened = TableFile::open(path)?;
        if opened.table != expected {
            return Err(FileError::OtherTable { path: opened.path, found: opened.table, expected });
        }
        Ok(opened)
    }

    /// The table.
    pub fn table(&self) -> TableId {
        self.table
    }

    /// The same file, read into memory of this process, in large pages where the system has them. As all of it is read,
    /// all of it is checked.
    ///
    /// # Errors
    /// [`FileError::Io`], or [`FileError::Damaged`] if the file is not what it was, or its body not what was written.
    fn copy(&self, watch: &mut Watch<'_>) -> Result<CopiedFile, FileError> {
        let mut bytes = at(&self.path, LargeMemory::zeroed(self.bytes.len()))?;
        let (header, body) = bytes.split_at_mut(HEADER_BYTES);
        at(&self.path, (&self.file).rewind())?;
        self.read(header)?;
        if *header != *bytemuck::bytes_of(&self.header) {
            return Err(self.damaged("it was changed while it was read".to_owned()));
        }
        let pieces = body.chunks_mut(READ_BYTES).map(|piece| {
            self.read(piece)?;
            Ok(&*piece)
        });
        self.compare_checksum(pieces, watch)?;
        Ok(CopiedFile { path: self.path.clone(), bytes })
    }

    fn read(&self, bytes: &mut [u8]) -> Result<(), FileError> {
        match (&self.file).read_exact(bytes) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Err(self.damaged("it was shortened while it was read".to_owned()))
            }
            read => at(&self.path, read),
        }
    }

    /// Compares the pieces of the body, as they are read, with the checksum in the header.
    fn compare_checksum<'a>(
        &self,
        pieces: impl Iterator<Item = Result<&'a [u8], FileError>>,
        watch: &mut Watch<'_>,
    ) -> Result<(), FileError> {
        let total = (self.bytes.len() - HEADER_BYTES) as u64;
        let (mut checksum, mut done) = (Xxh3::new(), 0);
        for piece in pieces {
            let piece = piece?;
            checksum.update(piece);
            done += piece.len() as u64;
            watch(done, total)?;
        }
        if checksum.digest() != self.header.body_checksum() {
            return Err(self.damaged("its checksum does not match its header".to_owned()));
        }
        Ok(())
    }

    /// Reads a sample of a complete table, which takes less than a millisecond.
    ///
    /// # Errors
    /// [`FileError::Damaged`].
    fn check_sample(&self) -> Result<(), FileError> {
        match self.table {
            TableId::Complete(table) if !self.header.has_sound_sample(table, &self.bytes[HEADER_BYTES..]) => {
                Err(self.damaged("a sample of its entries is wrong".to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// The error for a body in which something was found that cannot be.
    fn damaged(&self, fault: String) -> FileError {
        FileError::Damaged { path: self.path.clone(), fault }
    }
}

impl Stored for TableFile {
    fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn path(&self) -> Option<&Path> {
        Some(&self.path)
    }

    fn check_body(&self, watch: &mut Watch<'_>) -> Result<(), FileError> {
        self.compare_checksum(self.bytes[HEADER_BYTES..].chunks(READ_BYTES).map(Ok), watch)
    }

    fn read_in_large_pages(&self, watch: &mut Watch<'_>) -> Result<bool, FileError> {
        self.bytes.read_in_large_pages(&self.file, || self.check_body(watch))
    }

    fn loaded(&self, watch: &mut Watch<'_>) -> Result<Option<Box<dyn Stored>>, FileError> {
        Ok(Some(Box::new(self.copy(watch)?)))
    }
}

/// A copy of a table's file in memory of this process: no other process can take it away.
#[derive(Debug)]
struct CopiedFile {
    path: PathBuf,
    bytes: LargeMemory,
}

impl Stored for CopiedFile {
    fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn path(&self) -> Option<&Path> {
        Some(&self.path)
    }

    /// All of it was compared when it was read.
    fn check_body(&self, _: &mut Watch<'_>) -> Result<(), FileError> {
        Ok(())
    }
}

/// Writes a table: first to a temporary file beside `path`, which then takes its name. A process that is
/// killed on the way leaves the old file or none.
///
/// # Errors
/// [`FileError::Io`] or [`FileError::Cancelled`].
pub fn create(
    path: &Path,
    table: TableId,
    sections: &Sections<'_>,
    control: &Control,
) -> Result<(), FileError> {
    let folder = folder_of(path);
    let unfinished = at(folder, Unfinished::anonymous(folder))?;
    finish(unfinished, path, table, sections, control)
}

/// Writes a table into a file, which then takes the name `path` in the same folder.
///
/// # Errors
/// [`FileError::Io`] or [`FileError::Cancelled`]; then nothing is left of the file.
pub fn finish(
    unfinished: Unfinished,
    path: &Path,
    table: TableId,
    sections: &Sections<'_>,
    control: &Control,
) -> Result<(), FileError> {
    write(unfinished.file(), path, (table, sections), &unfinished.announce(control))?;
    at(path, unfinished.file().sync_all())?;
    at(path, unfinished.finish(path))?;
    let folder = folder_of(path);
    at(folder, sync_folder(folder))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes the body, then the header with its checksum.
fn write(
    file: &File,
    path: &Path,
    (table, sections): (TableId, &Sections<'_>),
    control: &Control,
) -> Result<(), FileError> {
    let total = file_bytes(table);
    let step = Step::Writing(table);
    let mut done = HEADER_BYTES as u64;
    let mut checksum = Xxh3::new();
    for &(padding, section) in sections {
        for chunk in std::iter::once(&[0; 64][..padding]).chain(section.chunks(WRITE_BYTES)) {
            control.step(&step, done, total)?;
            at(path, write_all_at(file, chunk, done))?;
            checksum.update(chunk);
            done += chunk.len() as u64;
        }
    }
    let header = TableHeader::new(table, Sums::of(table, sections, checksum.digest()));
    at(path, write_all_at(file, bytemuck::bytes_of(&header), 0))
}

/// The number of bytes written between two checks whether to stop.
const WRITE_BYTES: usize = 8 << 20;

/// Makes the new name of a file last; elsewhere than on Unix folders cannot be synced.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
