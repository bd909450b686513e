//! What can go wrong for a user of the library.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::engine::{BuildError, EngineError};
use crate::method::{Method, Refused, SolveOption};
use crate::pool::NoThreads;
use crate::solution::{Proof, Solution};
use cubebatch_tables::progress::Cancelled;
use cubebatch_tables::table::{FileError, TableId, WrongContents};

/// Why there is no solver, or no solution.
///
/// [`Error::kind`] says what went wrong, and its [`Display`](fmt::Display) says it in a sentence. It is cheap to clone.
///
/// ```no_run
/// use cubebatch::{Cube, ErrorKind, SolveOptions, Method, Solver};
///
/// let solver = Solver::builder().method(Method::Optimal).open()?;
/// let cube: Cube = "R U2 F' L D2 B'".parse()?;
/// match solver.solve(&cube, &SolveOptions::at_most(5)) {
///     Ok(solution) => println!("{solution}"),
///     Err(error) if error.kind() == ErrorKind::NoneWithin => println!("no solution of 5 moves, proved"),
///     Err(error) => return Err(error.into()),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Error(Arc<Detail>);

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A caller asked to stop, see [`SolveOptions::stop`](crate::SolveOptions::stop) and
    /// `SolverBuilder::stop`.
    Stopped,
    /// A caller asked to stop during a proof. [`Error::best`] and [`Error::proof`] say what is known so far.
    Unproved,
    /// No solution is within [`SolveOptions::max_length`](crate::SolveOptions::max_length). That is proved, see [`Error::proof`]: it is
    /// an answer, not a failure.
    NoneWithin,
    /// There are more shortest solutions than [`SolveOptions::solutions`](crate::SolveOptions::solutions) allows beside
    /// [`SolveOptions::all_optimal`](crate::SolveOptions::all_optimal).
    TooMany,
    /// The method has no use for an option that was given.
    UnusedOption,
    /// A table's file cannot be read or written, or does not hold the table.
    File,
    /// A search found an error in a table: its file is damaged. See [`Error::table`] and [`Error::path`].
    DamagedTable,
    /// An option has a value out of its range.
    OutOfRange,
    /// There is no folder for tables: the caller named none, and this user has no data folder.
    NoFolder,
    /// A table's file would not fit on the disk.
    NoRoom,
    /// The system has too little memory.
    NoMemory,
    /// The method needs more memory than `SolverBuilder::memory` grants.
    TooLittleMemory,
    /// The system gave no threads.
    NoThreads,
    /// The engine failed, or cannot answer the question: for example, the GPU does not exist, is too small, or does not
    /// answer.
    Engine,
    /// The library is wrong: a table or a solution failed its check.
    Internal,
}

impl Error {
    /// What went wrong.
    pub fn kind(&self) -> ErrorKind {
        match self.detail() {
            Detail::Cancelled(_) => ErrorKind::Stopped,
            Detail::Unproved(_) => ErrorKind::Unproved,
            Detail::NoneWithin { .. } => ErrorKind::NoneWithin,
            Detail::TooMany { .. } => ErrorKind::TooMany,
            Detail::Option { .. } => ErrorKind::UnusedOption,
            Detail::File(_) => ErrorKind::File,
            Detail::DamagedTable { .. } => ErrorKind::DamagedTable,
            Detail::OutOfRange { .. } | Detail::Moves(_) => ErrorKind::OutOfRange,
            Detail::NoFolder => ErrorKind::NoFolder,
            Detail::NoRoom { .. } => ErrorKind::NoRoom,
            Detail::NoMemory { .. } | Detail::MemoryRefused(_) => ErrorKind::NoMemory,
            Detail::TooLittleMemory { .. } => ErrorKind::TooLittleMemory,
            Detail::NoThreads(_) => ErrorKind::NoThreads,
            Detail::Engine(_) => ErrorKind::Engine,
            Detail::WrongTable(_) | Detail::WrongSolution => ErrorKind::Internal,
        }
    }

