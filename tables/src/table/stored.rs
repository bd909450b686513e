//! Tables as they are used: mapped from a file, loaded from it, or just built.

use std::path::Path;
use std::sync::Arc;

use super::error::FileError;
use super::wire::{self, HEADER_BYTES, Sections};
use super::{
    Complete, CompleteContents, FilterContents, FilterSize, FilterView, SortedContents, SortedSpec,
    SortedView, TableId, Vouched,
};
use crate::stop::Cancelled;

/// A table with its bytes, shared by its clones.
#[derive(Clone, Debug)]
pub enum Table {
    /// A table of the modified two-phase method.
    Sorted(Arc<SortedTable>),
    /// An entry for every position of a space.
    Complete(Arc<CompleteTable>),
    /// A filter that says which positions may be near.
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

/// The bytes of a table.
#[derive(Debug)]
enum Body<Built> {
    Stored(Box<dyn Stored>),
    Built(Built),
}

/// Watches how many bytes of how many are read, and can stop that.
pub type Watch<'a> = dyn FnMut(u64, u64) -> Result<(), Cancelled> + 'a;

/// Reads to the end.
pub(super) fn unwatched(_: u64, _: u64) -> Result<(), Cancelled> {
    Ok(())
}

/// The bytes of a table as they are stored: from its header on, which was checked. They begin at a multiple of 8 bytes.
pub(crate) trait Stored: std::fmt::Debug + Send + Sync {
    fn bytes(&self) -> &[u8];

    /// The file that they are of, if it is one.
    fn path(&self) -> Option<&Path> {
        None
    }

    /// Whether the whole body is what its header says. Where others may change the bytes, it reads all of them.
    ///
    /// # Errors
    /// [`FileError::Damaged`] or [`FileError::Cancelled`].
    fn check_body(&self, watch: &mut Watch<'_>) -> Result<(), FileError>;

    /// Evidence for what is claimed by these bytes.
    ///
    /// # Errors
    /// [`FileError::Damaged`] or [`FileError::Cancelled`].
    fn vouch(&self, watch: &mut Watch<'_>) -> Result<Vouched, FileError> {
        self.check_body(watch).map(|()| Vouched::checked())
    }

    /// Reads and checks all of them such that the system has them in large pages, and says whether it has. Bytes in memory of
    /// this process are there already.
    ///
    /// # Errors
    /// [`FileError::Damaged`] or [`FileError::Cancelled`].
    fn read_in_large_pages(&self, _: &mut Watch<'_>) -> Result<bool, FileError> {
        Ok(true)
    }

    /// A copy in memory of this process; `None` if they are there already.
    ///
    /// # Errors
    /// [`FileError`].
    fn loaded(&self, _: &mut Watch<'_>) -> Result<Option<Box<dyn Stored>>, FileError> {
        Ok(None)
    }
}

/// The bytes of a table: as they are stored, or the sections of its body.
pub(super) enum TableBytes<'a> {
    Stored(&'a dyn Stored),
    Built(Sections<'a>),
}

impl<Built> Body<Built> {
    fn bytes<'a>(&'a self, sections: impl FnOnce(&'a Built) -> Sections<'a>) -> TableBytes<'a> {
        match self {
            Body::Stored(stored) => TableBytes::Stored(&**stored),
            Body::Built(built) => TableBytes::Built(sections(built)),
        }
    }

    fn vouch(&self) -> Result<Vouched, FileError> {
        match self {
            Body::Stored(stored) => stored.vouch(&mut unwatched),
            Body::Built(_) => Ok(Vouched::checked()),
        }
    }
}

impl SortedTable {
    /// The table.
    pub fn spec(&self) -> SortedSpec {
        self.spec
    }

    /// The table as it is searched.
    pub fn view(&self) -> SortedView<'_> {
        match &self.body {
            Body::Stored(stored) => wire::view(stored.bytes(), self.spec),
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

    /// The table.
    pub fn table(&self) -> Complete {
        self.table
    }

    /// The entries as they are stored.
    pub fn entries(&self) -> &[u8] {
        match &self.body {
            Body::Stored(stored) => &stored.bytes()[HEADER_BYTES..],
            Body::Built(entries) => entries,
        }
    }

    /// Evidence for what is claimed by this table: reads all of it if it is mapped. Takes no time for one in memory.
    ///
    /// # Errors
    /// [`FileError::Damaged`].
    pub fn vouch(&self) -> Result<Vouched, FileError> {
        self.body.vouch()
    }
}

impl From<CompleteContents> for CompleteTable {
    fn from(contents: CompleteContents) -> CompleteTable {
        CompleteTable { table: contents.table(), body: Body::Built(contents.into_entries()) }
    }
}

impl FilterTable {
    /// The size of the filter.
    pub fn size(&self) -> FilterSize {
        self.size
    }

