//! Table files: written whole or not at all, opened in no time, checked on demand.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use memmap2::{Mmap, MmapMut};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::wire::{self, HEADER_BYTES, Header, Refusal, file_bytes};
use super::{Contents, Distances, Phase, Spec, TableId, View};
use crate::progress::{Cancelled, Progress};

/// What can go wrong with a table file.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is no table that can be used.
    #[error("{}: {refusal}", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// Why not.
        refusal: Refusal,
    },
    /// The file is a table, but not the one that was asked for.
    #[error("{}: it is the table {found}, not {expected}", path.display())]
    OtherTable {
        /// The file.
        path: PathBuf,
        /// What it is.
        found: TableId,
        /// What it should be.
        expected: TableId,
    },
    /// The file is a table, but not a sorted one.
    #[error("{}: it is the table {found}, not a sorted one", path.display())]
    NotSorted {
        /// The file.
        path: PathBuf,
        /// What it is.
        found: TableId,
    },
    /// The body is not what was written.
    #[error("{}: it is damaged: {fault}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        fault: String,
    },
    /// Somebody asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Attaches a path to errors of the file system.
fn at<T>(path: &Path, result: io::Result<T>) -> Result<T, FileError> {
    result.map_err(|source| FileError::Io { path: path.to_owned(), source })
}

/// A sorted table's file, mapped into memory.
#[derive(Debug)]
pub struct Table {
    mapped: Mapped,
    spec: Spec,
}

impl Table {
    /// Writes a table: first to a temporary file beside `path`, which then takes its name.
    /// A process that is killed on the way leaves the old file or none.
    ///
    /// # Errors
    /// [`FileError::Io`] or [`FileError::Cancelled`].
    pub fn create(path: &Path, contents: &Contents, progress: &dyn Progress) -> Result<(), FileError> {
        create(path, contents.spec().into(), &wire::sections(contents), progress)
    }

    /// Opens a table and checks its header and length, but not its body.
    ///
    /// The file is mapped: while the table is open, nobody may write in the file or shorten
    /// it. [`Table::create`] does neither, as it renames a new file to the name.
    ///
    /// # Errors
    /// [`FileError::Io`], [`FileError::Refused`], or [`FileError::NotSorted`].
    pub fn open(path: &Path) -> Result<Table, FileError> {
        match AnyTable::open(path)? {
            AnyTable::Sorted(table) => Ok(table),
            AnyTable::Complete(table) => {
                Err(FileError::NotSorted { path: path.to_owned(), found: table.phase().into() })
            }
        }
    }

    /// Opens the table `spec`; as [`Table::open`], and refuses other tables.
    ///
    /// # Errors
    /// As [`Table::open`], and [`FileError::OtherTable`].
    pub fn open_as(path: &Path, expected: Spec) -> Result<Table, FileError> {
        let mapped = Mapped::open_as(path, expected.into())?;
        Ok(Table { mapped, spec: expected })
    }

    /// Which table this is.
    pub fn spec(&self) -> Spec {
        self.spec
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.mapped.path
    }

    /// The table as it is searched.
    pub fn view(&self) -> View<'_> {
        wire::view(&self.mapped.map, self.spec)
    }

    /// Reads the whole body and compares it with the header's checksum.
    ///
    /// # Errors
    /// [`FileError::Damaged`].
    pub fn check_body(&self) -> Result<(), FileError> {
        self.mapped.check_body()
    }

    /// The error for a body in which something was found that cannot be.
    pub fn damaged(&self, fault: String) -> FileError {
        self.mapped.damaged(fault)
    }
}

/// A complete table's file, mapped into memory.
#[derive(Debug)]
pub struct CompleteTable {
    mapped: Mapped,
    phase: Phase,
}

impl CompleteTable {
    /// Writes a table; as [`Table::create`].
    ///
    /// # Errors
    /// [`FileError::Io`] or [`FileError::Cancelled`].
    pub fn create(path: &Path, distances: &Distances, progress: &dyn Progress) -> Result<(), FileError> {
        create(path, distances.phase().into(), &[(0, distances.entries())], progress)
    }

    /// Opens the table of a phase, as [`Table::open`] does.
    ///
    /// # Errors
    /// [`FileError::Io`], [`FileError::Refused`] or [`FileError::OtherTable`].
    pub fn open_as(path: &Path, expected: Phase) -> Result<CompleteTable, FileError> {
        let mapped = Mapped::open_as(path, expected.into())?;
        Ok(CompleteTable { mapped, phase: expected })
    }

    /// Reads the file into memory of this process, in large pages where the system has them. Random
    /// look-ups then go faster by a third to a half, for half a second and as much memory as the file
    /// is long, which other processes do not share.
    ///
    /// # Errors
    /// [`FileError::Io`].
    pub fn load(mut self) -> Result<CompleteTable, FileError> {
        let path = &self.mapped.path;
        let mut memory = at(path, MmapMut::map_anon(self.mapped.map.len()))?;
        // A hint: without large pages look-ups are slower, but right.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        let mut file = at(path, File::open(path))?;
        at(path, file.read_exact(&mut memory))?;
        self.mapped.map = at(path, memory.make_read_only())?;
        Ok(self)
    }

