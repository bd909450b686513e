//! What ends the program early: a sentence, a remedy, an exit code.

use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use cubebatch::engine::BuildError;
use cubebatch::engine::gpu::GpuError;
use cubebatch::progress::Cancelled;
use cubebatch::solve::{SolveError, SolverError};
use cubebatch::table::{FileError, NoSuchDepth, Refusal};

/// Some lines are invalid.
pub const INVALID: u8 = 1;
/// Usage, files, tables.
pub const UNUSABLE: u8 = 2;
/// The program is wrong.
pub const INTERNAL: u8 = 3;
/// Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// Why the program ends.
#[derive(Debug)]
pub enum Failure {
    /// To be told to the user.
    Told { code: u8, message: String },
    /// Nobody reads the output any more: no error.
    ClosedPipe,
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
    pub fn io(path: &Path, error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure::ClosedPipe;
        }
        let remedy = match error.kind() {
            io::ErrorKind::NotFound => "Check the name and its folder.",
            io::ErrorKind::StorageFull => "Free some space, or choose another folder.",
            io::ErrorKind::PermissionDenied => "Choose a file or folder that you may use.",
            _ => "",
        };
        Failure::new(UNUSABLE, format_args!("{}: {error}", path.display()), remedy)
    }

    /// Tells the user and gives the exit code.
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
        Failure::new(INTERRUPTED, "interrupted", "")
    }
}

impl From<NoSuchDepth> for Failure {
    fn from(error: NoSuchDepth) -> Failure {
        Failure::new(UNUSABLE, error, "")
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        match error {
            FileError::Cancelled(cancelled) => cancelled.into(),
            FileError::Io { path, source } => Failure::io(&path, source),
            FileError::Refused { refusal: Refusal::Foreign, .. } => Failure::new(
                UNUSABLE,
                error,
                "Give a file made by `cubebatch table build`; if it lies in the folder of the tables, delete it.",
            ),
            FileError::Refused { .. }
            | FileError::OtherTable { .. }
            | FileError::NotSorted { .. }
            | FileError::Damaged { .. } => {
                let remedy = "Delete it, or build it anew: `cubebatch table build --force …`.";
                Failure::new(UNUSABLE, error, remedy)
            }
        }
    }
}

impl From<BuildError> for Failure {
    fn from(error: BuildError) -> Failure {
        match error {
            BuildError::Cancelled(cancelled) => cancelled.into(),
            BuildError::Gpu(error) => error.into(),
            BuildError::WrongContents(_) => Failure::new(INTERNAL, error, "Please report this."),
        }
    }
}

impl From<GpuError> for Failure {
    fn from(error: GpuError) -> Failure {
        Failure::new(UNUSABLE, error, "Use --engine cpu, or smaller depths.")
    }
}

impl From<SolverError> for Failure {
    fn from(error: SolverError) -> Failure {
        match error {
            SolverError::Gpu(error) => error.into(),
            SolverError::Tables { .. } => Failure::new(UNUSABLE, error, ""),
        }
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Failure {
        let remedy = "Check the tables with `cubebatch table verify`; if they are sound, please report this.";
        match error {
            SolveError::Table(_) | SolveError::Complete(_) => Failure::new(UNUSABLE, error, remedy),
            SolveError::Check => Failure::new(INTERNAL, error, remedy),
            SolveError::Gpu(error) => error.into(),
        }
    }
}
