//! Both complete tables, from a folder.

use std::fs;

use super::{Build, BuildError};
use crate::progress::{Cancelled, Progress};
use crate::table::{CompleteTable, FileError, Library, Phase, Phase1Table, Phase2Table, WrongContents};

/// What `--method complete` and `--method two-phase` need: the distances of all positions of both
/// phases.
///
/// ```no_run
/// use cubebatch::cube::random::Random;
/// use cubebatch::engine::{CompleteTables, cpu::Cpu};
/// use cubebatch::solve::{Limits, Solver, TwoPhase};
/// use cubebatch::{progress::Unwatched, table::Library};
///
/// // Takes 20 seconds on two cores and 975 MiB of disk the first time.
/// let tables = CompleteTables::open_or_build(&Library::new("tables"), &Cpu, &Unwatched)?;
/// let limits = Limits::default().max_length(20);
/// let solver = TwoPhase::new(&Cpu, tables.ways(), tables.distances(), limits)?;
/// let solution = solver.solve_one(&Random::new(1).cube())?;
/// assert!(solution.length() <= 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct CompleteTables {
    d1: CompleteTable,
    d2: CompleteTable,
}

/// Why there are no complete tables.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A table was not built.
    #[error(transparent)]
    Build(#[from] BuildError),
}

impl From<WrongContents> for OpenError {
    fn from(error: WrongContents) -> OpenError {
        BuildError::from(error).into()
    }
}

impl From<Cancelled> for OpenError {
    fn from(error: Cancelled) -> OpenError {
        BuildError::from(error).into()
    }
}

impl CompleteTables {
    /// Takes the two tables.
    ///
    /// # Panics
    /// When they are not of phase 1 and of phase 2.
    pub fn new(d1: CompleteTable, d2: CompleteTable) -> CompleteTables {
        assert_eq!([d1.phase(), d2.phase()], Phase::ALL, "a table of each phase");
        CompleteTables { d1, d2 }
    }

    /// Opens the tables of a folder, and builds with this engine those that are missing.
    ///
    /// # Errors
    /// [`OpenError`]; nothing half-written is left behind.
    pub fn open_or_build(
        library: &Library,
        engine: &dyn Build,
        progress: &dyn Progress,
    ) -> Result<CompleteTables, OpenError> {
        let open = |phase: Phase| {
            if let Some(table) = library.open_complete(phase)? {
                return Ok(table);
            }
            let folder = library.folder();
            fs::create_dir_all(folder).map_err(|source| FileError::Io { path: folder.to_owned(), source })?;
            let distances = engine.complete(phase, progress)?.check()?;
            CompleteTable::create(&library.path(phase), &distances, progress)?;
            Ok::<_, OpenError>(CompleteTable::open_as(&library.path(phase), phase)?)
        };
        Ok(CompleteTables::new(open(Phase::One)?, open(Phase::Two)?))
    }

    /// The shortest ways into G1.
    pub fn ways(&self) -> Phase1Table<'_> {
        Phase1Table::new(self.d1.entries())
    }

    /// The distances in G1.
    pub fn distances(&self) -> Phase2Table<'_> {
        Phase2Table::new(self.d2.entries())
    }
}