    /// The phase.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.mapped.path
    }

    /// The entries, two a byte: the first one in the low half.
    pub fn entries(&self) -> &[u8] {
        &self.mapped.map[HEADER_BYTES..]
    }

    /// As [`Table::check_body`].
    ///
    /// # Errors
    /// [`FileError::Damaged`].
    pub fn check_body(&self) -> Result<(), FileError> {
        self.mapped.check_body()
    }

    /// As [`Table::damaged`].
    pub fn damaged(&self, fault: String) -> FileError {
        self.mapped.damaged(fault)
    }
}

/// A table's file of either sort.
#[derive(Debug)]
pub enum AnyTable {
    /// Of the modified two-phase method.
    Sorted(Table),
    /// All distances of a phase.
    Complete(CompleteTable),
}

impl AnyTable {
    /// Opens a table, as [`Table::open`] does.
    ///
    /// # Errors
    /// [`FileError::Io`] or [`FileError::Refused`].
    pub fn open(path: &Path) -> Result<AnyTable, FileError> {
        let mapped = Mapped::open(path)?;
        Ok(match mapped.table {
            TableId::Sorted(spec) => AnyTable::Sorted(Table { mapped, spec }),
            TableId::Complete(phase) => AnyTable::Complete(CompleteTable { mapped, phase }),
        })
    }

    /// Which table this is.
    pub fn id(&self) -> TableId {
        match self {
            AnyTable::Sorted(table) => table.spec().into(),
            AnyTable::Complete(table) => table.phase().into(),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        match self {
            AnyTable::Sorted(table) => table.path(),
            AnyTable::Complete(table) => table.path(),
        }
    }
}

/// A file whose header was checked.
#[derive(Debug)]
struct Mapped {
    path: PathBuf,
    map: Mmap,
    header: Header,
    table: TableId,
}

impl Mapped {
    fn open(path: &Path) -> Result<Mapped, FileError> {
        let file = at(path, File::open(path))?;
        // SAFETY: the mapping is read-only, and this program replaces files by renaming and
        // never writes in them. That no other program does so either cannot be enforced, so
        // `Table::open` asks for it. Should one shorten the file all the same, the system ends
        // the process (SIGBUS); should one change bytes, all bit patterns are valid numbers,
        // and every look-up checks the numbers that it reads.
        let map = at(path, unsafe { Mmap::map(&file) })?;
        let refused = |refusal| FileError::Refused { path: path.to_owned(), refusal };
        let (header, table) = Header::read(&map, map.len() as u64).map_err(refused)?;
        Ok(Mapped { path: path.to_owned(), map, header, table })
    }

    fn open_as(path: &Path, expected: TableId) -> Result<Mapped, FileError> {
        let mapped = Mapped::open(path)?;
        if mapped.table != expected {
            return Err(FileError::OtherTable { path: mapped.path, found: mapped.table, expected });
        }
        Ok(mapped)
    }

    fn check_body(&self) -> Result<(), FileError> {
        if xxh3_64(&self.map[HEADER_BYTES..]) != self.header.body_checksum() {
            return Err(self.damaged("its bytes do not have the checksum in its header".to_owned()));
        }
        Ok(())
    }

    fn damaged(&self, fault: String) -> FileError {
        FileError::Damaged { path: self.path.clone(), fault }
    }
}

/// Sections of a body in the order of the file, each with the padding before it.
type Sections<'a> = [(usize, &'a [u8])];

fn create(
    path: &Path,
    table: TableId,
    sections: &Sections,
    progress: &dyn Progress,
) -> Result<(), FileError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    // Without this, temporary files are for their owner alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let temporary = builder.prefix(UNFINISHED).tempfile_in(folder);
    let mut temporary = at(folder, temporary)?;
    write(temporary.as_file_mut(), path, (table, sections), progress)?;
    at(path, temporary.as_file().sync_all())?;
    at(path, temporary.persist(path).map_err(|error| error.error))?;
    at(folder, sync_folder(folder))
}

/// Writes the body, then the header with its checksum.
fn write(
    file: &mut File,
    path: &Path,
    (table, sections): (TableId, &Sections),
    progress: &dyn Progress,
) -> Result<(), FileError> {
    let total = file_bytes(table);
    let step = format!("writing {table}");
    let mut done = HEADER_BYTES;
    let mut checksum = Xxh3::new();
    at(path, file.seek(SeekFrom::Start(HEADER_BYTES as u64)))?;
    for &(padding, section) in sections {
        for chunk in std::iter::once(&[0; 64][..padding]).chain(section.chunks(WRITE_BYTES)) {
            progress.step(&step, done as u64, total)?;
            at(path, file.write_all(chunk))?;
            checksum.update(chunk);
            done += chunk.len();
        }
    }
    let header = Header::new(table, checksum.digest());
    at(path, file.seek(SeekFrom::Start(0)))?;
    at(path, file.write_all(bytemuck::bytes_of(&header)))
}

/// How the names of files begin that are being written.
pub(super) const UNFINISHED: &str = ".building-";

/// How much is written between two looks at whether to stop.
const WRITE_BYTES: usize = 8 << 20;

/// Makes the new name of a file last; elsewhere than on Unix folders cannot be synced.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