    /// The filter as it is looked up in.
    pub fn view(&self) -> FilterView<'_> {
        match &self.body {
            Body::Stored(stored) => FilterView::of(self.size, &stored.bytes()[HEADER_BYTES..]),
            Body::Built(contents) => contents.view(),
        }
    }

    /// Evidence for what is claimed by this filter: reads all of it if it is mapped. Takes no time for one in memory.
    ///
    /// # Errors
    /// [`FileError::Damaged`].
    pub fn vouch(&self) -> Result<Vouched, FileError> {
        self.body.vouch()
    }
}

impl From<FilterContents> for FilterTable {
    fn from(contents: FilterContents) -> FilterTable {
        FilterTable { size: contents.size(), body: Body::Built(contents) }
    }
}

impl Table {
    /// The table whose stored bytes these are.
    pub(crate) fn of_stored(id: TableId, stored: Box<dyn Stored>) -> Table {
        match id {
            TableId::Sorted(spec) => SortedTable { spec, body: Body::Stored(stored) }.into(),
            TableId::Complete(table) => CompleteTable { table, body: Body::Stored(stored) }.into(),
            TableId::Filter(size) => FilterTable { size, body: Body::Stored(stored) }.into(),
        }
    }

    /// A copy of a mapped table in memory of this process, in large pages where the system has them. Random look-ups are then
    /// faster by a third to a half. The copy takes half a second and as much memory as the file is long, which other processes
    /// do not share. Copying checks the checksum of its body. A table in memory stays as it is.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn loaded(&self, watch: &mut Watch<'_>) -> Result<Table, FileError> {
        let copy = self.stored().map_or(Ok(None), |stored| stored.loaded(watch))?;
        Ok(copy.map_or_else(|| self.clone(), |copy| Table::of_stored(self.id(), copy)))
    }

    /// This table in large pages of memory, for long work: random look-ups are faster by a third there. It takes about a second.
    /// Where the system keeps files in such pages, it is the file itself, and all processes share it. Elsewhere it is a copy, see
    /// [`Table::loaded`], if there `may_be_copies`, else the file as it is. A table that gets there was read as a whole, and
    /// the checksum of its body checked.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn in_large_pages(&self, may_be_copies: bool, watch: &mut Watch<'_>) -> Result<Table, FileError> {
        let is_large = self.stored().map_or(Ok(true), |stored| stored.read_in_large_pages(watch))?;
        if is_large || !may_be_copies { Ok(self.clone()) } else { self.loaded(watch) }
    }

    /// Evidence for what is claimed by this table: reads all of it if it is mapped. Takes no time for one in memory.
    ///
    /// # Errors
    /// [`FileError::Damaged`] or [`FileError::Cancelled`].
    pub fn vouch(&self, watch: &mut Watch<'_>) -> Result<Vouched, FileError> {
        self.stored().map_or_else(|| Ok(Vouched::checked()), |stored| stored.vouch(watch))
    }

    /// The table.
    pub fn id(&self) -> TableId {
        match self {
            Table::Sorted(table) => table.spec.into(),
            Table::Complete(table) => table.table.into(),
            Table::Filter(table) => table.size.into(),
        }
    }

    /// Its file; `None` if it was built and not opened.
    pub fn path(&self) -> Option<&Path> {
        self.stored().and_then(Stored::path)
    }

    fn stored(&self) -> Option<&dyn Stored> {
        match self.bytes() {
            TableBytes::Stored(stored) => Some(stored),
            TableBytes::Built(_) => None,
        }
    }

    pub(super) fn bytes(&self) -> TableBytes<'_> {
        match self {
            Table::Sorted(table) => table.body.bytes(wire::sections),
            Table::Complete(table) => table.body.bytes(|entries| vec![(0, entries)]),
            Table::Filter(table) => table.body.bytes(|contents| vec![(0, contents.bytes())]),
        }
    }
}

/// A table as an engine builds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// A table of the modified two-phase method.
    Sorted(SortedContents),
    /// An entry for every position of a space.
    Complete(CompleteContents),
    /// A filter that says which positions may be near.
    Filter(FilterContents),
}

impl Contents {
    /// The table.
    pub fn id(&self) -> TableId {
        match self {
            Contents::Sorted(contents) => contents.spec().into(),
            Contents::Complete(contents) => contents.table().into(),
            Contents::Filter(contents) => contents.size().into(),
        }
    }

    /// Its body as it is stored.
    #[cfg(feature = "files")]
    pub(crate) fn sections(&self) -> Sections<'_> {
        match self {
            Contents::Sorted(contents) => wire::sections(contents),
            Contents::Complete(contents) => vec![(0, contents.entries())],
            Contents::Filter(contents) => vec![(0, contents.bytes())],
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
