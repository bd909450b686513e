//! How a solver is opened.

use std::fmt;
use std::sync::Arc;

use super::engines::Engines;
use super::store::Store;
use super::tables::Tables;
use super::{EngineChoice, Shared, Solver};
use crate::engine::Engine;
use crate::error::{Detail, Error};
use crate::limits::Limits;
use crate::method::{self, Group, Means, Method, Question, Solve, SolveOption};
use crate::pool::Pool;
use crate::progress::{Control, Progress, Stop};
use crate::table::{Table, TableId};

/// Where at least this many positions are to be solved, tables are copied into large pages of memory: for fewer that costs
/// more than it saves.
const LONG_JOB: u64 = 20_000;

/// Chooses what a [`Solver`] works with.
#[derive(Clone)]
pub struct SolverBuilder {
    method: Method,
    choice: EngineChoice,
    gpu: Option<String>,
    engine: Option<Arc<dyn Engine>>,
    #[cfg(feature = "files")]
    folder: Option<std::path::PathBuf>,
    open: Vec<Table>,
    threads: Option<usize>,
    settings: Settings,
}

/// What solvers by several methods have in common.
#[derive(Clone)]
pub(super) struct Settings {
    control: Control,
    /// What is asked of the solver.
    question: Question,
    /// How many positions are to be solved, and what is asked of each.
    expected: Option<(u64, Question)>,
}

impl fmt::Debug for SolverBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SolverBuilder { method, choice, gpu, threads, settings, .. } = self;
        f.debug_struct("SolverBuilder")
            .field("method", method)
            .field("engine", choice)
            .field("gpu", gpu)
            .field("threads", threads)
            .field("question", &settings.question)
            .finish_non_exhaustive()
    }
}

impl Default for SolverBuilder {
    fn default() -> SolverBuilder {
        SolverBuilder {
            method: Method::default(),
            choice: EngineChoice::default(),
            gpu: None,
            engine: None,
            #[cfg(feature = "files")]
            folder: None,
            open: Vec::new(),
            threads: None,
            settings: Settings { control: Control::default(), question: Question::default(), expected: None },
        }
    }
}

impl SolverBuilder {
    /// How positions are solved: by the two-phase search, unless this is set.
    #[must_use]
    pub fn method(self, method: Method) -> SolverBuilder {
        SolverBuilder { method, ..self }
    }

    /// What builds tables and searches: the CPU, unless this is set.
    #[must_use]
    pub fn engine(self, choice: EngineChoice) -> SolverBuilder {
        SolverBuilder { choice, ..self }
    }

    /// Which GPU, if one is used: its number or a part of its name, as `cubebatch devices` lists them.
    #[must_use]
    pub fn gpu(self, gpu: impl Into<String>) -> SolverBuilder {
        SolverBuilder { gpu: Some(gpu.into()), ..self }
    }

    /// An engine that is open already.
    #[doc(hidden)]
    #[must_use]
    pub fn on(self, engine: Arc<dyn Engine>) -> SolverBuilder {
        SolverBuilder { engine: Some(engine), ..self }
    }

    /// The folder of the tables: `cubebatch` in the user's data folder, unless this is set. Tables that are
    /// missing there are built.
    #[cfg(feature = "files")]
    #[must_use]
    pub fn tables(self, folder: impl Into<std::path::PathBuf>) -> SolverBuilder {
        SolverBuilder { folder: Some(folder.into()), ..self }
    }

    /// A table that is open already, or was built and is in no file: it is not looked for in the folder.
    #[doc(hidden)]
    #[must_use]
    pub fn table(mut self, table: impl Into<Table>) -> SolverBuilder {
        self.open.push(table.into());
        self
    }

    /// How many threads build, and solve in [`Solver::solve_all`]: as many as there are cores, unless this is set.
    #[must_use]
    pub fn threads(self, threads: usize) -> SolverBuilder {
        SolverBuilder { threads: Some(threads.max(1)), ..self }
    }

    /// Bytes of memory that the tables of a method may take, and 64 MiB for its searches: with too few for the method it is
    /// refused. Two-phase search: with too few for both complete tables phase 2 is searched, over a small one: it takes longer,
    /// and finds the same solutions. Optimal: the more, the larger is the filter that shortens proofs, and the less time they
    /// take.
    #[must_use]
    pub fn memory(self, bytes: u64) -> SolverBuilder {
        self.with(SolveOption::Memory, bytes)
    }

