//! Tables from a folder: opened, or built where they are missing.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::memory::{available_memory, check_memory};
use crate::engine::{Build, BuildError};
use crate::error::Error;
use crate::progress::{Cancelled, Note, Progress};
use crate::table::{
    Claim, Complete, CompleteTable, Contents, FileError, FilterSize, FilterTable, Library, SortedSpec,
    SortedTable, State, Table, TableId, Unfinished, file_bytes,
};

/// The folder in which tables are kept when none is given: in the data folder of this user.
pub fn default_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "cubebatch").map(|dirs| dirs.data_dir().to_owned())
}

/// The tables that solvers have open.
pub(super) struct Tables {
    library: Library,
    /// Whether they are copied into memory of this process.
    load: bool,
    progress: Arc<dyn Progress>,
    open: Mutex<HashMap<TableId, Table>>,
}

impl Tables {
    /// Those of a folder, and before them some that are open already.
    pub fn new(library: Library, load: bool, open: Vec<Table>, progress: Arc<dyn Progress>) -> Tables {
        let open = open.into_iter().map(|table| (table.id(), table)).collect();
        Tables { library, load, progress, open: Mutex::new(open) }
    }

    /// Whether a table need not be built.
    pub fn is_there(&self, table: impl Into<TableId>) -> bool {
        let table = table.into();
        self.open().contains_key(&table) || self.library.path(table).exists()
    }

    /// The tables that are open.
    pub fn ids(&self) -> Vec<TableId> {
        let mut ids: Vec<TableId> = self.open().keys().copied().collect();
        ids.sort_by_key(TableId::to_string);
        ids
    }

    /// The file of a table that is open, if it has one.
    pub fn path(&self, table: TableId) -> Option<PathBuf> {
        self.open().get(&table).and_then(|table| table.path().map(Path::to_owned))
    }

    fn open(&self) -> MutexGuard<'_, HashMap<TableId, Table>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A sorted table, which this engine builds if it is missing.
    pub fn sorted(&self, spec: SortedSpec, engine: &dyn Build) -> Result<Arc<SortedTable>, Error> {
        match self.get(spec.into(), engine)? {
            Table::Sorted(table) => Ok(table),
            _ => unreachable!("tables are kept by what they are"),
        }
    }

    /// A proof filter, which this engine builds if it is missing.
    pub fn filter(&self, size: FilterSize, engine: &dyn Build) -> Result<Arc<FilterTable>, Error> {
        match self.get(size.into(), engine)? {
            Table::Filter(table) => Ok(table),
            _ => unreachable!("tables are kept by what they are"),
        }
    }

    /// A complete table, which this engine builds if it is missing.
    pub fn complete(&self, table: Complete, engine: &dyn Build) -> Result<Arc<CompleteTable>, Error> {
        match self.get(table.into(), engine)? {
            Table::Complete(table) => Ok(table),
            _ => unreachable!("tables are kept by what they are"),
        }
    }

    /// Opens a table once, while others wait.
    fn get(&self, id: TableId, engine: &dyn Build) -> Result<Table, Error> {
        let mut open = self.open();
        if let Some(table) = open.get(&id) {
            return Ok(table.clone());
        }
        let table = self.open_now(id, engine)?;
        open.insert(id, table.clone());
        Ok(table)
    }

    fn open_now(&self, id: TableId, engine: &dyn Build) -> Result<Table, Error> {
        let table = open_or_build(&self.library, id, engine, &*self.progress)?;
        let is_filter = matches!(id, TableId::Filter(_));
        let bytes = file_bytes(id);
        // A search for a shortest solution takes longer than loading, and twice as long without large pages; so for a filter it
        // is enough that little else is pushed out of memory.
        let spare = if is_filter { bytes / 8 } else { bytes };
        let fits = || available_memory().is_none_or(|available| available > bytes + spare);
        if (self.load || is_filter) && fits() {
            return Ok(table.loaded()?);
        }
        if is_filter {
            // What a damaged filter excludes is not proved.
            table.check_body()?;
        }
        Ok(table)
    }
}

/// Builds a table into its file, after a look at whether there is room for it, and opens it. If another process builds
/// it, this one waits for that one's table.
///
/// # Errors
/// [`Error`]; nothing half-written is left behind.
pub fn build_table(
    library: &Library,
    table: TableId,
    engine: &dyn Build,
    progress: &dyn Progress,
) -> Result<Table, Error> {
    let (ours, was_awaited) = claim(library, table, progress)?;
    // A table that another process has just built is as new as one can be.
    if was_awaited && let Ok(Some(opened)) = library.open(table) {
        progress.note(&Note::BuiltElsewhere { table });
        return Ok(opened);
    }
    build_into(ours, library, table, engine, progress)
}

