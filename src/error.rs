//! What can go wrong for a user of the library.

use std::path::PathBuf;

use crate::engine::{BuildError, EngineError};
use crate::method::{Method, SolveOption};
use crate::progress::Cancelled;
use crate::solution::{Proof, Solution};
use crate::table::{FileError, NoSuchDepth, SortedSpec, TableId, WrongContents};

/// Why there is no solver, or no solution.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Somebody asked to stop, see [`Limits::stop`](crate::Limits::stop) and
    /// [`Progress::is_cancelled`](crate::progress::Progress::is_cancelled).
    #[error("stopped on request")]
    Stopped,
    /// A caller asked to stop during a proof. The solution is the best one known for the position; its proof says what was
    /// excluded so far.
    #[error("stopped on request: {} moves found, fewer than {} excluded", .0.length(), .0.proof.unwrap_or_default().at_least)]
    Unproved(Box<Solution>),
    /// No solution has at most this many moves, see [`Limits::max_length`](crate::Limits::max_length). This is proved: an
    /// answer, not a failure.
    #[error("no solution of at most {moves} moves, proved")]
    NoneWithin {
        /// The moves.
        moves: u8,
        /// What was proved.
        proof: Proof,
    },
    /// The method has no use for this option.
    #[error("the method {} has no use for {}", method.name(), option.name())]
    Option {
        /// The option that was given.
        option: SolveOption,
        /// The method.
        method: Method,
    },
    /// A table's file cannot be read or written, or does not hold the table.
    #[error(transparent)]
    File(FileError),
    /// A search found that a table does not hold what it should: its file is damaged.
    #[error("the table {table} is damaged: following it did not reach the goal{}", path.as_ref().map_or(String::new(), |path| format!(" ({})", path.display())))]
    DamagedTable {
        /// The table.
        table: TableId,
        /// Its file, if it came from one.
        path: Option<PathBuf>,
    },
    /// There is no such table.
    #[error(transparent)]
    NoSuchTable(#[from] NoSuchDepth),
    /// The modified method cannot do with so shallow a table.
    #[error("the table {table} is too shallow: the modified method needs depth {least} or more")]
    TooShallow {
        /// The table.
        table: SortedSpec,
        /// The least depth.
        least: u8,
    },
    /// There is no folder for tables: none was given, and this user has no data folder.
    #[error("there is no data folder for this user")]
    NoFolder,
    /// A table's file would not fit on the disk.
    #[error("{table} needs {needed} bytes of disk, but {} has {free}", folder.display())]
    NoRoom {
        /// The table.
        table: TableId,
        /// The folder of the tables.
        folder: PathBuf,
        /// Bytes that are needed.
        needed: u64,
        /// Bytes that are free.
        free: u64,
    },
    /// There is not as much memory as this takes.
    #[error("{work} needs {needed} bytes of memory, but {free} are free")]
    NoMemory {
        /// What would take it.
        work: String,
        /// Bytes that are needed.
        needed: u64,
        /// Bytes that are free.
        free: u64,
    },
    /// The method needs more memory than [`SolverBuilder::memory`](crate::SolverBuilder::memory) grants.
    #[error("the method {} needs at least {least} bytes of memory, but {granted} are allowed", method.name())]
    TooLittleMemory {
        /// The method.
        method: Method,
        /// Bytes that it takes at least.
        least: u64,
        /// Bytes that were granted.
        granted: u64,
    },
    /// The system gave no threads.
    #[error("the system refuses to start threads: {0}")]
    NoThreads(String),
    /// The system refused memory for a table, although it had reported enough.
    #[error("the system refuses memory for a table: {0}")]
    MemoryRefused(String),
    /// The engine could not do it.
    #[error(transparent)]
    Engine(EngineError),
    /// The engine is wrong: what it built is not the table.
    #[error(transparent)]
    WrongTable(#[from] WrongContents),
    /// The program is wrong: the solution that was found does not solve the position.
    #[error("a solution failed its check")]
    WrongSolution,
}

impl From<EngineError> for Error {
    fn from(error: EngineError) -> Error {
        match error {
            EngineError::Stopped => Error::Stopped,
            error => Error::Engine(error),
        }
    }
}

impl From<FileError> for Error {
    fn from(error: FileError) -> Error {
        match error {
            FileError::Cancelled(Cancelled) => Error::Stopped,
            error => Error::File(error),
        }
    }
}

impl From<BuildError> for Error {
    fn from(error: BuildError) -> Error {
        match error {
            BuildError::Cancelled(Cancelled) => Error::Stopped,
            BuildError::Engine(error) => error.into(),
            BuildError::WrongContents(error) => error.into(),
            BuildError::Memory(error) => Error::MemoryRefused(error.to_string()),
        }
    }
}

impl From<Cancelled> for Error {
    fn from(_: Cancelled) -> Error {
        Error::Stopped
    }
}
