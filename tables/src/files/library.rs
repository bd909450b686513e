//! The folder in which tables are kept.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::file::at;
use super::unfinished::{TableClaim, UNFINISHED, Unfinished, WriterProgress};
use crate::table::{FileError, Table, TableId};

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

    /// The path of a table, even if the table does not exist.
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

    /// The file of a new table in the folder, which must exist, unless another process builds the same table. The file is
    /// locked, so that other processes notice. On file systems without locks each process builds for itself.
    ///
    /// # Errors
    /// [`FileError::Io`], if the folder cannot be written.
    pub fn claim(&self, table: impl Into<TableId>) -> Result<TableClaim, FileError> {
        at(&self.folder, Unfinished::claim(&self.folder, table.into()))
    }

    /// Files in the folder that are being written, or were when their writer was killed; none if there is no folder.
    ///
    /// # Errors
    /// When the folder or a file in it cannot be read.
    pub fn unfinished(&self) -> io::Result<Vec<LeftBehind>> {
        let mut found = Vec::new();
        self.each_unfinished(|path, file, is_left| {
            let state = if is_left { None } else { WriterProgress::read(&file) };
            found.push(LeftBehind { path, bytes: file.metadata()?.len(), is_left, state });
            Ok(())
        })?;
        found.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(found)
    }

    /// Removes what builds that were killed left behind.
    ///
    /// # Errors
    /// When the folder cannot be read or a file not removed.
    pub fn sweep(&self) -> io::Result<()> {
        self.each_unfinished(|path, file, is_left| {
            if is_left {
                // While it is locked here no other process takes it over.
                unless_gone(fs::remove_file(path))?;
            }
            drop(file);
            Ok(())
        })
    }

    /// Calls `look` for each unfinished file, with whether its writer is gone; then the file is locked.
    fn each_unfinished(&self, mut look: impl FnMut(PathBuf, File, bool) -> io::Result<()>) -> io::Result<()> {
        let Some(entries) = unless_gone(fs::read_dir(&self.folder))? else { return Ok(()) };
        for entry in entries {
            let entry = entry?;
            let is_named = entry.file_name().to_string_lossy().starts_with(UNFINISHED);
            if !is_named || !entry.file_type()?.is_file() {
                continue;
            }
            if let Some(file) = unless_gone(File::open(entry.path()))? {
                // A file system without locks does not show that a writer is gone.
                let is_left = file.try_lock().is_ok();
                look(entry.path(), file, is_left)?;
            }
        }
        Ok(())
    }

    /// All tables of the program, with the outcome of opening those in the folder.
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

/// `None` where another process finished a file, or tidied it away, in between.
fn unless_gone<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        result => result.map(Some),
    }
}

/// A file that is being written, or was when its writer was killed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftBehind {
    /// The file.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
    /// Whether its writer is gone.
    pub is_left: bool,
    /// The progress of its writer, if known.
    pub state: Option<WriterProgress>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::{Control, Step};
    use crate::table::Complete;
    use cubebatch_cube::cube::HTM;
    use std::time::{Duration, SystemTime};

    /// Whatever clocks say.
    #[test]
    fn what_nobody_writes_any_more_is_swept_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::new(folder.path());
        let TableClaim::Ours(ours) = library.claim(Complete::Phase1(HTM)).unwrap() else {
            panic!("no one builds it")
        };
        let names = [".building-phase1-complete", ".building-killed", "phase1-sorted-5.cube"];
        for name in &names[1..] {
            let file = File::create(folder.path().join(name)).unwrap();
            file.set_modified(SystemTime::now() + Duration::from_secs(7200)).unwrap();
        }
        ours.announce(&Control::default()).progress.report(&Step::Solving, 1, 2);
        let told: Vec<_> =
            library.unfinished().unwrap().into_iter().map(|file| (file.path, file.is_left)).collect();
        let expected = [(names[1], true), (names[0], false)];
        assert_eq!(told, expected.map(|(name, is_left)| (folder.path().join(name), is_left)));
        library.sweep().unwrap();
        let left = names.map(|name| folder.path().join(name).exists());
        assert_eq!(left, [true, false, true]);
        drop(ours);
        assert!(library.unfinished().unwrap().is_empty());
    }

    #[test]
    fn a_folder_that_is_not_there_has_nothing_unfinished() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::new(folder.path().join("missing"));
        assert!(library.unfinished().unwrap().is_empty());
        library.sweep().unwrap();
    }
}