    /// The best solution known so far, with [`ErrorKind::Unproved`].
    pub fn best(&self) -> Option<&Solution> {
        match self.detail() {
            Detail::Unproved(best) => Some(best),
            _ => None,
        }
    }

    /// What was proved of the position, by [`ErrorKind::NoneWithin`] and [`ErrorKind::Unproved`].
    pub fn proof(&self) -> Option<Proof> {
        match self.detail() {
            Detail::NoneWithin { proof, .. } => Some(*proof),
            Detail::Unproved(best) => best.proof,
            _ => None,
        }
    }

    /// The option that the method has no use for, or whose value is out of range.
    pub fn option(&self) -> Option<SolveOption> {
        match self.detail() {
            Detail::Option { option, .. } | Detail::OutOfRange { option } => Some(*option),
            Detail::Moves(Refused::TooFewMoves { .. }) => Some(SolveOption::Moves),
            Detail::Moves(_) => Some(SolveOption::Metric),
            _ => None,
        }
    }

    /// The damaged table, or the table for which there is no room.
    pub fn table(&self) -> Option<TableId> {
        match self.detail() {
            Detail::DamagedTable { table, .. } | Detail::NoRoom { table, .. } => Some(*table),
            _ => None,
        }
    }

    /// The file of a damaged table, if it came from a file, or the folder without room.
    pub fn path(&self) -> Option<&Path> {
        match self.detail() {
            Detail::DamagedTable { path, .. } => path.as_deref(),
            Detail::NoRoom { folder, .. } => Some(folder),
            _ => None,
        }
    }

    /// The bytes of memory or disk that the work needs at least, if it has too few.
    pub fn needed(&self) -> Option<u64> {
        match self.detail() {
            Detail::NoRoom { needed, .. } | Detail::NoMemory { needed, .. } => Some(*needed),
            Detail::TooLittleMemory { least, .. } => Some(*least),
            _ => None,
        }
    }

    /// All that is known.
    pub fn detail(&self) -> &Detail {
        &self.0
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.detail(), f)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.detail(), f)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.detail().source()
    }
}

/// All that is known of an [`Error`], for the front ends of this repository.
#[derive(Debug, thiserror::Error)]
pub enum Detail {
    /// A caller asked to stop.
    #[error(transparent)]
    Cancelled(Cancelled),
    /// A caller asked to stop during a proof. The solution is the best one so far; its proof says what is excluded.
    #[error("stopped on request: {} moves found, fewer than {} excluded", .0.length(), .0.proof.unwrap_or_default().at_least())]
    Unproved(Box<Solution>),
    /// No solution has at most this many moves, see [`SolveOptions::max_length`](crate::SolveOptions::max_length). This is proved: an
    /// answer, not a failure.
    #[error("no solution of at most {moves} moves, proved")]
    NoneWithin {
        /// The moves.
        moves: u8,
        /// What was proved.
        proof: Proof,
    },
    /// The position has more shortest solutions than this, which were not all looked for.
    #[error(
        "there are more than {most} shortest solutions: ask for the first ones by `solutions` without `all_optimal`"
    )]
    TooMany {
        /// The most that are allowed.
        most: usize,
    },
    /// The method has no use for this option.
    #[error("{}", Refused::WithoutUse { option: *option, method: *method })]
    Option {
        /// The option that was given.
        option: SolveOption,
        /// The method.
        method: Method,
    },
    /// The method cannot search with these turns, or count by what they cost.
    #[error(transparent)]
    Moves(Refused),
    /// An option has a value out of its range.
    #[error("{}", Refused::OutOfRange { option: *option })]
    OutOfRange {
        /// The option.
        option: SolveOption,
    },
    /// A table's file cannot be read or written, or does not hold the table.
    #[error(transparent)]
    File(FileError),
    /// A search found an error in a table: its file is damaged.
    #[error("the table {table} is damaged: following it did not reach the goal{}", path.as_ref().map_or(String::new(), |path| format!(" ({})", path.display())))]
    DamagedTable {
        /// The table.
        table: TableId,
        /// Its file, if it came from one.
        path: Option<PathBuf>,
    },
    /// There is no folder for tables: the caller named none, and this user has no data folder.
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
    /// The system has too little memory for this work.
    #[error("{work} needs {needed} bytes of memory, but {free} are free")]
    NoMemory {
        /// What would take it.
        work: String,
        /// Bytes that are needed.
        needed: u64,
        /// Bytes that are free.
        free: u64,
    },
    /// The method needs more memory than `SolverBuilder::memory` grants.
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
    #[error(transparent)]
    NoThreads(NoThreads),
    /// The system refused memory for a table, although it had reported enough.
    #[error("the system refuses memory for a table: {0}")]
    MemoryRefused(String),
    /// The engine could not do it.
    #[error(transparent)]
    Engine(EngineError),
    /// The engine is wrong: what it built is not the table.
    #[error(transparent)]
    WrongTable(WrongContents),
    /// The program is wrong: the solution that was found does not solve the position.
    #[error("a solution failed its check")]
    WrongSolution,
}

