//! The folder in which tables are kept.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use super::file::UNFINISHED;
use super::{FileError, Table, TableId};

/// A folder with one file for each table: `phase1-sorted-8.cube`, `phase2-complete.cube`, …
#[derive(Clone, Debug)]
pub struct Library {
    folder: PathBuf,
}

impl Library {
    /// The library in this folder, which need not exist yet.
    pub fn new(folder: impl Into<PathBuf>) -> Library {
        Library { folder: folder.into() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where a table is, or would be.
    pub fn path(&self, table: impl Into<TableId>) -> PathBuf {
        self.folder.join(format!("{}.cube", table.into()))
    }

    /// Opens a table; `None` if it has not been built.
    ///
    /// # Errors
    /// As [`Table::open_as`].
    pub fn open(&self, table: impl Into<TableId>) -> Result<Option<Table>, FileError> {
        let table = table.into();
        if_there(Table::open_as(&self.path(table), table))
    }

    /// Removes what builds that were killed more than an hour ago left behind.
    ///
    /// # Errors
    /// When the folder cannot be read or a file not removed.
    pub fn sweep(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
                match remove_if_old(&entry) {
                    // Another process finished it, or swept it, in between.
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    result => result?,
                }
            }
        }
        Ok(())
    }

    /// All tables that there could be, with the outcome of opening those that are there.
    pub fn list(&self) -> Vec<(TableId, Result<Table, FileError>)> {
        let open = |table: TableId| self.open(table).transpose().map(|opened| (table, opened));
        TableId::all().filter_map(open).collect()
    }
}

fn if_there<T>(opened: Result<T, FileError>) -> Result<Option<T>, FileError> {
    match opened {
        Err(FileError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => Ok(None),
        result => result.map(Some),
    }
}

fn remove_if_old(entry: &fs::DirEntry) -> io::Result<()> {
    // A clock that was set back counts as now.
    let age = entry.metadata()?.modified()?.elapsed().unwrap_or_default();
    if age > Duration::from_secs(3600) { fs::remove_file(entry.path()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::time::SystemTime;

    #[test]
    fn only_old_leftovers_are_swept() {
        let folder = tempfile::tempdir().unwrap();
        let names = [".building-old", ".building-new", "phase1-sorted-5.cube"];
        for name in names {
            let file = File::create(folder.path().join(name)).unwrap();
            let age = if name == ".building-new" { 60 } else { 7200 };
            file.set_modified(SystemTime::now() - Duration::from_secs(age)).unwrap();
        }
        Library::new(folder.path()).sweep().unwrap();
        let left = names.map(|name| folder.path().join(name).exists());
        assert_eq!(left, [false, true, true]);
    }
}
