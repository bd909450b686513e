//! How a solver is opened.

use std::sync::Arc;

use super::engines::Engines;
use super::store::Store;
use super::tables::Tables;
use super::{EngineChoice, Shared, Solver};
use crate::engine::cpu::Cpu;
use crate::engine::descent::CompleteTables;
use crate::engine::two_phase::TwoPhaseTables;
use crate::engine::{Engine, EngineError};
use crate::error::Error;
use crate::limits::Limits;
use crate::method::{
    Descending, Method, Modified, Optimal, Solve, SolveOption, Thistlethwaite, TwoPhaseSearching,
};
use crate::pool::Pool;
use crate::progress::{Progress, Unwatched};
use crate::table::{Complete, CompleteTable, FilterSize, Phase, SortedSpec, Table, TableId, file_bytes};

/// Memory besides tables: what searches make for themselves.
const WORKING_BYTES: u64 = 64 << 20;

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
    progress: Arc<dyn Progress>,
    memory: Option<u64>,
    phase1_depth: Option<u8>,
    phase2_depth: Option<u8>,
    /// How many positions are to be solved, to which length.
    expected: Option<(u64, Option<u8>)>,
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
            settings: Settings {
                progress: Arc::new(Unwatched),
                memory: None,
                phase1_depth: None,
                phase2_depth: None,
                expected: None,
            },
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
    pub fn memory(mut self, bytes: u64) -> SolverBuilder {
        self.settings.memory = Some(bytes);
        self
    }

    /// Modified method: to which depth the table of phase 1 goes, see [`Solver::DEPTHS`]; 7, unless this is set. Deeper ones are
    /// faster and larger.
    #[must_use]
    pub fn phase1_depth(mut self, depth: u8) -> SolverBuilder {
        self.settings.phase1_depth = Some(depth);
        self
    }

    /// Modified method: to which depth the table of phase 2 goes, see [`Solver::DEPTHS`]; 9, unless this is set.
    #[must_use]
    pub fn phase2_depth(mut self, depth: u8) -> SolverBuilder {
        self.settings.phase2_depth = Some(depth);
        self
    }

    /// About how many positions are to be solved, with which limits. It does not change what is found but how long
    /// that takes: for many, larger tables are built, and copied into large pages of memory.
    #[must_use]
    pub fn expect(mut self, positions: u64, limits: &Limits) -> SolverBuilder {
        self.settings.expected = Some((positions, limits.get_max_length()));
        self
    }

    /// The observer of table builds and notes.
    #[must_use]
    pub fn progress(mut self, progress: Arc<dyn Progress>) -> SolverBuilder {
        self.settings.progress = progress;
        self
    }

    /// Opens the solver: engine and tables. Tables that are missing are built first, which takes some seconds.
    ///
    /// # Errors
    /// [`Error::Option`] for what the method has no use for, [`Error::TooLittleMemory`], [`Error::Engine`] when there is no
    /// such GPU or it is too small, [`Error::File`] when a table cannot be read or written, and others.
    pub fn open(self) -> Result<Solver, Error> {
        self.check_options()?;
        let pool = Pool::new(self.threads.unwrap_or(0))?;
        let progress = self.settings.progress.clone();
        let is_long = self.settings.is_long();
        let tables = Tables::new(self.store()?, is_long, self.open, progress.clone(), pool.clone());
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

    fn check_options(&self) -> Result<(), Error> {
        let refused = self.settings.options().find(|&option| !self.method.takes(option));
        refused.map_or(Ok(()), |option| Err(Error::Option { option, method: self.method }))
    }
}

impl Settings {
    fn is_long(&self) -> bool {
        self.expected.is_some_and(|(positions, _)| positions >= LONG_JOB)
    }

    /// Whether the memory does not do for both complete tables.
    pub(super) fn is_short_of_memory(&self) -> bool {
        self.memory.is_some_and(|granted| granted < needed(&COMPLETE))
    }

    /// Refuses a grant of memory that is too small for the smallest tables with which the method works.
    pub(super) fn check_memory(&self, method: Method, engine: &dyn Engine) -> Result<(), Error> {
        let least = needed(&self.least_tables(method, engine)?);
        match self.memory {
            Some(granted) if granted < least => Err(Error::TooLittleMemory { method, least, granted }),
            _ => Ok(()),
        }
    }

    fn least_tables(&self, method: Method, engine: &dyn Engine) -> Result<Vec<TableId>, Error> {
        Ok(match method {
            Method::TwoPhase => vec![Complete::Phase1.into(), Complete::Phase2Pruning.into()],
            Method::Descent => COMPLETE.into(),
            Method::Modified => self.sorted_tables()?.map(TableId::from).into(),
            Method::Thistlethwaite => Vec::new(),
            Method::Optimal => optimal_tables(engine, FilterSize::ALL[0]).into(),
        })
    }

    /// The options that are set.
    fn options(&self) -> impl Iterator<Item = SolveOption> {
        let options = [
            (self.memory.is_some(), SolveOption::Memory),
            (self.phase1_depth.is_some(), SolveOption::Phase1Depth),
            (self.phase2_depth.is_some(), SolveOption::Phase2Depth),
        ];
        options.into_iter().filter_map(|(is_set, option)| is_set.then_some(option))
    }

