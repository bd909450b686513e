//! Files of Parquet: columns, which are written a group of rows at a time and read a row at a time.

#![cfg_attr(not(feature = "parquet"), allow(dead_code, reason = "a program without it uses little of this"))]

#[cfg(not(feature = "parquet"))]
mod absent;
#[cfg(feature = "parquet")]
mod columns;
#[cfg(feature = "parquet")]
mod reader;
#[cfg(feature = "parquet")]
mod writer;

#[cfg(not(feature = "parquet"))]
pub use absent::{Columns, RowGroups, RowReader};
#[cfg(feature = "parquet")]
pub use columns::Columns;
#[cfg(feature = "parquet")]
pub use reader::RowReader;
#[cfg(feature = "parquet")]
pub use writer::RowGroups;

/// Whether this program can.
pub const IS_THERE: bool = cfg!(feature = "parquet");

/// What to do where it cannot.
pub const BUILD_IT: &str = "This program was built without Parquet. Build it with `--features parquet`.";

/// How such a file begins and ends.
pub const MAGIC: &[u8; 4] = b"PAR1";

/// Which columns of a file are read.
#[derive(Debug)]
pub struct Wanted {
    /// What the needed columns hold.
    pub things: &'static str,
    /// The name of the needed column that most files have.
    pub usual: &'static str,
    /// The first of them that is there.
    pub needed: &'static [&'static str],
    /// All of these that the file has.
    pub others: &'static [&'static str],
}

/// Why the rows of a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error("it has no column `{}`, but {}", wanted.usual, there.join(", "))]
    NoColumn { wanted: &'static Wanted, there: Vec<String> },
    #[cfg(not(feature = "parquet"))]
    #[error("it is a Parquet file")]
    Absent,
}
