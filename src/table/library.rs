//! The folder in which tables are kept.

use std::path::{Path, PathBuf};

use super::{FileError, Kind, Spec, Table};

/// A folder with one file for each table: `p0-8.cube`, `p1-10.cube`, …
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
    pub fn path(&self, spec: Spec) -> PathBuf {
        self.folder.join(format!("{}-{}.cube", spec.kind().name(), spec.depth()))
    }

    /// Opens a table; `None` if it has not been built.
    ///
    /// # Errors
    /// As [`Table::open_as`].
    pub fn open(&self, spec: Spec) -> Result<Option<Table>, FileError> {
        match Table::open_as(&self.path(spec), spec) {
            Err(FileError::Io { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => Ok(None),
            result => result.map(Some),
        }
    }

    /// All tables that there could be, with the outcome of opening those that are there.
    pub fn list(&self) -> Vec<(Spec, Result<Table, FileError>)> {
        let specs = [Kind::P0, Kind::P1]
            .into_iter()
            .flat_map(|kind| kind.depths().filter_map(move |depth| Spec::new(kind, depth).ok()));
        specs.filter_map(|spec| self.open(spec).transpose().map(|table| (spec, table))).collect()
    }
}
