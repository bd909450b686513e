//! Failures, which end the program early: a sentence, a remedy, an exit code.

use std::borrow::Borrow;
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use cubebatch::Error;
use cubebatch::progress::Cancelled;
use cubebatch::table::TableId;
use cubebatch_search::engine::EngineError;
use cubebatch_search::error::Detail;
use cubebatch_search::method::NotThere;
use cubebatch_search::pool::NoThreads;
use cubebatch_tables::table::{FileError, NoSuchDepth, TableRefusal};
use indicatif::{BinaryBytes, DecimalBytes};

use super::build_options::build_options;
use super::remote::{Show, is_read_only, is_remote};

/// Some lines are invalid.
pub const INVALID: u8 = 1;
/// Usage, files, tables.
pub const UNUSABLE: u8 = 2;
/// The program is wrong.
pub const INTERNAL: u8 = 3;
/// Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// The unit of `--memory 600M`.
const MEGABYTE: u64 = 1_000_000;
const MEBIBYTE: u64 = 1 << 20;

/// Why the program ends.
#[derive(Debug)]
pub enum Failure {
    /// A message for the user.
    Told { code: u8, message: String },
    /// The reader of the output is gone: no error.
    ClosedPipe,
}

/// The state in which Ctrl-C leaves work.
#[derive(Clone, Copy, Debug)]
pub enum Interrupted {
    /// A later run can resume it.
    Resumable,
    /// No row was written.
    Unwritten,
    Ended,
}

impl Failure {
    /// A message with what to do about it; the remedy may be empty.
    pub fn new(code: u8, problem: impl Display, remedy: &str) -> Failure {
        let message = match remedy {
            "" => problem.to_string(),
            _ => format!("{problem}\n  {remedy}"),
        };
        Failure::Told { code, message }
    }

    /// For errors in reading or writing `path`.
    pub fn io(path: &Path, error: impl Borrow<io::Error>) -> Failure {
        let error = error.borrow();
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure::ClosedPipe;
        }
        let remedy = match error.kind() {
            io::ErrorKind::NotFound if is_read_only(path) => "Check the address.",
            io::ErrorKind::NotFound if is_remote(path) => "Check the names of the bucket and of the object.",
            io::ErrorKind::PermissionDenied if is_read_only(path) => {
                "The server wants to know who you are: download the file first."
            }
            io::ErrorKind::PermissionDenied if is_remote(path) => {
                "Give access by variables of the environment, such as AWS_ACCESS_KEY_ID: see docs/remote.md."
            }
            io::ErrorKind::NotFound => "Check the name and its folder.",
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => "The file is damaged or incomplete.",
            io::ErrorKind::FileTooLarge => "Raise the limit (`ulimit -f`), or choose another disk.",
            io::ErrorKind::OutOfMemory => "Close other programs, or raise the limit (`ulimit -v`).",
            io::ErrorKind::StorageFull => "Free some space there, or write to another disk.",
            io::ErrorKind::IsADirectory => "Name a file.",
            io::ErrorKind::InvalidInput if !is_remote(path) => "Name a regular file, or remove this one.",
            io::ErrorKind::NotADirectory => "A file stands where a folder is needed: name a folder.",
            io::ErrorKind::PermissionDenied => "Choose a file or folder that you may use.",
            _ => "",
        };
        Failure::new(UNUSABLE, format_args!("{}: {error}", path.shown()), remedy)
    }

    /// For work that Ctrl-C ended.
    pub fn interrupted(outcome: Interrupted) -> Failure {
        let remedy = match outcome {
            Interrupted::Resumable => "The same command with --resume continues.",
            Interrupted::Unwritten => "Nothing was written.",
            Interrupted::Ended => "",
        };
        Failure::new(INTERRUPTED, "interrupted", remedy)
    }

    /// Prints the message and returns the exit code.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::ClosedPipe => ExitCode::SUCCESS,
            Failure::Told { code, message } => {
                tell!("cubebatch: {message}");
                ExitCode::from(code)
            }
        }
    }
}

impl From<Cancelled> for Failure {
    fn from(_: Cancelled) -> Failure {
        Failure::interrupted(Interrupted::Ended)
    }
}

impl From<NoThreads> for Failure {
    fn from(error: NoThreads) -> Failure {
        Error::from(error).into()
    }
}

impl From<NotThere> for Failure {
    fn from(error: NotThere) -> Failure {
        match &error {
            NotThere::Cancelled(Cancelled) => Cancelled.into(),
            NotThere::SeesTooMuch { goal } if *goal == goal.in_any_orientation() => {
                Failure::new(UNUSABLE, error, "Give the goal without `/any`.")
            }
            NotThere::SeesTooMuch { .. } => Failure::new(UNUSABLE, error, "Give a goal of fewer cubies."),
            NotThere::Nearer { goal, .. } => {
                let remedy = format!(
                    "`cubebatch table histogram --goal '{goal}'` counts the positions at each distance."
                );
                Failure::new(UNUSABLE, error, &remedy)
            }
        }
    }
}

