//! The errors of table files.

use std::io;
use std::path::PathBuf;

use super::TableId;
use super::wire::TableRefusal;
use crate::stop::Cancelled;

/// An error of a table file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file system returned an error.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file is not a usable table.
    #[error("{}: {refusal}", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// The reason.
        refusal: TableRefusal,
    },
    /// The file is another table than the one that the caller asked for.
    #[error("{}: it is the table {found}, not {expected}", path.display())]
    OtherTable {
        /// The file.
        path: PathBuf,
        /// The table in the file.
        found: TableId,
        /// The table that should be in the file.
        expected: TableId,
    },
    /// The body differs from the body that was written.
    #[error("{}: it is damaged: {fault}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The fault.
        fault: String,
    },
    /// A caller asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
