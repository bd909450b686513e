//! Files of Parquet: columns, which are written a group of rows at a time and read a row at a time.

#![cfg_attr(not(feature = "parquet"), allow(dead_code, reason = "a program without it uses little of this"))]

#[cfg(feature = "parquet")]
mod chunks;
mod columns;
#[cfg(feature = "parquet")]
mod join;
#[cfg(feature = "parquet")]
mod kept;
#[cfg(not(feature = "parquet"))]
mod lacking;
#[cfg(feature = "parquet")]
mod reader;
#[cfg(feature = "parquet")]
mod writer;

use std::io::{self, Read};
use std::path::Path;

use cubebatch_rows::records::RecordError;

use super::failure::Failure;
use super::journal::target::Target;
use super::stored_file::StoredFile;

pub use columns::Columns;
#[cfg(feature = "parquet")]
pub use join::join;
#[cfg(not(feature = "parquet"))]
pub use lacking::{groups, join, open};
#[cfg(feature = "parquet")]
pub use reader::open;
#[cfg(feature = "parquet")]
pub use writer::groups;

/// Writes rows in groups of columns.
pub trait RowGroups: Send {
    /// Writes what comes before the first group.
    fn begin(&mut self, target: &mut Target) -> Result<(), Failure>;

    /// Reads the groups of a file that was saved when it had `end` bytes, and has no more.
    fn go_on(&mut self, path: &Path, end: u64) -> Result<(), Failure>;

    /// Takes rows, and writes those of a group when there are enough.
    fn add(&mut self, rows: Columns, target: &mut Target) -> Result<(), Failure>;

    /// Makes a whole file of all rows so far.
    fn finish(&mut self, target: &mut Target) -> Result<(), Failure>;
}

/// Reads the rows of a file in their order.
pub trait RowReader: Send {
    /// Appends the next row without a line end, if there is one.
    fn read_line(&mut self, to: &mut Vec<u8>) -> Result<bool, ParquetReadError>;

    /// The rows of the file.
    fn total(&self) -> u64;

    /// The hash of its footer, which has the place, the length and mostly the bounds of the values of each column.
    fn footer_hash(&self) -> u64;

    /// Passes over whole groups within the next `rows` rows; gives how many rows these are.
    fn pass_over(&mut self, rows: u64) -> u64;

    /// The share of the rows that was read, 0 … 1.
    fn part(&self) -> f64;
}

/// Whether this program can.
pub const IS_THERE: bool = cfg!(feature = "parquet");

/// The remedy for a program without Parquet.
pub const BUILD_IT: &str = "This program was built without Parquet. Build it with `--features parquet`.";

/// The first and last bytes of such a file.
pub const MAGIC: &[u8; 4] = b"PAR1";

/// Whether a file is one, by its first bytes; it is read from its beginning then.
pub fn is_parquet(file: &mut StoredFile) -> io::Result<bool> {
    let mut head = Vec::new();
    file.take(MAGIC.len() as u64).read_to_end(&mut head)?;
    file.rewind()?;
    Ok(head == MAGIC)
}

/// Why the rows of a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ParquetReadError {
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error(transparent)]
    Columns(RecordError),
    #[cfg(feature = "parquet")]
    #[error("a page of it cannot be read: {0}")]
    Page(std::io::Error),
    #[cfg(feature = "parquet")]
    #[error("its column `{column}` is compressed with {by}, which this program does not read")]
    Compressed { column: String, by: String },
    #[cfg(not(feature = "parquet"))]
    #[error("it is a Parquet file")]
    Absent,
}