/// Opens a table; builds it, as [`build_table`] does, if it is not there.
///
/// # Errors
/// [`Error`]; nothing half-written is left behind.
pub fn open_or_build(
    library: &Library,
    table: TableId,
    engine: &dyn Build,
    progress: &dyn Progress,
) -> Result<Table, Error> {
    if let Some(opened) = library.open(table)? {
        return Ok(opened);
    }
    let (ours, was_awaited) = claim(library, table, progress)?;
    // Another process may have finished it since it was missing.
    if let Some(opened) = library.open(table)? {
        if was_awaited {
            progress.note(&Note::BuiltElsewhere { table });
        }
        return Ok(opened);
    }
    build_into(ours, library, table, engine, progress)
}

/// The file into which a table is to be built, once no other process builds the table; and whether one did. A folder in
/// which nobody can write is found out here, before the long work.
fn claim(library: &Library, table: TableId, progress: &dyn Progress) -> Result<(Unfinished, bool), Error> {
    let folder = library.folder();
    fs::create_dir_all(folder).map_err(|source| FileError::Io { path: folder.to_owned(), source })?;
    // Tidying is no reason to fail: a leftover may belong to another user.
    if let Err(error) = library.sweep() {
        progress.note(&Note::CannotTidy { folder: folder.to_owned(), reason: error.to_string() });
    }
    for looks in 0.. {
        match library.claim(table)? {
            Claim::Ours(file) => return Ok((file, looks > 1)),
            // Who tidies the folder has its files for a moment, too.
            Claim::Others(_) if looks == 0 => thread::sleep(MOMENT),
            Claim::Others(state) => {
                if looks == 1 {
                    progress.note(&Note::Waits { table });
                }
                watch_others(state, progress)?;
            }
        }
    }
    unreachable!("nobody looks so often")
}

/// How long a look at a file takes that is no build, and some more.
const MOMENT: Duration = Duration::from_millis(50);

/// How often a process that waits for another one looks how far that is.
const LOOK: Duration = Duration::from_millis(100);

/// Shows how far another process is, and waits a little.
fn watch_others(state: Option<State>, progress: &dyn Progress) -> Result<(), Cancelled> {
    match state {
        Some(State { step, done, total }) => progress.step(&step, done, total)?,
        None if progress.is_cancelled() => return Err(Cancelled),
        None => {}
    }
    thread::sleep(LOOK);
    Ok(())
}

/// Builds a table into a file, which then takes its name.
fn build_into(
    file: Unfinished,
    library: &Library,
    table: TableId,
    engine: &dyn Build,
    progress: &dyn Progress,
) -> Result<Table, Error> {
    let path = library.path(table);
    check_room(library.folder(), table, 1)?;
    check_memory(&format!("building {table}"), engine.build_bytes(table))?;
    progress.note(&Note::Builds { table, path: path.clone() });
    let start = Instant::now();
    let built = checked(engine.build(table, &file.announce(progress))?)?;
    built.finish(file, &path, progress)?;
    // The request may have come after the last time that the build asked.
    if progress.is_cancelled() {
        return Err(Cancelled.into());
    }
    progress.note(&Note::Built { table, took: start.elapsed() });
    Ok(Table::open_as(&path, table)?)
}

/// What was built, if it has the known counts; builders of sorted tables look themselves, and those of filters are not known.
fn checked(contents: Contents) -> Result<Contents, BuildError> {
    Ok(match contents {
        Contents::Complete(contents) => Contents::Complete(contents.check()?),
        others @ (Contents::Sorted(_) | Contents::Filter(_)) => others,
    })
}

/// Refuses what could not be finished: a number of files of a table in a folder that has no room for them.
///
/// # Errors
/// [`Error::NoRoom`], or when the system does not tell.
pub fn check_room(folder: &Path, table: TableId, files: u64) -> Result<(), Error> {
    let needed = files * file_bytes(table);
    let free =
        fs4::available_space(folder).map_err(|source| FileError::Io { path: folder.to_owned(), source })?;
    if free < needed {
        return Err(Error::NoRoom { table, folder: folder.to_owned(), needed, free });
    }
    Ok(())
}