    /// Modified method: to which depth the table of phase 1 goes, 4 to 8; 7, unless this is set. Deeper ones are faster and
    /// larger.
    #[must_use]
    pub fn phase1_depth(self, depth: u8) -> SolverBuilder {
        self.with(SolveOption::Phase1Depth, depth.into())
    }

    /// Modified method: to which depth the table of phase 2 goes, 6 to 10; 9, unless this is set.
    #[must_use]
    pub fn phase2_depth(self, depth: u8) -> SolverBuilder {
        self.with(SolveOption::Phase2Depth, depth.into())
    }

    /// What a question asks of a solver; what it asks of each solution is left out.
    #[must_use]
    pub fn options(mut self, question: &Question) -> SolverBuilder {
        let of_solver = question.only(|option| option.card().group != Group::Solution);
        self.settings.question = of_solver.and(&self.settings.question);
        self
    }

    fn with(self, option: SolveOption, value: u64) -> SolverBuilder {
        self.options(&Question::default().with(option, value))
    }

    /// About how many positions are to be solved, with which limits. It does not change what is found but how long
    /// that takes: for many, larger tables are built, and copied into large pages of memory.
    #[must_use]
    pub fn expect(mut self, positions: u64, limits: &Limits) -> SolverBuilder {
        self.settings.expected = Some((positions, *limits.question()));
        self
    }

    /// The observer of table builds and notes.
    #[must_use]
    pub fn progress(mut self, progress: Arc<dyn Progress>) -> SolverBuilder {
        self.settings.control.progress = progress;
        self
    }

    /// A clone of this request ends table builds.
    #[must_use]
    pub fn stop(mut self, stop: &Stop) -> SolverBuilder {
        self.settings.control.stop = stop.clone();
        self
    }

    /// Opens the solver: engine and tables. Tables that are missing are built first, which takes some seconds.
    ///
    /// # Errors
    /// [`ErrorKind::UnusedOption`](crate::ErrorKind::UnusedOption) for what the method has no use for, and others, see
    /// [`ErrorKind`](crate::ErrorKind).
    pub fn open(self) -> Result<Solver, Error> {
        self.settings.question.resolve(self.method)?;
        let pool = Pool::new(self.threads.unwrap_or(0))?;
        let control = self.settings.control.clone();
        let progress = control.progress.clone();
        let is_long = self.settings.is_long();
        let tables = Tables::new(self.store()?, is_long, self.open, control, pool.clone());
        let engines = Engines::new(self.choice, self.gpu, self.engine, progress);
        engines.check(self.method)?;
        Solver::load(Arc::new(Shared { settings: self.settings, engines, tables, pool }), self.method)
    }

    #[cfg(feature = "files")]
    fn store(&self) -> Result<Store, Error> {
        Store::new(self.folder.clone())
    }

    #[cfg(not(feature = "files"))]
    fn store(&self) -> Result<Store, Error> {
        Ok(Store)
    }
}

impl Settings {
    fn is_long(&self) -> bool {
        self.expected.is_some_and(|(positions, _)| positions >= LONG_JOB)
    }

    /// What is asked of a solver by this method: the options of other methods do not concern it.
    pub(super) fn question(&self, method: Method) -> Result<Question, Error> {
        Ok(self.question.only(|option| method.takes(option)).resolve(method)?)
    }
}

impl Shared {
    /// Makes a method ready on its engine. The calling thread waits for tables; threads of the pool never do.
    ///
    /// # Errors
    /// [`ErrorKind::TooLittleMemory`](crate::ErrorKind::TooLittleMemory) and others.
    pub(super) fn load(
        &self,
        method: Method,
        question: Question,
        engine: &dyn Engine,
    ) -> Result<Arc<dyn Solve>, Error> {
        let expected = self.settings.expected;
        let means = Means {
            question,
            expected: expected.map(|(positions, question)| (positions, question.with_usual(method))),
            on_gpu: engine.is_gpu(),
            is_there: &|table| self.tables.is_there(table),
        };
        let least = method.least_memory(&means);
        match question.value(SolveOption::Memory) {
            Some(granted) if granted < least => {
                return Err(Detail::TooLittleMemory { method, least, granted }.into());
            }
            _ => {}
        }
        let open = |table: TableId| self.tables.open(table, engine);
        let tables = method.tables(&means).into_iter().map(open).collect::<Result<_, _>>()?;
        let tables = method::Tables(tables);
        Ok(self.pool.install(|| method.load(engine, &tables, &self.pool))?)
    }
}