impl From<Detail> for Error {
    fn from(detail: Detail) -> Error {
        Error(Arc::new(detail))
    }
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Error {
        let detail = match refused {
            Refused::OutOfRange { option } => Detail::OutOfRange { option },
            Refused::UnevenCosts { .. } | Refused::TooFewMoves { .. } | Refused::DearTurn(_) => {
                Detail::Moves(refused)
            }
            Refused::WithoutUse { option, method } => Detail::Option { option, method },
        };
        detail.into()
    }
}

impl From<EngineError> for Error {
    fn from(error: EngineError) -> Error {
        match error {
            EngineError::Cancelled(cancelled) => cancelled.into(),
            EngineError::NoThreads(none) => none.into(),
            error => Detail::Engine(error).into(),
        }
    }
}

impl From<FileError> for Error {
    fn from(error: FileError) -> Error {
        match error {
            FileError::Cancelled(cancelled) => cancelled.into(),
            error => Detail::File(error).into(),
        }
    }
}

impl From<BuildError> for Error {
    fn from(error: BuildError) -> Error {
        match error {
            BuildError::Cancelled(cancelled) => cancelled.into(),
            BuildError::Engine(error) => error.into(),
            BuildError::WrongContents(error) => Detail::WrongTable(error).into(),
            BuildError::Memory(error) => Detail::MemoryRefused(error.to_string()).into(),
        }
    }
}

impl From<NoThreads> for Error {
    fn from(error: NoThreads) -> Error {
        Detail::NoThreads(error).into()
    }
}

impl From<Cancelled> for Error {
    fn from(cancelled: Cancelled) -> Error {
        Detail::Cancelled(cancelled).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_tables::table::Vouched;

    #[test]
    fn what_ends_work_on_request_is_of_one_kind() {
        let errors: [Error; 4] = [
            Cancelled.into(),
            EngineError::Cancelled(Cancelled).into(),
            FileError::Cancelled(Cancelled).into(),
            BuildError::Engine(EngineError::Cancelled(Cancelled)).into(),
        ];
        assert!(errors.iter().all(|error| error.kind() == ErrorKind::Stopped), "{errors:?}");
    }

    #[test]
    fn an_error_of_an_engine_is_of_its_kind_and_says_what_the_engine_says() {
        let error = Error::from(BuildError::Engine(EngineError::OutOfMemory));
        assert_eq!(error.kind(), ErrorKind::Engine);
        assert_eq!(error.to_string(), EngineError::OutOfMemory.to_string());
    }

    #[test]
    fn what_was_proved_comes_with_the_error() {
        let proof = Proof::new(18, 7, &Vouched::computed());
        let none = Error::from(Detail::NoneWithin { moves: 17, proof });
        assert_eq!((none.kind(), none.proof(), none.best()), (ErrorKind::NoneWithin, Some(proof), None));
        let mut best = Solution::new([], Vec::new());
        best.proof = Some(proof);
        let unproved = Error::from(Detail::Unproved(Box::new(best.clone())));
        assert_eq!((unproved.proof(), unproved.best()), (Some(proof), Some(&best)));
    }
}
