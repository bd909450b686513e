//! Tables as they are used: mapped from a file, loaded from it, or just built.

use std::path::Path;
use std::sync::Arc;

use super::file::{self, FileError, TableFile};
use super::wire::{self, HEADER_BYTES};
use super::{
    Complete, CompleteContents, FilterContents, FilterSize, FilterView, SortedContents, SortedSpec,
    SortedView, TableId, Unfinished,
};
use crate::progress::Progress;

/// A table with its bytes, shared by its clones.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Table {
    /// Of the modified two-phase method.
    Sorted(Arc<SortedTable>),
    /// An entry for every position of a space.
    Complete(Arc<CompleteTable>),
    /// A filter that tells which positions may be near.
    Filter(Arc<FilterTable>),
}

/// A sorted table.
#[derive(Debug)]
pub struct SortedTable {
    spec: SortedSpec,
    body: Body<SortedContents>,
}

/// A complete table.
#[derive(Debug)]
pub struct CompleteTable {
    table: Complete,
    body: Body<Vec<u8>>,
}

/// A proof filter.
#[derive(Debug)]
pub struct FilterTable {
    size: FilterSize,
    body: Body<FilterContents>,
}

/// Where the bytes of a table are.
#[derive(Debug)]
enum Body<Built> {
    File(Box<TableFile>),
    Built(Built),
}

impl<Built> Body<Built> {
    fn file(&self) -> Option<&TableFile> {
        match self {
            Body::File(file) => Some(file),
            Body::Built(_) => None,
        }
    }
}

impl SortedTable {
    /// Which table this is.
    pub fn spec(&self) -> SortedSpec {
        self.spec
    }

    /// The table as it is searched.
    pub fn view(&self) -> SortedView<'_> {
        match &self.body {
            Body::File(file) => wire::view(file.bytes(), self.spec),
            Body::Built(contents) => contents.view(),
        }
    }
}

impl From<SortedContents> for SortedTable {
    fn from(contents: SortedContents) -> SortedTable {
        SortedTable { spec: contents.spec(), body: Body::Built(contents) }
    }
}

impl CompleteTable {
    /// Takes entries as they are stored, see `tables/README.md`.
    ///
    /// # Panics
    /// When they are not as many bytes as [`Complete::bytes`].
    pub fn from_entries(table: Complete, entries: Vec<u8>) -> CompleteTable {
        assert_eq!(entries.len(), table.bytes(), "an entry for each position");
        CompleteTable { table, body: Body::Built(entries) }
    }

    /// Which table this is.
    pub fn table(&self) -> Complete {
        self.table
    }

    /// The entries as they are stored.
    pub fn entries(&self) -> &[u8] {
        match &self.body {
            Body::File(file) => &file.bytes()[HEADER_BYTES..],
            Body::Built(entries) => entries,
        }
    }
}

impl From<CompleteContents> for CompleteTable {
    fn from(contents: CompleteContents) -> CompleteTable {
        CompleteTable { table: contents.table(), body: Body::Built(contents.into_entries()) }
    }
}

impl FilterTable {
    /// Which filter this is.
    pub fn size(&self) -> FilterSize {
        self.size
    }

    /// The filter as it is looked up in.
    pub(crate) fn view(&self) -> FilterView<'_> {
        match &self.body {
            Body::File(file) => FilterView::of(self.size, &file.bytes()[HEADER_BYTES..]),
            Body::Built(contents) => contents.view(),
        }
    }
}

impl From<FilterContents> for FilterTable {
    fn from(contents: FilterContents) -> FilterTable {
        FilterTable { size: contents.size(), body: Body::Built(contents) }
    }
}

impl Table {
    /// Opens a table's file and checks its header and length, and of a complete table a sample of its entries. All of
    /// the body is checked by [`verify`](super::verify()), and where it is [loaded](Table::loaded).
    ///
    /// The file is mapped: while the table is open, nobody may write in the file or shorten
    /// it. [`Contents::create`] does neither, as it renames a new file to the name. Where somebody shortens it all the
    /// same, Unix sends SIGBUS to whoever reads it, which ends the process; a handler finds the file by
    /// [`mapped_at`](super::mapped_at). A table that is loaded is safe from that.
    ///
    /// # Errors
    /// [`FileError::Io`], [`FileError::Refused`], or [`FileError::Damaged`].
    pub fn open(path: &Path) -> Result<Table, FileError> {
        Ok(Table::of_file(TableFile::open(path)?))
    }

    /// Opens the table `expected`, and refuses others.
    ///
    /// # Errors
    /// As [`Table::open`], and [`FileError::OtherTable`].
    pub fn open_as(path: &Path, expected: TableId) -> Result<Table, FileError> {
        Ok(Table::of_file(TableFile::open_as(path, expected)?))
    }

