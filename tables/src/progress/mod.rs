//! Progress and stops of long work.

mod step;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

pub use step::Step;

pub use crate::stop::{Cancelled, Stop};
use crate::table::TableId;

/// The means to watch and to stop long work. Clones share both.
#[derive(Clone)]
pub struct Control {
    /// Ends the work.
    pub stop: Stop,
    /// Watches the work.
    pub progress: Arc<dyn Progress>,
}

impl Default for Control {
    /// Unwatched work that runs to its end.
    fn default() -> Control {
        Control { stop: Stop::default(), progress: Arc::new(Unwatched) }
    }
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control").field("stop", &self.stop).finish_non_exhaustive()
    }
}

impl Control {
    /// # Errors
    /// [`Cancelled`], if a stop was requested.
    pub fn check(&self) -> Result<(), Cancelled> {
        self.stop.check()
    }

    /// Reports how far a table's file is read, unless a stop was requested.
    pub fn loading(&self, table: TableId) -> impl FnMut(u64, u64) -> Result<(), Cancelled> {
        let step = Step::Loading(table);
        move |done, total| self.step(&step, done, total)
    }

    /// Reports, unless a stop was requested.
    ///
    /// # Errors
    /// [`Cancelled`], if a stop was requested.
    pub fn step(&self, step: &Step, done: u64, total: u64) -> Result<(), Cancelled> {
        self.check()?;
        self.progress.report(step, done, total);
        Ok(())
    }
}

/// Watches long work; called from many threads.
pub trait Progress: Send + Sync {
    /// `done` of `total` units of this step are done.
    fn report(&self, step: &Step, done: u64, total: u64) {
        let _ = (step, done, total);
    }

    /// Something happened that a person may want to know.
    fn note(&self, note: &Note) {
        let _ = note;
    }
}

/// Something that happened during long work.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Note {
    /// This GPU, or a program that acts as one, does the work.
    UsesGpu {
        /// The name that the driver reports.
        name: String,
        /// Whether it is a program.
        is_software: bool,
    },
    /// The CPU does the work although a GPU was possible.
    UsesCpu {
        /// Why.
        reason: String,
    },
    /// A GPU failed, and the CPU goes on.
    FellBack {
        /// Why.
        reason: String,
    },
    /// All positions of a coset at one distance from solved are known.
    Level {
        /// The moves.
        depth: u8,
        /// The positions.
        positions: u64,
    },
    /// A table is missing and is being built.
    Builds {
        /// The table.
        table: TableId,
        /// Its file; `None` if it is kept in none.
        path: Option<PathBuf>,
    },
    /// A table was built.
    Built {
        /// The table.
        table: TableId,
        /// The time that it took, with its file.
        took: Duration,
    },
    /// Another process builds a table that is missing, and this one waits for it.
    Waits {
        /// The table.
        table: TableId,
    },
    /// The table for which this process waited is there.
    BuiltElsewhere {
        /// The table.
        table: TableId,
    },
    /// The program cannot remove the files of a killed build from the folder of the tables.
    CannotTidy {
        /// The folder.
        folder: PathBuf,
        /// Why.
        reason: String,
    },
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Progress for Unwatched {}
