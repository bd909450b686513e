//! A folder of tables: opened, or built where they are missing.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use cubebatch_search::engine::Build;
use cubebatch_search::error::{Detail, Error};
use cubebatch_search::memory::check_memory;
use cubebatch_tables::files::{Library, TableClaim, Unfinished, WriterProgress};
use cubebatch_tables::progress::{Cancelled, Control, Note, Step};
use cubebatch_tables::table::{FileError, Table, TableId, file_bytes};
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};

/// The folder in which tables are kept when none is given: in the data folder of this user.
pub fn default_folder() -> Option<PathBuf> {
    let of_programs = choose_native_strategy().ok()?.data_dir();
    Some(of_programs.join(if cfg!(windows) { r"cubebatch\data" } else { "cubebatch" }))
}

/// A folder as a store.
pub struct Folder(Library);

impl Folder {
    /// This folder, which need not exist yet; else that of this user.
    ///
    /// # Errors
    /// [`ErrorKind::NoFolder`](crate::ErrorKind::NoFolder).
    pub fn new(folder: Option<PathBuf>) -> Result<Folder, Error> {
        let folder = folder.or_else(default_folder).ok_or(Detail::NoFolder)?;
        Ok(Folder(Library::new(folder)))
    }

    /// Whether a table need not be built.
    pub fn has(&self, table: TableId) -> bool {
        self.0.path(table).exists()
    }

    /// Opens a table, see [`open_or_build`].
    ///
    /// # Errors
    /// [`Error`].
    pub fn open_or_build(
        &self,
        table: TableId,
        engine: &dyn Build,
        control: &Control,
    ) -> Result<Table, Error> {
        open_or_build(&self.0, table, engine, control)
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
    control: &Control,
) -> Result<Table, Error> {
    let (ours, was_awaited) = claim(library, table, control)?;
    // A table that another process has just built is as new as one can be.
    if was_awaited && let Ok(Some(opened)) = library.open(table) {
        control.progress.note(&Note::BuiltElsewhere { table });
        return Ok(opened);
    }
    build_into(ours, library, table, engine, control)
}

/// Opens a table; builds it, as [`build_table`] does, if it is not there.
///
/// # Errors
/// [`Error`]; nothing half-written is left behind.
pub fn open_or_build(
    library: &Library,
    table: TableId,
    engine: &dyn Build,
    control: &Control,
) -> Result<Table, Error> {
    if let Some(opened) = library.open(table)? {
        return Ok(opened);
    }
    let (ours, was_awaited) = claim(library, table, control)?;
    // Another process may have finished it since it was missing.
    if let Some(opened) = library.open(table)? {
        if was_awaited {
            control.progress.note(&Note::BuiltElsewhere { table });
        }
        return Ok(opened);
    }
    build_into(ours, library, table, engine, control)
}

/// The file into which a table is to be built, once no other process builds the table; and whether one did. A folder that
/// refuses files is found out here, before the long work.
fn claim(library: &Library, table: TableId, control: &Control) -> Result<(Unfinished, bool), Error> {
    let folder = library.folder();
    fs::create_dir_all(folder).map_err(|source| FileError::Io { path: folder.to_owned(), source })?;
    // Tidying is no reason to fail: a leftover may belong to another user.
    if let Err(error) = library.sweep() {
        control.progress.note(&Note::CannotTidy { folder: folder.to_owned(), reason: error.to_string() });
    }
    for looks in 0.. {
        match library.claim(table)? {
            TableClaim::Ours(file) => return Ok((file, looks > 1)),
            // A process that tidies the folder holds its files for a moment, too.
            TableClaim::Others(_) if looks == 0 => thread::sleep(MOMENT),
            TableClaim::Others(state) => {
                if looks == 1 {
                    control.progress.note(&Note::Waits { table });
                }
                watch_others(state, control)?;
            }
        }
    }
    unreachable!("the loop has no end")
}

/// Somewhat longer than a look takes at a file that no process is building.
const MOMENT: Duration = Duration::from_millis(50);

/// The interval at which a waiting process looks how far the other one is.
const LOOK: Duration = Duration::from_millis(100);

/// Shows how far another process is, and waits a little.
fn watch_others(state: Option<WriterProgress>, control: &Control) -> Result<(), Cancelled> {
    match state {
        Some(WriterProgress { step, done, total }) => control.step(&Step::Elsewhere(step), done, total)?,
        None => control.check()?,
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
    control: &Control,
) -> Result<Table, Error> {
    let path = library.path(table);
    check_room(library.folder(), table, 1)?;
    check_memory(&format!("building {table}"), engine.build_bytes(table))?;
    control.progress.note(&Note::Builds { table, path: Some(path.clone()) });
    let start = Instant::now();
    let built = engine.build(table, &file.announce(control))?;
    built.finish(file, &path, control)?;
    // The request may have come after the last time that the build asked.
    control.check()?;
    control.progress.note(&Note::Built { table, took: start.elapsed() });
    Ok(Table::open_as(&path, table)?)
}

/// Refuses what could not be finished: a number of files of a table in a folder that has no room for them.
///
/// # Errors
/// [`ErrorKind::NoRoom`](crate::ErrorKind::NoRoom), or when the system does not report how much room there is.
pub fn check_room(folder: &Path, table: TableId, files: u64) -> Result<(), Error> {
    let needed = files * file_bytes(table);
    let free =
        fs4::available_space(folder).map_err(|source| FileError::Io { path: folder.to_owned(), source })?;
    if free < needed {
        return Err(Detail::NoRoom { table, folder: folder.to_owned(), needed, free }.into());
    }
    Ok(())
}