    fn of_file(file: TableFile) -> Table {
        match file.table() {
            TableId::Sorted(spec) => SortedTable { spec, body: Body::File(Box::new(file)) }.into(),
            TableId::Complete(table) => CompleteTable { table, body: Body::File(Box::new(file)) }.into(),
            TableId::Filter(size) => FilterTable { size, body: Body::File(Box::new(file)) }.into(),
        }
    }

    /// A copy of a table that is mapped from its file, in memory of this process, in large pages where the system has
    /// them. Random look-ups then go faster by a third to a half, for half a second and as much memory as the
    /// file is long, which other processes do not share. The checksum of its body is checked on the way. Of a table in
    /// memory already it is the same.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn loaded(&self) -> Result<Table, FileError> {
        self.file().map_or_else(|| Ok(self.clone()), |file| Ok(Table::of_file(file.loaded()?)))
    }

    /// Reads all of the table's file, if it has one, and compares it with its checksum.
    ///
    /// # Errors
    /// [`FileError::Damaged`].
    pub fn check_body(&self) -> Result<(), FileError> {
        self.file().map_or(Ok(()), TableFile::check_body)
    }

    /// Which table this is.
    pub fn id(&self) -> TableId {
        match self {
            Table::Sorted(table) => table.spec.into(),
            Table::Complete(table) => table.table.into(),
            Table::Filter(table) => table.size.into(),
        }
    }

    /// Its file; `None` if it was built and not opened.
    pub fn path(&self) -> Option<&Path> {
        self.file().map(TableFile::path)
    }

    pub(super) fn file(&self) -> Option<&TableFile> {
        match self {
            Table::Sorted(table) => table.body.file(),
            Table::Complete(table) => table.body.file(),
            Table::Filter(table) => table.body.file(),
        }
    }
}

/// A table as an engine builds it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contents {
    /// Of the modified two-phase method.
    Sorted(SortedContents),
    /// An entry for every position of a space.
    Complete(CompleteContents),
    /// A filter that tells which positions may be near.
    Filter(FilterContents),
}

impl Contents {
    /// Which table this is.
    pub fn id(&self) -> TableId {
        match self {
            Contents::Sorted(contents) => contents.spec().into(),
            Contents::Complete(contents) => contents.table().into(),
            Contents::Filter(contents) => contents.size().into(),
        }
    }

    /// Writes the table: first to a temporary file beside `path`, which then takes its name.
    /// A process that is killed on the way leaves the old file or none.
    ///
    /// # Errors
    /// [`FileError::Io`] or [`FileError::Cancelled`].
    pub fn create(&self, path: &Path, progress: &dyn Progress) -> Result<(), FileError> {
        match self {
            Contents::Sorted(contents) => file::create(path, self.id(), &wire::sections(contents), progress),
            Contents::Complete(contents) => {
                file::create(path, self.id(), &[(0, contents.entries())], progress)
            }
            Contents::Filter(contents) => file::create(path, self.id(), &[(0, contents.bytes())], progress),
        }
    }

    /// Writes the table into this file, which then takes the name `path` in the same folder. How far it is others see
    /// in the file, too.
    ///
    /// # Errors
    /// As [`Contents::create`]; then nothing is left of the file.
    pub fn finish(
        &self,
        unfinished: Unfinished,
        path: &Path,
        progress: &dyn Progress,
    ) -> Result<(), FileError> {
        match self {
            Contents::Sorted(contents) => {
                file::finish(unfinished, path, self.id(), &wire::sections(contents), progress)
            }
            Contents::Complete(contents) => {
                file::finish(unfinished, path, self.id(), &[(0, contents.entries())], progress)
            }
            Contents::Filter(contents) => {
                file::finish(unfinished, path, self.id(), &[(0, contents.bytes())], progress)
            }
        }
    }
}

impl From<Contents> for Table {
    fn from(contents: Contents) -> Table {
        match contents {
            Contents::Sorted(contents) => SortedTable::from(contents).into(),
            Contents::Complete(contents) => CompleteTable::from(contents).into(),
            Contents::Filter(contents) => FilterTable::from(contents).into(),
        }
    }
}

impl From<SortedTable> for Table {
    fn from(table: SortedTable) -> Table {
        Table::Sorted(Arc::new(table))
    }
}

impl From<CompleteTable> for Table {
    fn from(table: CompleteTable) -> Table {
        Table::Complete(Arc::new(table))
    }
}

impl From<FilterTable> for Table {
    fn from(table: FilterTable) -> Table {
        Table::Filter(Arc::new(table))
    }
}
