//! Tables from a folder: opened, or built where they are missing.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::memory::{available_memory, check_memory};
use crate::engine::{Build, BuildError};
use crate::error::Error;
use crate::progress::{Cancelled, Note, Progress};
use crate::table::{
    Complete, CompleteTable, Contents, FileError, Library, SortedSpec, SortedTable, Table, TableId,
    file_bytes,
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
            Table::Complete(_) => unreachable!("tables are kept by what they are"),
        }
    }

    /// A complete table, which this engine builds if it is missing.
    pub fn complete(&self, table: Complete, engine: &dyn Build) -> Result<Arc<CompleteTable>, Error> {
        match self.get(table.into(), engine)? {
            Table::Complete(table) => Ok(table),
            Table::Sorted(_) => unreachable!("tables are kept by what they are"),
        }
    }

    /// Opens a table once, while others wait.
    fn get(&self, id: TableId, engine: &dyn Build) -> Result<Table, Error> {
        let mut open = self.open();
        if let Some(table) = open.get(&id) {
            return Ok(table.clone());
        }
        let table = self.open_or_build(id, engine)?;
        open.insert(id, table.clone());
        Ok(table)
    }

    fn open_or_build(&self, id: TableId, engine: &dyn Build) -> Result<Table, Error> {
        let table = match self.library.open(id)? {
            Some(table) => table,
            None => {
                build_table(&self.library, id, engine, &*self.progress)?;
                Table::open_as(&self.library.path(id), id)?
            }
        };
        let fits = || available_memory().is_none_or(|available| available > 2 * file_bytes(id));
        if self.load && fits() { Ok(table.loaded()?) } else { Ok(table) }
    }
}

/// Builds a table into its file, after a look at whether there is room for it.
///
/// # Errors
/// [`Error`]; nothing half-written is left behind.
pub fn build_table(
    library: &Library,
    table: TableId,
    engine: &dyn Build,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let (folder, path) = (library.folder(), library.path(table));
    fs::create_dir_all(folder).map_err(|source| FileError::Io { path: folder.to_owned(), source })?;
    // Tidying is no reason to fail: a leftover may belong to another user.
    if let Err(error) = library.sweep() {
        progress.note(&Note::CannotTidy { folder: folder.to_owned(), reason: error.to_string() });
    }
    check_room(folder, table, 1)?;
    check_memory(&format!("building {table}"), engine.build_bytes(table))?;
    progress.note(&Note::Builds { table, path: path.clone() });
    let start = Instant::now();
    checked(engine.build(table, progress)?)?.create(&path, progress)?;
    // The request may have come after the last time that the build asked.
    if progress.is_cancelled() {
        return Err(Cancelled.into());
    }
    progress.note(&Note::Built { table, took: start.elapsed() });
    Ok(())
}

/// What was built, if it has the known counts; builders of sorted tables look themselves.
fn checked(contents: Contents) -> Result<Contents, BuildError> {
    Ok(match contents {
        Contents::Complete(contents) => Contents::Complete(contents.check()?),
        sorted @ Contents::Sorted(_) => sorted,
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
