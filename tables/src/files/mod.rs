//! Tables in files, with the feature `files`.
//!
//! `file` writes a file whole or not at all, and maps or loads it. `unfinished` locks files while they are written, so that one
//! process builds and left-overs are known. `mapped` finds the table at an address, for handlers of SIGBUS. `library` is the
//! folder of tables.

mod file;
mod library;
mod mapped;
mod unfinished;

use std::fs::{self, File};
use std::io;
use std::path::Path;

pub use library::{LeftBehind, Library};
pub use mapped::{MappedPath, mapped_at};
pub use unfinished::{TableClaim, Unfinished, WriterProgress};

use crate::progress::Control;
use crate::table::{Contents, FileError, Table, TableId};
use file::TableFile;

/// Opens a regular file to read it; `None` for anything else of that name. To open a pipe would wait for its other end, and
/// devices can act on it: so whatever only looks at a path calls this function.
///
/// # Errors
/// Those of the file system.
pub fn regular_file(path: &Path) -> io::Result<Option<File>> {
    fs::metadata(path)?.is_file().then(|| File::open(path)).transpose()
}

impl Table {
    /// Opens a table's file and checks its header and length, and of a complete table a sample of its entries. All of
    /// the body is checked by [`verify`](crate::table::verify()), and where it is [loaded](Table::loaded).
    ///
    /// The file is mapped: while the table is open, no program may write in the file or shorten it. [`Contents::create`] does
    /// neither, as it renames a new file to the name. If a program shortens it all the same, Unix sends SIGBUS to the process
    /// that reads it and ends it. A handler finds the file by [`mapped_at`]. A loaded table is safe from that.
    ///
    /// # Errors
    /// [`FileError::Io`], [`FileError::Refused`], or [`FileError::Damaged`].
    pub fn open(path: &Path) -> Result<Table, FileError> {
        Ok(TableFile::open(path)?.into())
    }

    /// Opens the table `expected`, and refuses others.
    ///
    /// # Errors
    /// As [`Table::open`], and [`FileError::OtherTable`].
    pub fn open_as(path: &Path, expected: TableId) -> Result<Table, FileError> {
        Ok(TableFile::open_as(path, expected)?.into())
    }
}

impl From<TableFile> for Table {
    fn from(file: TableFile) -> Table {
        Table::of_stored(file.table(), Box::new(file))
    }
}

impl Contents {
    /// Writes the table: first to a temporary file beside `path`, which then takes its name.
    /// A process that is killed on the way leaves the old file or none.
    ///
    /// # Errors
    /// [`FileError::Io`] or [`FileError::Cancelled`].
    pub fn create(&self, path: &Path, control: &Control) -> Result<(), FileError> {
        file::create(path, self.id(), &self.sections(), control)
    }

    /// Writes the table into this file, which then takes the name `path` in the same folder. How far it is others see
    /// in the file, too.
    ///
    /// # Errors
    /// As [`Contents::create`]; then nothing is left of the file.
    pub fn finish(&self, unfinished: Unfinished, path: &Path, control: &Control) -> Result<(), FileError> {
        file::finish(unfinished, path, self.id(), &self.sections(), control)
    }
}