impl From<NoSuchDepth> for Failure {
    fn from(error: NoSuchDepth) -> Failure {
        Failure::new(UNUSABLE, error, "")
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        Failure::from(&error)
    }
}

impl From<&FileError> for Failure {
    fn from(error: &FileError) -> Failure {
        match error {
            FileError::Cancelled(Cancelled) => Cancelled.into(),
            FileError::Io { path, source } => Failure::io(path, source),
            FileError::Refused { refusal: TableRefusal::Foreign | TableRefusal::NoFile, .. } => Failure::new(
                UNUSABLE,
                error,
                "Give a file made by `cubebatch table build`; if it lies in the folder of the tables, delete it.",
            ),
            FileError::Refused { path, .. }
            | FileError::OtherTable { path, .. }
            | FileError::Damaged { path, .. } => Failure::new(UNUSABLE, error, &rebuild(path)),
            _ => Failure::new(UNUSABLE, error, ""),
        }
    }
}

/// The remedy for a damaged table, whose name says which table it is.
fn rebuild(path: &Path) -> String {
    let table = path.file_stem().and_then(|stem| TableId::named(stem.to_str()?));
    let Some(table) = table else {
        return "Delete it, or give a file made by `cubebatch table build`.".to_owned();
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (which, folder) = (build_options(table), folder.shown().to_string());
    let folder = if folder.contains(char::is_whitespace) { format!("'{folder}'") } else { folder };
    format!("Delete it, or build it again: `cubebatch table build {which} --force --tables {folder}`.")
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Failure {
        Failure::from(&error)
    }
}

impl From<&EngineError> for Failure {
    fn from(error: &EngineError) -> Failure {
        match error {
            EngineError::Cancelled(Cancelled) => Cancelled.into(),
            EngineError::NoThreads(none) => none.clone().into(),
            EngineError::NoAdapter { .. } => {
                Failure::new(UNUSABLE, error, "See `cubebatch devices`, or use --engine auto.")
            }
            EngineError::Unsupported(_) | EngineError::NoGpuSupport => {
                Failure::new(UNUSABLE, error, "Use --engine auto.")
            }
            error => Failure::new(
                UNUSABLE,
                error,
                "Use --engine auto; with --method modified, smaller depths may be enough.",
            ),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error.detail() {
            Detail::Cancelled(_) | Detail::Unproved(_) => Cancelled.into(),
            Detail::File(error) => error.into(),
            Detail::Engine(error) => error.into(),
            Detail::NoFolder => {
                Failure::new(UNUSABLE, error, "Name a folder with --tables DIR, or set CUBEBATCH_TABLES.")
            }
            Detail::NoRoom { table, folder, needed, free } => {
                let (needed, free) = (BinaryBytes(*needed), BinaryBytes(*free));
                let problem = format!("{table} needs {needed} of disk, but {} has {free}", folder.shown());
                let remedy = "Free some space, name another folder with --tables, or choose a smaller table.";
                Failure::new(UNUSABLE, problem, remedy)
            }
            Detail::NoMemory { work, needed, free } => {
                let (needed, free) = (BinaryBytes(*needed), BinaryBytes(*free));
                let problem = format!("{work} needs {needed} of memory, but {free} is free");
                Failure::new(
                    UNUSABLE,
                    problem,
                    "Close other programs, raise limits (`ulimit -v`), or choose a smaller table.",
                )
            }
            Detail::TooLittleMemory { method, least, granted } => {
                let enough = least.div_ceil(MEGABYTE);
                // In MiB where they were given so.
                let written = |bytes: u64| match granted.is_multiple_of(MEBIBYTE) {
                    true => BinaryBytes(bytes).to_string(),
                    false => DecimalBytes(bytes).to_string(),
                };
                let (least, granted) = (written(*least), written(*granted));
                let problem = format!(
                    "--method {method} needs at least {least} of memory, but --memory allows {granted}"
                );
                let remedy = format!("Allow more with --memory {enough}M, or leave --memory out.");
                Failure::new(UNUSABLE, problem, &remedy)
            }
            Detail::MemoryRefused(_) => {
                Failure::new(UNUSABLE, error, "Free some memory, or set a smaller --memory.")
            }
            Detail::NoThreads(_) => Failure::new(UNUSABLE, error, FEWER_THREADS),
            Detail::DamagedTable { .. } => Failure::new(UNUSABLE, error, CHECK_TABLES),
            Detail::WrongSolution => Failure::new(INTERNAL, error, CHECK_TABLES),
            Detail::WrongTable(_) => Failure::new(INTERNAL, error, "Please report this."),
            _ => Failure::new(UNUSABLE, error, ""),
        }
    }
}

const FEWER_THREADS: &str = "Use fewer --threads, or raise limits (`ulimit -u`, `ulimit -v`).";

const CHECK_TABLES: &str =
    "Check the tables with `cubebatch table verify`; if they are sound, please report this.";
