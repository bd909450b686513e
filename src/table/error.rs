//! What can go wrong with the file of a table.

use std::io;
use std::path::PathBuf;

use super::TableId;
use super::wire::Refusal;
use crate::progress::Cancelled;

/// What can go wrong with a table file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[doc(hidden)]
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
    /// The body is not what was written.
    #[error("{}: it is damaged: {fault}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        fault: String,
    },
    /// A caller asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