    /// The tables of the modified method.
    fn sorted_tables(&self) -> Result<[SortedSpec; 2], Error> {
        let spec = |phase, depth: Option<u8>, usual, least| {
            let table = SortedSpec::new(phase, depth.unwrap_or(usual))?;
            if table.depth() < least { Err(Error::TooShallow { table, least }) } else { Ok(table) }
        };
        let ([usual1, usual2], [least1, least2]) = (Solver::USUAL_DEPTHS, Modified::LEAST_DEPTHS);
        Ok([
            spec(Phase::One, self.phase1_depth, usual1, least1)?,
            spec(Phase::Two, self.phase2_depth, usual2, least2)?,
        ])
    }

    /// The largest proof filter that the memory has room for, beside the tables that find a first solution; that of 1 GB, if
    /// nothing is said.
    fn filter_size(&self, engine: &dyn Engine) -> FilterSize {
        let Some(granted) = self.memory else { return FilterSize::Gb1 };
        let fits = |&size: &FilterSize| needed(&optimal_tables(engine, size)) <= granted;
        FilterSize::ALL.into_iter().rev().find(fits).unwrap_or(FilterSize::ALL[0])
    }

    /// Whether there are enough positions to be solved that building the complete table of phase 2 takes less time than
    /// searching phase 2 would take longer. Measured on two cores: 15 s against 30 µs a position to 21 moves,
    /// 55 µs to 20, 2 ms to 19.
    fn earns_phase2(&self) -> bool {
        let Some((positions, max_length)) = self.expected else { return false };
        let enough = match max_length.unwrap_or(21) {
            21.. => 500_000,
            20 => 250_000,
            _ => 10_000,
        };
        positions >= enough
    }
}

/// The tables of the descent.
const COMPLETE: [TableId; 2] = [TableId::Complete(Complete::Phase1), TableId::Complete(Complete::Phase2)];

/// Bytes of memory with which searches over these tables work.
fn needed(tables: &[TableId]) -> u64 {
    tables.iter().map(|&table| file_bytes(table)).sum::<u64>() + WORKING_BYTES
}

/// What the optimal method knows of phase 2: GPUs do not search it.
fn phase2_of_optimal(engine: &dyn Engine) -> Complete {
    if engine.is_gpu() { Complete::Phase2 } else { Complete::Phase2Pruning }
}

fn optimal_tables(engine: &dyn Engine, filter: FilterSize) -> [TableId; 3] {
    [Complete::Phase1.into(), phase2_of_optimal(engine).into(), filter.into()]
}

impl Shared {
    /// Makes a method ready on its engine. The calling thread waits for tables; threads of the pool never do.
    pub(super) fn load(&self, method: Method, engine: &dyn Engine) -> Result<Arc<dyn Solve>, Error> {
        match method {
            Method::TwoPhase => {
                let phase2 = self.phase2_table(engine)?;
                let phase1 = self.complete(Complete::Phase1, engine)?;
                let tables = TwoPhaseTables { phase1, phase2 };
                self.ready(|| TwoPhaseSearching::load(engine, &tables))
            }
            Method::Descent => {
                let phase1 = self.complete(Complete::Phase1, engine)?;
                let phase2 = self.complete(Complete::Phase2, engine)?;
                let tables = CompleteTables { phase1, phase2 };
                self.ready(|| Descending::load(engine, &tables))
            }
            Method::Modified => {
                let [phase1, phase2] = self.settings.sorted_tables()?;
                let phase1 = self.tables.sorted(phase1, engine)?;
                let phase2 = self.tables.sorted(phase2, engine)?;
                self.ready(|| Modified::load(engine, phase1, phase2))
            }
            Method::Thistlethwaite => self.ready(|| Ok(Thistlethwaite::new())),
            Method::Optimal => {
                let phase2 = self.complete(phase2_of_optimal(engine), engine)?;
                let phase1 = self.complete(Complete::Phase1, engine)?;
                // No GPU builds filters.
                let filter = self.tables.filter(self.settings.filter_size(engine), &Cpu)?;
                let tables = TwoPhaseTables { phase1, phase2 };
                self.ready(|| Optimal::load(engine, &tables, &filter, self.pool.clone()))
            }
        }
    }

    fn ready<S: Solve + 'static>(
        &self,
        load: impl FnOnce() -> Result<S, EngineError> + Send,
    ) -> Result<Arc<dyn Solve>, Error> {
        Ok(Arc::new(self.pool.install(load)?))
    }

    fn complete(&self, table: Complete, engine: &dyn Engine) -> Result<Arc<CompleteTable>, Error> {
        self.tables.complete(table, engine)
    }

    /// What the two-phase search knows of phase 2. All of these find the same solutions.
    fn phase2_table(&self, engine: &dyn Engine) -> Result<Arc<CompleteTable>, Error> {
        let settings = &self.settings;
        let is_wanted = engine.is_gpu() || self.tables.is_there(Complete::Phase2) || settings.earns_phase2();
        let is_whole = is_wanted && !settings.is_short_of_memory();
        self.complete(if is_whole { Complete::Phase2 } else { Complete::Phase2Pruning }, engine)
    }
}
